/** The value of a control inside a label, which is part of the label's text: "Flash the screen [3] times". */
import { plain } from "../dom/plain.ts";

/** The value, never of a password; undefined for another element. `role` is explicit; `name` names the options of a list. */
export function embeddedValue(
  element: Element,
  role: string | undefined,
  name: (option: Element) => string,
): string | undefined {
  const value = NATIVE.has(element.localName) ? nativeValue(element) : undefined;
  if (value !== undefined || role === undefined) return value;
  if (/^(slider|spinbutton|scrollbar|meter|progressbar)$/.test(role))
    return element.getAttribute("aria-valuetext") || (element.getAttribute("aria-valuenow") ?? "");
  if (role === "textbox" && element instanceof HTMLElement) return element.innerText;
  if (role !== "listbox") return undefined;
  return [...plain(element).querySelectorAll("[aria-selected=true]")].map(name).join(" ");
}

const NATIVE = new Set(["input", "meter", "progress", "select", "textarea"]);

function nativeValue(element: Element): string | undefined {
  if (element instanceof HTMLSelectElement) return [...element.selectedOptions].map((one) => one.label).join(" ");
  if (element instanceof HTMLTextAreaElement) return element.value;
  if (element instanceof HTMLMeterElement) return String(element.value);
  if (element instanceof HTMLProgressElement) return element.hasAttribute("value") ? String(element.value) : "";
  if (!(element instanceof HTMLInputElement)) return undefined;
  if (/^(checkbox|radio|file|submit|reset|button|image)$/.test(element.type)) return undefined;
  return element.type === "password" || element.type === "hidden" ? "" : element.value;
}
