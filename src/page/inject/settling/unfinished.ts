/** What was begun in the document and not ended: forms that were changed and not sent since, and dialogs that wait for an answer. */
import type { UnfinishedForm } from "../../core/library.ts";
import { nameOf } from "../accessibility/names.ts";
import { isVisible } from "../dom/boxes.ts";
import { doc, plain } from "../dom/plain.ts";
import { queryAll } from "../dom/query.ts";
import { squash, visibleText } from "../dom/text.ts";

const SENDS = "button:not([type=button]):not([type=reset]), input[type=submit], input[type=image]";
const DIALOGS = "dialog:modal, [role=alertdialog], [role=dialog][aria-modal=true]";
const ANSWERS = "button, input[type=button], input[type=submit], [role=button]";
const MAX_TEXT = 120;

/** Fields that were changed since their form was sent. */
const changed = new Map<HTMLFormElement, Set<Element>>();

for (const kind of ["input", "change"]) doc.addEventListener(kind, note, { capture: true, passive: true });

function note(event: Event): void {
  const [field] = event.composedPath();
  if (!(field instanceof Element)) return;
  const form = (field as { form?: unknown }).form ?? field.closest("form");
  if (!(form instanceof HTMLFormElement)) return;
  let fields = changed.get(form);
  if (!fields) {
    fields = new Set();
    changed.set(form, fields);
    // Events of forms do not leave a shadow root.
    for (const kind of ["submit", "reset"])
      plain(form).addEventListener(kind, () => changed.delete(form), { once: true });
  }
  fields.add(field);
}

/** Forms that have a button that sends them, by the names of their fields. */
export function unsentForms(): UnfinishedForm[] {
  const forms = [...changed].filter(([form]) => plain(form).isConnected && canBeSent(form));
  return forms
    .map(([, fields]) => [...fields].filter((field) => field.isConnected).map(nameOf))
    .filter(({ length }) => length > 0);
}

function canBeSent(form: HTMLFormElement): boolean {
  return [...plain(form).elements].some((one) => one.matches(SENDS) && isVisible(one));
}

/** The words of dialogs that leave a choice. One with a single button merely tells something. */
export function openDialogs(): string[] {
  const open = queryAll(DIALOGS).filter(isVisible);
  const asking = open.filter((one) => [...plain(one).querySelectorAll(ANSWERS)].filter(isVisible).length > 1);
  return asking.map((one) => squash(visibleText(one)).slice(0, MAX_TEXT));
}
