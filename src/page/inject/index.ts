/**
 * The library that runs inside every frame, in an isolated world: the page cannot see it, and a page that rewrites its
 * own built-ins does not change what it answers. Bundled by scripts/inject.ts.
 */
import type { ElementMethods, FrameWalk, PageLibrary, WalkOptions } from "../library.ts";
import { alike } from "./alike.ts";
import { isVisible, originOf } from "./boxes.ts";
import { factsOf } from "./facts.ts";
import { beginInput, fieldValue, fileInput, inputFor, select } from "./fields.ts";
import { outline } from "./outline.ts";
import { doc, plain } from "./plain.ts";
import { label, point } from "./point.ts";
import { isSelector, queryAll, showsText } from "./query.ts";
import { elementOf, idOf } from "./registry.ts";
import { scrollBy } from "./scroll.ts";
import { visibleText } from "./text.ts";
import { contains, hitAt, learnRoot } from "./tree.ts";
import { walk } from "./walk.ts";

/** Elements looked at. What lies beyond is told as cut. */
const MAX_ELEMENTS = 250_000;

/** Hosts that are asked after in one go. */
const MAX_SUSPECTS = 500;

/** Boxes that were asked for a closed shadow root, with the size they had then: one that grows is asked again. */
const asked = new WeakMap<Element, string>();
let suspects: Element[] = [];

function walkFrame({ listening, budgetChars, selector }: WalkOptions): FrameWalk {
  const listened = new Set(listening.flatMap((id) => elementOf(id) ?? []));
  const walked = walk(rootsOf(selector), listened, MAX_ELEMENTS);
  suspects = walked.suspects.filter(isUnasked).slice(0, MAX_SUSPECTS);
  const root = doc.scrollingElement ?? doc.documentElement;
  return {
    url: location.href,
    title: doc.title,
    nodes: outline(walked, budgetChars),
    cut: walked.cut,
    suspects: suspects.length,
    viewport: { width: innerWidth, height: innerHeight },
    page: { width: root?.scrollWidth ?? 0, height: root?.scrollHeight ?? 0 },
    scroll: { x: Math.round(scrollX), y: Math.round(scrollY) },
  };
}

function isUnasked(element: Element): boolean {
  const { clientWidth, clientHeight } = element;
  const size = `${clientWidth}x${clientHeight}`;
  if (asked.get(element) === size) return false;
  asked.set(element, size);
  return true;
}

/** Where the walk begins: the document, or the outermost elements that match. */
function rootsOf(selector: string | undefined): Element[] {
  if (selector === undefined) return doc.documentElement ? [doc.documentElement] : [];
  const found = queryAll(selector);
  return found.filter((one) => !found.some((other) => other !== one && contains(other, one)));
}

const library: PageLibrary = {
  walk: walkFrame,
  alike,
  point,
  beginInput,
  fieldValue,
  select,
  fileInput,
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
  idsOf: (...elements: Element[]) => {
    for (const element of elements) {
      const root = plain(element).getRootNode();
      if (root instanceof ShadowRoot) learnRoot(root);
    }
    return elements.map(idOf);
  },
  suspects: () => suspects,
  learnRoots: (...roots: ShadowRoot[]) => roots.map(learnRoot).some(Boolean),
  fileElement: (id: number) => {
    const element = elementOf(id);
    return element ? inputFor(element) : undefined;
  },
  elementFor: (id: number) => elementOf(id),
  frameOrigin: (element: Element, show: boolean) => {
    const box = element.getBoundingClientRect();
    const isPartlyOut = box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth;
    if (show && isPartlyOut) element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    return originOf(element);
  },
  frameCover: (element: Element, at: { x: number; y: number }) => {
    const hit = hitAt(at.x, at.y);
    return hit === null || contains(element, hit) ? null : label(hit);
  },
} satisfies Record<keyof ElementMethods, unknown> & Record<string, unknown>;

(globalThis as Record<string, unknown>).__svcPage ??= { ...library, ...elementMethods };
