/**
 * The library that runs inside every frame, in an isolated world: the page cannot see it, and a page that rewrites its
 * own built-ins does not change what it answers. Bundled by scripts/inject.ts.
 */
import type { Semantics } from "../core/library.ts";
import type { ElementMethods, PageLibrary } from "../core/page-library.ts";
import { learnChoices } from "./accessibility/chosen-class.ts";
import { factsOf } from "./accessibility/facts.ts";
import { learnInternals, takeCustom } from "./accessibility/internals.ts";
import { armClipboard, clipboardResult, pasteEvent } from "./controls/clipboard.ts";
import { inputFor } from "./controls/file-inputs.ts";
import { controls } from "./controls/library.ts";
import { elementValue, optionsOf, statesOf, styles } from "./controls/read.ts";
import { originOf } from "./dom/boxes.ts";
import { idOf, nodeOf } from "./dom/ids.ts";
import { messages } from "./dom/live-regions.ts";
import { pageText } from "./dom/page-text.ts";
import { doc, plain } from "./dom/plain.ts";
import { find } from "./dom/query.ts";
import { visibleText } from "./dom/text.ts";
import { contains, hitAt, learnRoot } from "./dom/tree.ts";
import { change, watch } from "./dom/watch.ts";
import { pressResult } from "./hit-testing/aim.ts";
import { coverOf } from "./hit-testing/covering.ts";
import { afterHover, beforeHover } from "./hit-testing/hover.ts";
import { describeStale } from "./identity/nearest.ts";
import { begin, elementOf } from "./identity/registry.ts";
import { afterDrag, beforeDrag, restingBox } from "./pointer/drags.ts";
import { point } from "./pointer/point.ts";
import { reveal, scroll } from "./pointer/scroll.ts";
import { seekTo } from "./pointer/seek-text.ts";
import { wheelDone, wheelPlan } from "./pointer/wheel.ts";
import { beginAction, rest } from "./settling/rest.ts";
import { openDialogs, unsentForms } from "./settling/unfinished.ts";
import { concealed } from "./snapshot/concealed.ts";
import { draw } from "./snapshot/draw.ts";
import { matches } from "./snapshot/matches.ts";
import { survey, suspectsOf } from "./snapshot/survey.ts";

const library: PageLibrary = {
  walk: survey,
  matches,
  describeStale,
  point,
  ...controls,
  scroll,
  draw,
  concealed,
  watch,
  change,
  beginAction,
  rest,
  find,
  styles,
  elementValue,
  statesOf,
  optionsOf,
  pageText,
  messages,
  unsentForms,
  openDialogs,
  learnChoices,
  wheelPlan,
  wheelDone,
  seekTo,
  pressResult,
  armClipboard,
  clipboardResult,
  pasteEvent,
  beforeDrag,
  afterDrag,
  restingBox,
  beforeHover,
  afterHover,
  reveal: (id) => {
    const element = elementOf(id);
    if (element) reveal(element);
  },
  facts: (id) => {
    const element = elementOf(id);
    return element ? factsOf(element) : null;
  },
  attributes: (id) => {
    const element = elementOf(id);
    return element ? Object.fromEntries([...plain(element).attributes].map(({ name, value }) => [name, value])) : null;
  },
  textOf: (id) => {
    const raw = elementOf(id);
    if (!raw) return null;
    const element = plain(raw);
    return (
      (element instanceof HTMLElement ? element.innerText : (element.textContent ?? "")) || visibleText(raw, 1_000_000)
    );
  },
  html: () => doc.documentElement?.outerHTML ?? "",
  outerHtml: (id) => {
    const element = elementOf(id);
    return element ? plain(element).outerHTML : null;
  },
  focus: () => {
    const active = doc.activeElement;
    if (!active || active === doc.documentElement) return null;
    if (active === doc.body && !doc.body.isContentEditable) return null;
    return { id: idOf(active), isFrame: active instanceof HTMLIFrameElement || active.localName === "frame" };
  },
  // Timers and navigations that an event handler started come before this in the queue of tasks.
  turn: async (id) => {
    await new Promise<void>((resolve) => setTimeout(() => setTimeout(resolve)));
    const element = id === null ? undefined : elementOf(id);
    return { facts: element ? factsOf(element) : null, ...pressResult() };
  },
  documentFacts: () => ({ url: location.href, title: doc.title, readyState: doc.readyState }),
};

const elementMethods = {
  begin,
  idsOf: (...elements: Element[]) => {
    for (const element of elements) {
      const root = plain(element).getRootNode();
      if (root instanceof ShadowRoot) learnRoot(root);
    }
    return elements.map((element) => (plain(element).ownerDocument === document ? idOf(element) : 0));
  },
  suspects: suspectsOf,
  custom: takeCustom,
  learnInternals: (entries: [number, Semantics | null][]) => {
    for (const [id, semantics] of entries) {
      const element = nodeOf(id);
      if (element) learnInternals(element, semantics);
    }
  },
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
    return hit === null || contains(element, hit) ? null : coverOf(hit);
  },
} satisfies Record<keyof ElementMethods, unknown> & Record<string, unknown>;

// A frame's first document reuses the global object of its initial empty document, whose library must be replaced.
const world = globalThis as { __svcPage?: object; __svcDocument?: Document };
if (world.__svcDocument !== document) world.__svcPage = { ...library, ...elementMethods };
world.__svcDocument = document;
