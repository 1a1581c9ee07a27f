/** A control inside a label tells its value there: "Flash the screen [3] times". */
import { plain } from "./plain.ts";
import { explicitRole } from "./roles.ts";

/** The value; undefined for what is no such control. Passwords never. `name` names the options of a list. */
export function embeddedValue(element: Element, name: (option: Element) => string): string | undefined {
  if (element instanceof HTMLSelectElement) return [...element.selectedOptions].map((one) => one.label).join(" ");
  if (element instanceof HTMLTextAreaElement) return element.value;
  if (element instanceof HTMLInputElement) {
    if (/^(checkbox|radio|file|submit|reset|button|image)$/.test(element.type)) return undefined;
    return element.type === "password" || element.type === "hidden" ? "" : element.value;
  }
  if (element instanceof HTMLMeterElement) return String(element.value);
  if (element instanceof HTMLProgressElement) return element.hasAttribute("value") ? String(element.value) : "";
  const role = explicitRole(element);
  if (role && /^(slider|spinbutton|scrollbar|meter|progressbar)$/.test(role))
    return element.getAttribute("aria-valuetext") || (element.getAttribute("aria-valuenow") ?? "");
  if (role === "textbox" && element instanceof HTMLElement) return element.innerText;
  if (role !== "listbox") return undefined;
  return [...plain(element).querySelectorAll("[aria-selected=true]")].map(name).join(" ");
}
