/**
 * Elements made of plain values. Texts are never read as HTML, and what is invisible in them is written out: names come
 * from anybody.
 */
import { visible } from "../../../lib/visible.ts";

export type Child = Node | string | number | null | undefined | false;
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

/** Puts new content in the place of the old; the keyboard stays on what has the same name. */
export function redraw(place: HTMLElement, ...content: Node[]): void {
  const { activeElement } = document;
  const held = place.contains(activeElement) ? activeElement?.getAttribute("aria-label") : null;
  place.replaceChildren(...content);
  if (held) labelled(place, held)?.focus();
}

export function labelled(place: Element, label: string): HTMLElement | undefined {
  return [...place.querySelectorAll<HTMLElement>("[aria-label]")].find((one) => one.ariaLabel === label);
}

/** The head of a page: what it is about, a line below it, and its buttons. */
export function top(title: Child | Child[], below: Child, ...buttons: Child[]): HTMLElement {
  return h(
    "div",
    { className: "top" },
    h("div", {}, h("h1", {}, title), below),
    h("span", { className: "buttons-row" }, buttons),
  );
}

export type Kind = "" | "quiet" | "bad";

/** A button; `label` is its name where its words alone do not tell what it acts on. */
export function button(words: string, kind: Kind, onclick: (event: Event) => void, label?: string): HTMLButtonElement {
  return h("button", { type: "button", className: kind, "aria-label": label, onclick }, words);
}

/** Links to the parts of a page. */
export function tabs(label: string, links: readonly (readonly [path: string, name: string])[], current: string) {
  const items = links.map(([path, name]) =>
    h("a", { href: `#/${path}`, "aria-current": path === current ? "page" : undefined }, name),
  );
  return h("nav", { className: "tabs", "aria-label": label }, items);
}
