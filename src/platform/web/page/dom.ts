/**
 * Elements made of plain values, and the few widgets that every view shares. Texts are never read as HTML, and what is
 * invisible in them is written out: names come from anybody.
 */
import { visible } from "../../../lib/visible.ts";

type Child = Node | string | number | null | undefined | false;
type Props = Record<string, unknown>;

/** An element: properties that begin with `on` are listeners, known ones are set, the others are attributes. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: (Child | Child[])[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === false || value === null) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value as EventListener);
    else if (name in element && name !== "list") (element as unknown as Props)[name] = told(name, value);
    else element.setAttribute(name, value === true ? "" : String(told(name, value)));
  }
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : visible(String(child)));
  }
  return element;
}

/** What is read as a text; values of fields and addresses are as they are. */
function told(name: string, value: unknown): unknown {
  return typeof value === "string" && /^(aria-label|title|data-head)$/.test(name) ? visible(value) : value;
}

export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no #${id}`);
  return element;
}

let clearing: ReturnType<typeof setTimeout> | undefined;

/** One line at the foot of the page, read aloud, gone after a while. */
export function say(text: string): void {
  byId("status").textContent = visible(text);
  clearTimeout(clearing);
  clearing = setTimeout(() => say(""), 6_000);
}

/** Runs what a button asks for: it cannot be pressed twice, what goes wrong is said, and the keyboard stays on it. */
export function act(work: () => Promise<unknown>): (event: Event) => void {
  return (event) => {
    const button = event.currentTarget as HTMLButtonElement;
    const hadKeyboard = document.activeElement === button;
    button.disabled = true;
    work()
      .catch((error: Error) => say(error.message))
      .finally(() => {
        button.disabled = false;
        // What is disabled loses the keyboard; what is gone by now gives it to the content.
        if (!hadKeyboard || document.activeElement !== document.body) return;
        const isThere = button.isConnected && !button.hidden;
        (isThere ? button : byId("main")).focus({ preventScroll: true });
      });
  };
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

export interface Field {
  name: string;
  label: string;
  type?: string;
  value?: string;
  min?: string;
  max?: string;
  required?: boolean;
  placeholder?: string;
  checked?: boolean;
  /** Values and their names, to choose one. */
  choices?: readonly (readonly [value: string, name: string])[];
}

function fieldOf(field: Field): HTMLElement {
  const { name, label, type = "text", value = "", min, max, required = false, placeholder, checked, choices } = field;
  if (type === "textarea")
    return h("label", {}, label, h("textarea", { name, required, value, placeholder, rows: 4, onkeydown: sendsForm }));
  if (choices) {
    const options = choices.map(([value, text]) => h("option", { value }, text));
    return h("label", {}, label, h("select", { name }, options));
  }
  const isBox = type === "checkbox";
  const input = h("input", { name, type, required, min, max, placeholder, ...(isBox ? { checked } : { value }) });
  return h("label", { className: isBox ? "row" : "" }, isBox ? [input, label] : [label, input]);
}

/** Enter begins a line, with Ctrl or Cmd it sends what was written. */
export function sendsForm(event: KeyboardEvent): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  (event.currentTarget as HTMLTextAreaElement).form?.requestSubmit();
}

/** A dialog with fields; `done` gets their values, and what it throws is shown there. */
export function ask(
  title: string,
  fields: readonly Field[],
  verb: string,
  done: (values: Record<string, string>) => Promise<unknown>,
): void {
  const error = h("p", { className: "error", role: "alert" });
  const submit = h("button", { type: "submit" }, verb);
  const form = h(
    "form",
    { method: "dialog" },
    h("h2", { id: "dialog-title" }, title),
    fields.map(fieldOf),
    error,
    h(
      "div",
      { className: "buttons" },
      h("button", { type: "button", className: "quiet", onclick: () => dialog.close() }, "Cancel"),
      submit,
    ),
  );
  const closed = () => {
    dialog.remove();
    // Where the button that opened it is gone, the keyboard goes on from the content.
    if (document.activeElement === document.body) byId("main").focus();
  };
  const dialog = h("dialog", { "aria-labelledby": "dialog-title", onclose: closed }, form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit.disabled = true;
    error.textContent = "";
    const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    done(values)
      .then(() => dialog.close())
      .catch((reason: Error) => {
        error.textContent = reason.message;
        submit.disabled = false;
      });
  });
  document.body.append(dialog);
  dialog.showModal();
}

/** A table, or the words for none. The head of the last column is empty where rows end with buttons. */
export function table(heads: readonly string[], rows: readonly Child[][], none: string): HTMLElement {
  if (rows.length === 0) return h("p", { className: "empty" }, none);
  const head = heads.map((text) => h("th", { scope: "col" }, text || h("span", { "aria-label": "Actions" })));
  const body = rows.map((cells) =>
    h(
      "tr",
      {},
      // On a narrow screen each cell stands beneath the one before, and tells itself what it is.
      cells.map((cell, n) => h("td", { className: heads[n] === "" ? "actions" : "", "data-head": heads[n] }, cell)),
    ),
  );
  return h("table", {}, h("thead", {}, h("tr", {}, head)), h("tbody", {}, body));
}

/** Puts new content in the place of the old; the keyboard stays on what has the same name. */
export function redraw(place: HTMLElement, ...content: Node[]): void {
  const { activeElement } = document;
  const held = place.contains(activeElement) ? activeElement?.getAttribute("aria-label") : null;
  place.replaceChildren(...content);
  if (held) [...place.querySelectorAll<HTMLElement>("[aria-label]")].find((one) => one.ariaLabel === held)?.focus();
}

/** A date as the reader writes it; the exact one on hover. */
export function date(iso: string | number | null | undefined): Child {
  if (iso === null || iso === undefined) return h("span", { className: "soft" }, "never");
  const at = new Date(iso);
  return h("time", { dateTime: at.toISOString(), title: at.toISOString() }, at.toLocaleString());
}

/** A text of several lines. */
export function block(text: string): HTMLElement {
  const lines = text.split(/\r?\n/).map((line) => visible(line.replaceAll("\t", "    ")));
  return h("pre", {}, document.createTextNode(lines.join("\n")));
}

/** The beginning of an id, the whole on hover. */
export function short(id: string): Child {
  return h("code", { title: id }, id.slice(0, 8));
}

/** `1.2 MB`. */
export function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  const [unit, name] = bytes < 1_000_000 ? [1_000, "kB"] : [1_000_000, "MB"];
  return `${(bytes / unit).toLocaleString(undefined, { maximumFractionDigits: 1 })} ${name}`;
}

/** `1 h 2 min`, `3 min 5 s`. */
export function span(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole >= 3600) return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
  return whole >= 60 ? `${Math.floor(whole / 60)} min ${whole % 60} s` : `${whole} s`;
}
