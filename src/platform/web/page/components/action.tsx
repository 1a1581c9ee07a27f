/** Buttons. */
import { useState } from "preact/hooks";
import { fail, say } from "../app/notices.tsx";
import { ask } from "./dialog.tsx";

interface ActionProps {
  words: string;
  /** Object of the button, if `words` alone are ambiguous. The accessible name is both together. */
  of?: string;
  /** The accessible name, if it is not `words` and `of`. */
  label?: string | undefined;
  kind?: "" | "quiet" | "bad";
  /** The work of the button. An error is shown at the foot of the page. */
  run(): unknown;
}

/** A button that ignores clicks while its work runs. It is not disabled, because a disabled button loses the focus. */
export function Action({ words, of, label = of && `${words} ${of}`, kind = "quiet", run }: ActionProps) {
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      await run();
    } catch (error) {
      fail(error as Error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" class={kind} aria-label={label} aria-disabled={isBusy || undefined} onClick={press}>
      {words}
    </button>
  );
}

/** Copies a text. If the clipboard is not available, a dialog shows the text for manual copying. */
export function Copy({ text, of, words = "Copy" }: { text: string; of: string; words?: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      say("Copied.");
    } catch {
      // Browsers deny the clipboard to pages without HTTPS.
      ask("Copy the text", [{ name: "text", label: of, value: text, isSelected: true }], "Done", async () => {});
    }
  };
  return <Action run={copy} words={words} of={of} />;
}

/** A link that looks like a button. `of` completes its accessible name if `words` alone are ambiguous. */
export function LinkButton({ href, words, of }: { href: string; words: string; of?: string }) {
  return (
    <a class="button quiet" href={href} aria-label={of && `${words} ${of}`}>
      {words}
    </a>
  );
}
