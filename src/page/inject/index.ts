/**
 * The library that runs inside every frame, in an isolated world: the page cannot see it, and a page that rewrites its
 * own built-ins does not change what it answers. Bundled by scripts/inject.ts.
 */
import type { ElementMethods, PageLibrary } from "../library.ts";
import { controls } from "./controls.ts";
import { factsOf, isVisible, visibleText } from "./facts.ts";
import { inputFor } from "./files.ts";
import { doc } from "./plain.ts";
import { label, point } from "./point.ts";
import { isSelector, queryAll, showsText } from "./query.ts";
import { elementOf, idOf } from "./registry.ts";
import { scrollBy } from "./scroll.ts";
import { contains, hitAt } from "./tree.ts";
import { walk } from "./walk.ts";

const library: PageLibrary = {
  walk,
  point,
  ...controls,
  scrollBy,
  isSelector,
  reveal: (id) => elementOf(id)?.scrollIntoView({ block: "center", inline: "center", behavior: "instant" }),
  facts: (id) => {
    const element = elementOf(id);
    return element ? factsOf(element) : null;
  },
  attributes: (id) => {
    const element = elementOf(id);
    return element ? Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])) : null;
  },
  textOf: (id) => {
    const element = elementOf(id);
    if (!element) return null;
    return (
      (element instanceof HTMLElement ? element.innerText : (element.textContent ?? "")) ||
      visibleText(element, 1_000_000)
    );
  },
  html: (selector) => {
    if (selector === null) return { ok: true, html: doc.documentElement?.outerHTML ?? "" };
    if (!isSelector(selector)) return { ok: false, reason: "invalid" };
    const found = queryAll(selector)[0];
    return found ? { ok: true, html: found.outerHTML } : { ok: false, reason: "missing" };
  },
  holds: (condition) => {
    if ("text" in condition) return showsText(condition.text);
    const found = queryAll(condition.selector);
    if (condition.state === "attached") return found.length > 0;
    if (condition.state === "detached") return found.length === 0;
    const visible = found.some(isVisible);
    return condition.state === "visible" ? visible : !visible;
  },
  focus: () => {
    const active = doc.activeElement;
    if (!active || active === doc.documentElement) return null;
    if (active === doc.body && !doc.body.isContentEditable) return null;
    return { id: idOf(active), isFrame: active instanceof HTMLIFrameElement || active.localName === "frame" };
  },
  // Timers and navigations that an event handler started come before this in the queue of tasks.
  turn: () => new Promise((resolve) => setTimeout(() => setTimeout(() => resolve(true)))),
  documentFacts: () => ({ url: location.href, title: doc.title, readyState: doc.readyState }),
};

const elementMethods = {
  idOf: (element: Element) => idOf(element),
  fileElement: (id: number) => {
    const element = elementOf(id);
    return element ? inputFor(element) : undefined;
  },
  elementFor: (id: number) => elementOf(id),
  frameOrigin: (element: Element, show: boolean) => {
    const box = element.getBoundingClientRect();
    const isPartlyOut = box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth;
    if (show && isPartlyOut) {
      element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    }
    const now = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const inset = (side: string) =>
      Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) +
      Number.parseFloat(style.getPropertyValue(`padding-${side}`));
    return { x: now.x + inset("left"), y: now.y + inset("top") };
  },
  frameCover: (element: Element, at: { x: number; y: number }) => {
    const hit = hitAt(at.x, at.y);
    return hit === null || contains(element, hit) ? null : label(hit);
  },
} satisfies Record<keyof ElementMethods, unknown> & Record<string, unknown>;

(globalThis as Record<string, unknown>).__svcPage ??= { ...library, ...elementMethods };
