/** Finds the field of an element and its kind, which decides how text is entered. */
import { doc, plain } from "../dom/plain.ts";
import { inside, isPageHelper, isReachable } from "../dom/reachable.ts";
import { isChosen } from "../dom/values.ts";
import { explicitRole } from "./roles.ts";

/** `keys`: a widget that takes keys but is not a field; only its role shows it. */
type Kind = "text" | "chosen" | "editable" | "keys" | "file" | "check" | "select" | "none";

const NO_FIELD = /^(submit|reset|button|image|hidden)$/;

/** Fields that contain a secret. */
const secrets = new WeakSet<Element>();

export function kindOf(raw: Element): Kind {
  const element = plain(raw);
  if (element instanceof HTMLTextAreaElement) return "text";
  if (element instanceof HTMLSelectElement) return "select";
  if (element instanceof HTMLInputElement) {
    if (element.type === "file") return "file";
    if (/^(checkbox|radio)$/.test(element.type)) return "check";
    if (NO_FIELD.test(element.type)) return "none";
    return isChosen(element) ? "chosen" : "text";
  }
  if (element instanceof HTMLElement && element.isContentEditable) return "editable";
  if ((element as { editContext?: unknown }).editContext) return "keys";
  return "none";
}

export function isTyped(element: Element): boolean {
  return /^(text|chosen|editable|keys)$/.test(kindOf(element));
}

/** The field of a listed element: itself, the control of a label, or the only field inside it. */
export function fieldOf(listed: Element): Element {
  if (kindOf(listed) !== "none") return listed;
  if (listed instanceof HTMLLabelElement && listed.control) return listed.control;
  const fields = inside(listed).filter(
    (one) => isTyped(one) && !(kindOf(one) === "editable" && !isHost(one)) && !isPageHelper(one),
  );
  const shown = fields.filter(isReachable);
  return (fields.length === 1 ? fields[0] : shown.length === 1 ? shown[0] : undefined) ?? listed;
}

/** True for an element that is editable by itself and not by inheritance. */
function isHost(element: Element): boolean {
  return element === doc.body || element.parentElement?.isContentEditable !== true;
}

export function hostOf(element: HTMLElement): HTMLElement {
  let host = element;
  while (!isHost(host) && host.parentElement) host = host.parentElement;
  return host;
}

export function isKeysWidget(element: Element): boolean {
  return /^(textbox|searchbox|combobox|spinbutton)$/.test(explicitRole(element) ?? "");
}

/** True for an element that takes focus and keys without being shown, as in editors that draw their text elsewhere. */
export function takesKeys(element: Element): boolean {
  return (
    isTyped(element) && kindOf(element) !== "chosen" && (element as HTMLElement).tabIndex >= 0 && !isPageHelper(element)
  );
}

/** Marks the value of a field as secret, or removes the mark. */
export function setSecret(field: Element, isOne: boolean): void {
  if (isOne) secrets.add(field);
  else secrets.delete(field);
}

export function isSecret(element: Element): boolean {
  if (element instanceof HTMLInputElement && element.type === "password") return true;
  if (secrets.has(element)) return true;
  const style = getComputedStyle(element) as CSSStyleDeclaration & { webkitTextSecurity?: string };
  return (style.webkitTextSecurity ?? "none") !== "none";
}
