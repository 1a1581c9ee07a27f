/** Buttons. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { fail, say } from "../app/notices.tsx";
import { ask } from "./dialog.tsx";

export interface ActionProps {
  /** What the button does. Its error is told at the foot of the page. */
  run(): unknown;
  kind?: "" | "quiet" | "bad";
  /** The button's name, where its words alone do not tell what it acts on. */
  label?: string;
  children: ComponentChildren;
}

/** A button that does nothing while its work goes on. It is not disabled then, because it would lose the keyboard. */
export function Action({ run, kind = "quiet", label, children }: ActionProps) {
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
      {children}
    </button>
  );
}

/** Copies a text. Where the page may not use the clipboard, a dialog shows the text to be copied by hand. */
export function Copy({ text, label, children = "Copy" }: { text: string; label: string; children?: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      say("Copied.");
    } catch {
      // Browsers keep the clipboard from pages that came without encryption.
      ask("Copy it from here", [{ name: "text", label, value: text, isSelected: true }], "Done", async () => {});
    }
  };
  return (
    <Action run={copy} label={`${children} ${label}`}>
      {children}
    </Action>
  );
}

/** A link that looks like a button. `label` is its name, where its words alone do not tell where it leads. */
export function LinkButton({ href, label, children }: { href: string; label?: string; children: string }) {
  return (
    <a class="button quiet" href={href} aria-label={label}>
      {children}
    </a>
  );
}
