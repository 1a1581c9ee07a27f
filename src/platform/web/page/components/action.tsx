/** Buttons. */
import { useState } from "preact/hooks";
import { fail, say } from "../app/notices.tsx";
import { ask } from "./dialog.tsx";

interface ActionProps {
  words: string;
  /** What the button acts on, where its words alone do not tell: its name is both together. */
  of?: string;
  /** The button's name, where it is not made of `words` and `of`. */
  label?: string | undefined;
  kind?: "" | "quiet" | "bad";
  /** What the button does. Its error is told at the foot of the page. */
  run(): unknown;
}

/** A button that does nothing while its work goes on. It is not disabled then, because it would lose the keyboard. */
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

/** Copies a text. Where the page may not use the clipboard, a dialog shows the text to be copied by hand. */
export function Copy({ text, of, words = "Copy" }: { text: string; of: string; words?: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      say("Copied.");
    } catch {
      // Browsers keep the clipboard from pages that came without encryption.
      ask("Copy the text", [{ name: "text", label: of, value: text, isSelected: true }], "Done", async () => {});
    }
  };
  return <Action run={copy} words={words} of={of} />;
}

/** A link that looks like a button. `of` belongs to its name, where its words alone do not tell where it leads. */
export function LinkButton({ href, words, of }: { href: string; words: string; of?: string }) {
  return (
    <a class="button quiet" href={href} aria-label={of && `${words} ${of}`}>
      {words}
    </a>
  );
}
