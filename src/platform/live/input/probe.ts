/** Reads from a page what the live view needs: selected text, cursor shape, choices of a list. Runs in an isolated world. */

import type { Session } from "../../../cdp/connection.ts";
import { withTimeout } from "../../../lib/deadline.ts";
import type { ChoiceState } from "../stream/messages.ts";

/** Timeout for pages that hang. */
const ASK_MS = 2000;

/** Maximum length of a copied selection. */
const MAX_SELECTION_CHARS = 1 << 20;

const SELECTION = `(() => {
  const of = (root) => {
    const focused = root.activeElement;
    if (focused && focused.shadowRoot) return of(focused.shadowRoot);
    if (focused && focused.contentDocument) return of(focused.contentDocument);
    if (focused && focused.type !== "password" && typeof focused.selectionStart === "number" && focused.selectionEnd > focused.selectionStart)
      return focused.value.slice(focused.selectionStart, focused.selectionEnd);
    return String((root.ownerDocument || root).getSelection() || "");
  };
  return of(document).slice(0, ${MAX_SELECTION_CHARS});
})()`;

/** `at` is the element at that point, in any shadow root or frame of the same site. */
const elementAt = (x: number, y: number) => `
  let root = document, x = ${x}, y = ${y}, at;
  for (;;) {
    at = root.elementFromPoint(x, y);
    if (!at) return;
    if (at.contentDocument) {
      const box = at.getBoundingClientRect();
      x -= box.left + at.clientLeft; y -= box.top + at.clientTop; root = at.contentDocument;
    } else if (at.shadowRoot && at.shadowRoot.elementFromPoint(x, y) !== at) root = at.shadowRoot;
    else break;
  }`;

const cursorAt = (x: number, y: number) => `(() => {
  ${elementAt(x, y)}
  const { cursor } = getComputedStyle(at);
  if (cursor !== "auto") return cursor;
  return at.matches("textarea, [contenteditable], input:not([type]), input[type=text], input[type=search], input[type=email], input[type=url], input[type=tel], input[type=number], input[type=password]") ? "text" : "default";
})()`;

/** Maximum number of options that are shown. */
const MAX_OPTIONS = 1000;
const MAX_LABEL_CHARS = 200;

// The select is stored in this world for a later choice: the page may have scrolled by then.
const choicesAt = (x: number, y: number) => `(() => {
  ${elementAt(x, y)}
  const select = at.closest("select");
  if (!select || !select.matches(":open")) return;
  globalThis.svcSelect = select;
  return [...select.options].slice(0, ${MAX_OPTIONS}).map((one, n) => ({
    label: one.label.slice(0, ${MAX_LABEL_CHARS}),
    disabled: one.disabled || !!one.closest("optgroup")?.disabled,
    selected: n === select.selectedIndex,
  }));
})()`;

const chosen = (index: number) => `(() => {
  const select = globalThis.svcSelect;
  const option = select?.options[${index}];
  delete globalThis.svcSelect;
  if (!option || option.disabled || select.selectedIndex === ${index}) return;
  select.selectedIndex = ${index};
  for (const name of ["input", "change"]) select.dispatchEvent(new Event(name, { bubbles: true, composed: name === "input" }));
})()`;

const CURSORS =
  /^(default|none|pointer|text|vertical-text|move|grab|grabbing|wait|progress|help|crosshair|cell|alias|copy|no-drop|not-allowed|zoom-in|zoom-out|all-scroll|(col|row|[nsew]{1,4})-resize)$/;

/** The selected text of the page or its focused field; empty without a selection. */
export async function selectedText(session: Session, frameId: string): Promise<string> {
  const text = await ask(session, frameId, SELECTION);
  return typeof text === "string" ? text : "";
}

/** The CSS cursor at that point. */
export async function cursorOf(session: Session, frameId: string, at: { x: number; y: number }): Promise<string> {
  const cursor = await ask(session, frameId, cursorAt(Math.round(at.x), Math.round(at.y)));
  const last = typeof cursor === "string" ? (cursor.split(",").at(-1) ?? "").trim() : "";
  return CURSORS.test(last) ? last : "default";
}

/** Options of the select at that point; undefined if there is none. */
export async function choicesOf(
  session: Session,
  frameId: string,
  at: { x: number; y: number },
): Promise<ChoiceState[] | undefined> {
  const found = await ask(session, frameId, choicesAt(Math.round(at.x), Math.round(at.y)));
  return Array.isArray(found) && found.length > 0 ? (found as ChoiceState[]) : undefined;
}

/** Chooses an option of the select that `choicesOf` found last, with the events of a user's choice. */
export async function choose(session: Session, frameId: string, index: number): Promise<void> {
  await ask(session, frameId, chosen(index));
}

async function ask(session: Session, frameId: string, expression: string): Promise<unknown> {
  const work = async () => {
    const world = await session.sendMayFail("Page.createIsolatedWorld", { frameId, worldName: "svc-live" });
    if (!world) return undefined;
    const contextId = world.executionContextId;
    const answer = await session.sendMayFail("Runtime.evaluate", { expression, contextId, returnByValue: true });
    return answer?.result.value as unknown;
  };
  return await withTimeout(work(), ASK_MS);
}
