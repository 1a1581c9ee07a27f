/** Which element is the field, and of what kind: it decides how text gets into it. */
import { doc, plain } from "../dom/plain.ts";
import { inside, isForScript, isReachable } from "../dom/reachable.ts";
import { isChosen } from "../dom/values.ts";
import { explicitRole } from "./roles.ts";

/** `keys` is a widget that takes keys without being a field: only its role tells. */
type Kind = "text" | "chosen" | "editable" | "keys" | "file" | "check" | "select" | "none";

const NO_FIELD = /^(submit|reset|button|image|hidden)$/;

/** Fields whose last text was a secret. */
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

/** The field that a listed element stands for: itself, its label's, or the only one inside it. */
export function fieldOf(listed: Element): Element {
  if (kindOf(listed) !== "none") return listed;
  if (listed instanceof HTMLLabelElement && listed.control) return listed.control;
  const fields = inside(listed).filter(
    (one) => isTyped(one) && !(kindOf(one) === "editable" && !isHost(one)) && !isForScript(one),
  );
  const shown = fields.filter(isReachable);
  return (fields.length === 1 ? fields[0] : shown.length === 1 ? shown[0] : undefined) ?? listed;
}

/** An element that is editable by itself, not by what is around it. */
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

/** Takes the focus and keys without being shown: the part of an editor that draws its text elsewhere. */
export function takesKeys(element: Element): boolean {
  return (
    isTyped(element) && kindOf(element) !== "chosen" && (element as HTMLElement).tabIndex >= 0 && !isForScript(element)
  );
}

/** From here on the field shows no one what it holds, or does again. */
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
