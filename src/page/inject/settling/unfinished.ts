/** Unfinished work in the document: forms changed but not submitted, and dialogs that wait for an answer. */
import type { UnfinishedForm } from "../../core/library.ts";
import { nameOf } from "../accessibility/names.ts";
import { isVisible } from "../dom/boxes.ts";
import { doc, plain } from "../dom/plain.ts";
import { queryAll } from "../dom/query.ts";
import { squash, visibleText } from "../dom/text.ts";

const SUBMIT_BUTTONS = "button:not([type=button]):not([type=reset]), input[type=submit], input[type=image]";
const DIALOGS = "dialog:modal, [role=alertdialog], [role=dialog][aria-modal=true]";
const BUTTONS = "button, input[type=button], input[type=submit], [role=button]";
const MAX_TEXT = 120;

/** Fields that changed since their form was submitted. */
const changed = new Map<HTMLFormElement, Set<Element>>();

for (const kind of ["input", "change"]) doc.addEventListener(kind, recordChange, { capture: true, passive: true });

function recordChange(event: Event): void {
  const [field] = event.composedPath();
  if (!(field instanceof Element)) return;
  const form = (field as { form?: unknown }).form ?? field.closest("form");
  if (!(form instanceof HTMLFormElement)) return;
  let fields = changed.get(form);
  if (!fields) {
    fields = new Set();
    changed.set(form, fields);
    // Form events do not leave a shadow root.
    for (const kind of ["submit", "reset"])
      plain(form).addEventListener(kind, () => changed.delete(form), { once: true });
  }
  fields.add(field);
}

/** Changed forms with a visible submit button, each as the names of its changed fields. */
export function unsentForms(): UnfinishedForm[] {
  const forms = [...changed].filter(([form]) => plain(form).isConnected && canBeSubmitted(form));
  return forms
    .map(([, fields]) => [...fields].filter((field) => field.isConnected).map(nameOf))
    .filter(({ length }) => length > 0);
}

function canBeSubmitted(form: HTMLFormElement): boolean {
  return [...plain(form).elements].some((one) => one.matches(SUBMIT_BUTTONS) && isVisible(one));
}

/** The texts of open dialogs with a choice. A dialog with a single button is only a message. */
export function openDialogs(): string[] {
  const open = queryAll(DIALOGS).filter(isVisible);
  const choices = open.filter((one) => [...plain(one).querySelectorAll(BUTTONS)].filter(isVisible).length > 1);
  return choices.map((one) => squash(visibleText(one)).slice(0, MAX_TEXT));
}
