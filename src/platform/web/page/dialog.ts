/** Dialogs: questions with fields, and questions before something is lost. Escape closes them, and the keyboard returns. */
import { byId, type Child, h, type Kind, labelled } from "./dom.ts";
import { type Field, fieldOf } from "./fields.ts";
import { say } from "./notices.ts";

type Values = Record<string, string>;
type Done = (values: Values, form: FormData) => Promise<unknown>;

/** A dialog with fields; `done` gets their values, and what it throws is shown there. */
export function ask(title: string, fields: readonly Field[], verb: string, done: Done): void {
  open({ title, content: fields.map(fieldOf), verb, kind: "", done });
}

/** Asks before something that cannot be undone. */
export function confirm(title: string, consequence: Child | Child[], verb: string, done: Done): void {
  open({ title, content: [h("p", { id: "consequence" }, consequence)], verb, kind: "bad", done });
}

interface Dialog {
  title: string;
  content: HTMLElement[];
  verb: string;
  kind: Kind;
  done: Done;
}

let last = 0;

function open({ title, content, verb, kind, done }: Dialog): void {
  const id = `dialog-${++last}`;
  const error = h("p", { className: "error", role: "alert" });
  const submit = h("button", { type: "submit", className: kind }, verb);
  const cancel = h("button", { type: "button", className: "quiet", onclick: () => dialog.close() }, "Cancel");
  const form = h(
    "form",
    { method: "dialog" },
    h("h2", { id }, title),
    content,
    error,
    h("div", { className: "buttons" }, cancel, submit),
  );
  const dialog = h("dialog", { "aria-labelledby": id }, form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit.disabled = true;
    error.textContent = "";
    const data = new FormData(form);
    const values = Object.fromEntries([...data].map(([name, value]) => [name, String(value)]));
    done(values, data)
      .then(() => dialog.close())
      .catch((reason: Error) => {
        error.textContent = reason.message;
        submit.disabled = false;
        submit.focus();
      });
  });
  show(dialog);
}

/** Shows a dialog until it is closed. The keyboard goes back to what opened it, or to what has its name by now. */
export function show(dialog: HTMLDialogElement): void {
  const opener = document.activeElement;
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (document.activeElement !== document.body) return;
    const label = opener?.getAttribute("aria-label");
    const again = label ? labelled(document.body, label) : undefined;
    (again ?? byId("main")).focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
}

/** The one way in which texts leave this page: where it may not use the clipboard it shows them to be copied by hand. */
export function copyButton(verb: string, label: string, text: string): HTMLElement {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      say("Copied.");
    } catch {
      // Browsers keep the clipboard from pages that came without encryption.
      ask("Copy it from here", [{ name: "text", label, value: text }], "Done", async () => {});
      document.querySelector<HTMLInputElement>("dialog[open] input")?.select();
    }
  };
  return h("button", { type: "button", className: "quiet", "aria-label": `${verb} ${label}`, onclick: copy }, verb);
}
