/** What is so of an element: role, name, value, states, visibility. */
import type { Box, ElementFacts } from "../library.ts";
import { doc, plain } from "./plain.ts";
import { childrenOf } from "./tree.ts";

const IMPLICIT_ROLES: Record<string, string> = {
  a: "link",
  area: "link",
  article: "article",
  audio: "audio",
  button: "button",
  canvas: "img",
  dialog: "dialog",
  details: "group",
  fieldset: "group",
  form: "form",
  iframe: "iframe",
  img: "img",
  li: "listitem",
  main: "main",
  nav: "navigation",
  ol: "list",
  option: "option",
  progress: "progressbar",
  summary: "button",
  svg: "img",
  table: "table",
  td: "cell",
  textarea: "textbox",
  th: "columnheader",
  tr: "row",
  ul: "list",
  video: "video",
};

const INPUT_ROLES: Record<string, string> = {
  button: "button",
  checkbox: "checkbox",
  color: "color",
  file: "file",
  image: "button",
  number: "spinbutton",
  radio: "radio",
  range: "slider",
  reset: "button",
  search: "searchbox",
  submit: "button",
};

function roleOf(raw: Element): string {
  const element = plain(raw);
  const explicit = element.getAttribute("role")?.trim().split(/\s+/)[0];
  if (explicit) return explicit.toLowerCase();
  const tag = element.localName;
  if (element instanceof HTMLInputElement) {
    return element.list && INPUT_ROLES[element.type] === undefined
      ? "combobox"
      : (INPUT_ROLES[element.type] ?? "textbox");
  }
  if (element instanceof HTMLSelectElement) return element.multiple || element.size > 1 ? "listbox" : "combobox";
  if (/^h[1-6]$/.test(tag)) return "heading";
  if (tag === "a" && !element.hasAttribute("href")) return "generic";
  if (element instanceof HTMLElement && element.isContentEditable && element.parentElement?.isContentEditable !== true)
    return "textbox";
  return IMPLICIT_ROLES[tag] ?? "generic";
}

export function squash(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The text of an element as a reader sees it, hidden parts left out, at most `most` characters. */
export function visibleText(element: Element, most = 2_000): string {
  const pieces: string[] = [];
  let length = 0;
  const visit = (node: Node): void => {
    if (length > most) return;
    if (node instanceof Text) {
      pieces.push(node.data);
      length += node.data.length;
      return;
    }
    if (!(node instanceof Element) || SILENT.has(plain(node).localName)) return;
    if (!plain(node).checkVisibility({ visibilityProperty: true })) return;
    const block = !getComputedStyle(node).display.startsWith("inline");
    if (block) pieces.push(" ");
    if (node instanceof HTMLImageElement && node.alt) pieces.push(node.alt);
    for (const child of childrenOf(node)) visit(child);
    if (block) pieces.push(" ");
  };
  for (const child of childrenOf(element)) visit(child);
  return squash(pieces.join("")).slice(0, most);
}

export const SILENT = new Set([
  "script",
  "style",
  "noscript",
  "template",
  "head",
  "meta",
  "link",
  "title",
  "base",
  "param",
  "source",
  "track",
]);

/** The accessible name, by the usual order: labelledby, label, native label, alt and title, content, placeholder. */
export function nameOf(raw: Element): string {
  const element = plain(raw);
  const labelledBy = element.getAttribute("aria-labelledby");
  if (labelledBy) {
    const root = plain(element.getRootNode()) as Document | ShadowRoot;
    const parts = labelledBy.split(/\s+/).map((id) => {
      const other = root.getElementById?.(id);
      return other ? squash(other.textContent ?? "") : "";
    });
    const name = squash(parts.join(" "));
    if (name) return name.slice(0, 200);
  }
  const candidates = [
    () => element.getAttribute("aria-label"),
    () =>
      "labels" in element && element.labels
        ? [...(element.labels as NodeListOf<Element>)].map((label) => visibleText(label, 200)).join(" ")
        : "",
    () =>
      element instanceof HTMLInputElement && /^(submit|reset|button)$/.test(element.type)
        ? element.value || defaultLabel(element.type)
        : "",
    () => element.getAttribute("alt"),
    () => (isTextControl(element) || element instanceof HTMLSelectElement ? "" : visibleText(raw, 200)),
    () => element.querySelector(":scope > title, :scope > svg > title")?.textContent,
    () => element.getAttribute("title"),
    () => element.getAttribute("placeholder"),
  ];
  for (const candidate of candidates) {
    const name = squash(candidate() ?? "");
    if (name) return name.slice(0, 200);
  }
  return "";
}

function defaultLabel(type: string): string {
  return type === "submit" ? "Submit" : type === "reset" ? "Reset" : "";
}

function isTextControl(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement;
}

/** The value a person sees in a control. Passwords never. */
export function shownValue(raw: Element): string | undefined {
  const element = plain(raw);
  if (element instanceof HTMLInputElement) {
    if (/^(checkbox|radio|submit|reset|button|image)$/.test(element.type)) return undefined;
    if (element.type === "password") return element.value === "" ? "" : "•".repeat(8);
    if (element.type === "file") return [...(element.files ?? [])].map((file) => file.name).join(", ");
    return element.value;
  }
  if (element instanceof HTMLTextAreaElement) return element.value;
  if (element instanceof HTMLSelectElement)
    return [...element.selectedOptions].map((option) => squash(option.label)).join(", ");
  if (element instanceof HTMLElement && element.isContentEditable) return squash(element.innerText);
  return element.getAttribute("aria-valuetext") ?? element.getAttribute("aria-valuenow") ?? undefined;
}

export function isDisabled(raw: Element): boolean {
  const element = plain(raw);
  return element.matches(":disabled") || element.closest("[aria-disabled=true]") !== null;
}

function statesOf(raw: Element): string[] {
  const element = plain(raw);
  const states: string[] = [];
  const aria = (name: string) => element.getAttribute(`aria-${name}`);
  if (isDisabled(element)) states.push("disabled");
  if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type)) {
    if (element.indeterminate) states.push("mixed");
    else if (element.checked) states.push("checked");
  } else if (aria("checked") === "true") states.push("checked");
  else if (aria("checked") === "mixed") states.push("mixed");
  if (element instanceof HTMLOptionElement ? element.selected : aria("selected") === "true") states.push("selected");
  if (aria("pressed") === "true") states.push("pressed");
  const expanded =
    element.localName === "summary"
      ? String((element.parentElement as HTMLDetailsElement | null)?.open === true)
      : aria("expanded");
  if (expanded) states.push(`expanded=${expanded}`);
  if ((element as HTMLInputElement).required === true || aria("required") === "true") states.push("required");
  if ((element as HTMLInputElement).readOnly === true || aria("readonly") === "true") states.push("readonly");
  if (aria("invalid") && aria("invalid") !== "false") states.push("invalid");
  const current = aria("current");
  if (current && current !== "false") states.push("current");
  const root = element.getRootNode() as Document | ShadowRoot;
  if (plain(root).activeElement === raw && raw !== doc.body) states.push("focused");
  return states;
}

export function boxOf(element: Element): Box {
  const { x, y, width, height } = plain(element).getBoundingClientRect();
  return { x: round(x), y: round(y), width: round(width), height: round(height) };
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Shown, with a box. An element of `display: contents` has none of its own. */
export function isVisible(raw: Element): boolean {
  const element = plain(raw);
  if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false })) return false;
  for (const rect of element.getClientRects()) if (rect.width > 0 && rect.height > 0) return true;
  return false;
}

export function inViewport(box: Box): boolean {
  return box.x < innerWidth && box.y < innerHeight && box.x + box.width > 0 && box.y + box.height > 0;
}

export function factsOf(element: Element): ElementFacts {
  const box = boxOf(element);
  const value = shownValue(element);
  const href = element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement ? element.href : undefined;
  const textControl = isTextControl(element) || element instanceof HTMLSelectElement;
  return {
    tag: plain(element).localName,
    role: roleOf(element),
    name: nameOf(element),
    text: textControl ? "" : visibleText(element, 200),
    ...(value === undefined ? {} : { value }),
    ...(href ? { href } : {}),
    ...(element instanceof HTMLInputElement ? { type: element.type } : {}),
    box,
    states: statesOf(element),
    inViewport: inViewport(box),
  };
}
