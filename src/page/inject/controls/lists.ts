/** Custom lists, by ARIA roles: their triggers, popups and options. */
import type { CurrentChoice, ListAnswer, ListOption } from "../../core/library-controls.ts";
import { clickTargetOf, factsOf, isDisabled } from "../accessibility/facts.ts";
import { ariaOf, matchesRole } from "../accessibility/internals.ts";
import { nameOf } from "../accessibility/names.ts";
import { replacedBy } from "../accessibility/native-list.ts";
import { isVisible } from "../dom/boxes.ts";
import { idOf } from "../dom/ids.ts";
import { closestAround, doc, plain } from "../dom/plain.ts";
import { queryAll } from "../dom/query.ts";
import { clickableFor, inside, isClippedAway, isReachable } from "../dom/reachable.ts";
import { squash, visibleText } from "../dom/text.ts";
import { contains, parentOf } from "../dom/tree.ts";
import { until } from "../dom/until.ts";
import { elementOf } from "../identity/registry.ts";
import { choicesOf, holds, isMultipleChoice } from "./chosen-options.ts";

const LISTS = "[role=listbox], [role=menu], [role=menubar], [role=radiogroup], [role=tree], [role=grid], fieldset";
const POPUPS = "[role=listbox], [role=menu], [role=tree], [role=grid], [role=dialog]";
const OPTIONS =
  "[role=option], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=radio], [role=treeitem], input[type=radio]";
const TRIGGERS =
  "[role=combobox], [aria-haspopup]:not([aria-haspopup=false]), [aria-controls][aria-expanded], [aria-owns][aria-expanded], button[aria-expanded]";

/** Class names that libraries use for the row that creates a new entry. Its text may be in any language. */
const CREATE_CLASS = /(^|[-_\s])(create|creatable|add-choice|new)([-_\s]|$)/i;

/** The lists that were visible before one was opened, by its trigger. */
const shownBefore = new WeakMap<Element, Set<Element>>();

interface Widget {
  trigger: Element | undefined;
  list: Element | undefined;
}

function widgetOf(listed: Element): Widget {
  const element = plain(listed);
  if (matchesRole(listed, LISTS) && hasOptions(listed)) {
    // Some lists open themselves: their options exist but are not visible yet.
    const opens = element.hasAttribute("aria-expanded") || itemsOf(listed).length === 0;
    return { trigger: opens ? listed : undefined, list: listed };
  }
  const trigger = triggerOf(listed);
  if (trigger) return { trigger, list: popupOf(trigger) };
  const lists = inside(listed).filter((one) => matchesRole(one, LISTS) && isVisible(one));
  return { trigger: undefined, list: lists.length === 1 ? lists[0] : undefined };
}

/** True when the element has options to choose from, now or after it is opened. */
export function isList(listed: Element): boolean {
  const { trigger, list } = widgetOf(listed);
  return (trigger ?? list) !== undefined;
}

function hasOptions(list: Element): boolean {
  return plain(list).localName !== "fieldset" || inside(list).some((one) => matchesRole(one, OPTIONS));
}

function triggerOf(listed: Element): Element | undefined {
  if (listed instanceof HTMLLabelElement && listed.control) return triggerOf(listed.control);
  const element = plain(listed);
  if (element.matches(TRIGGERS)) return listed;
  const around = element.closest(TRIGGERS);
  if (around) return around;
  const within = inside(listed).filter((one) => plain(one).matches(TRIGGERS) && isVisible(one));
  return within.length === 1 ? within[0] : undefined;
}

/** The popup of a trigger: referenced by it, newly visible since it was opened, or visible near it. */
function popupOf(trigger: Element): Element | undefined {
  const named = referencedBy(trigger);
  const visible = named.find(isReachable);
  if (visible) return visible;
  const isExpanded = plain(trigger).getAttribute("aria-expanded") === "true";
  if (named[0] && isExpanded) return visiblePopupAround(named[0]);
  const before = shownBefore.get(trigger);
  const fresh = before ? shownLists(trigger).filter((one) => !before.has(one)) : [];
  if (fresh.length > 0) return fresh.at(-1);
  if (!isExpanded) return undefined;
  for (let at: Element | null = trigger; at && at !== doc.body; at = parentOf(at)) {
    const near = inside(at).filter((one) => plain(one).matches(POPUPS) && isVisible(one) && !contains(one, trigger));
    if (near.length > 0) return near[0];
  }
  return shownLists(trigger).at(-1);
}

/** The visible popup around a list that only carries the roles. */
function visiblePopupAround(list: Element): Element | undefined {
  for (let at = parentOf(list); at && at !== doc.body; at = parentOf(at)) if (isVisible(at)) return at;
  return undefined;
}

function referencedBy(trigger: Element): Element[] {
  const holders = [trigger, ...inside(trigger).filter((one) => one instanceof HTMLInputElement)];
  const around = closestAround(trigger, "[role=combobox]");
  if (around) holders.push(around);
  const root = plain(trigger).getRootNode() as Document | ShadowRoot;
  const ids = holders.flatMap((one) =>
    ["aria-controls", "aria-owns"].flatMap((name) => (plain(one).getAttribute(name) ?? "").split(/\s+/)),
  );
  return ids.filter(Boolean).flatMap((id) => plain(root).getElementById(id) ?? doc.getElementById(id) ?? []);
}

function shownLists(trigger: Element): Element[] {
  return queryAll(POPUPS).filter((one) => isVisible(one) && !contains(one, trigger));
}

function itemsOf(list: Element): Element[] {
  const all = inside(list);
  const shown = (selector: string) => all.filter((one) => matchesRole(one, selector) && targetOf(one) !== null);
  let found = shown(OPTIONS);
  // Some lists have their roles on an invisible copy, and some have items without roles.
  if (found.length === 0) found = shown("[aria-selected]");
  if (found.length === 0 && plain(list).matches(POPUPS)) found = shown("li, [role=row], a[href], button");
  if (found.length === 0 && !plain(list).matches(LISTS)) found = all.filter(beginsPointer);
  // A custom radio may contain a native one. Only the outer one counts.
  const radios = found.filter((one) => matchesRole(one, "[role=radio]"));
  return found.filter((one) => !radios.some((radio) => radio !== one && contains(radio, one)));
}

/** True when the cursor becomes a pointer here: the only sign of an item without a role. */
function beginsPointer(item: Element): boolean {
  const hasPointerCursor = (one: Element | null) => one !== null && getComputedStyle(one).cursor === "pointer";
  return isVisible(item) && hasPointerCursor(item) && !hasPointerCursor(parentOf(item)) && visibleText(item) !== "";
}

/** The element to click: the option itself, or the visible substitute of a native control. */
function targetOf(item: Element): Element | null {
  if (item instanceof HTMLInputElement) return clickableFor(item);
  return isVisible(item) && !isClippedAway(item) ? item : null;
}

function optionOf(item: Element): ListOption {
  const element = plain(item);
  const target = targetOf(item) ?? item;
  return {
    label: squash(nameOf(item) || visibleText(item) || (element.textContent ?? "")),
    value: element.getAttribute("data-value") ?? element.getAttribute("value") ?? "",
    spot: clickTargetOf(target),
    isSelected: isSelected(item),
    isDisabled: isDisabled(item),
    isOffer: CREATE_CLASS.test(element.getAttribute("class") ?? ""),
  };
}

function isSelected(item: Element): boolean {
  if (item instanceof HTMLInputElement) return item.checked;
  return ariaOf(item, "selected") === "true" || ariaOf(item, "checked") === "true";
}

export function listOf(id: number): ListAnswer {
  const listed = elementOf(id);
  if (!listed) return { ok: false, reason: "gone" };
  const { trigger, list } = widgetOf(listed);
  const anchor = trigger ?? list;
  if (!anchor) return { ok: false, reason: "kind", facts: factsOf(listed) };
  if (isDisabled(anchor)) return { ok: false, reason: "disabled", facts: factsOf(anchor) };
  const isMultiple =
    (list !== undefined &&
      (plain(list).getAttribute("aria-multiselectable") === "true" ||
        itemsOf(list).some((one) => matchesRole(one, "[role=menuitemcheckbox]")))) ||
    isMultipleChoice(anchor);
  const input = trigger && [trigger, ...inside(trigger)].find((one) => one instanceof HTMLInputElement);
  return {
    ok: true,
    isOpen: list !== undefined && itemsOf(list).length > 0,
    isPopup: trigger !== undefined,
    isMultiple,
    trigger: clickTargetOf(clickableFor(anchor) ?? anchor),
    typing: input instanceof HTMLInputElement && !input.readOnly,
  };
}

/** The replaced multiple-choice list. It is more reliable, because the widget marks the active option as selected. */
function nativeOf(anchor: Element | undefined): HTMLSelectElement | undefined {
  const native = anchor && replacedBy(anchor);
  return native?.multiple ? native : undefined;
}

export function recordShownLists(id: number): void {
  const listed = elementOf(id);
  const trigger = listed && widgetOf(listed).trigger;
  if (trigger) shownBefore.set(trigger, new Set(shownLists(trigger)));
}

export function optionsNow(id: number): { list: Element | undefined; items: Element[]; options: ListOption[] } {
  const listed = elementOf(id);
  const { trigger, list } = listed ? widgetOf(listed) : {};
  const items = list ? itemsOf(list) : [];
  const native = nativeOf(trigger ?? list);
  const chosen = !native && trigger && isMultipleChoice(trigger) ? choicesOf(trigger, list) : [];
  return {
    list,
    items,
    options: items.map((item) => {
      const option = optionOf(item);
      if (native) return { ...option, isSelected: holds(native, option.label) };
      const isChosen = chosen.some(({ label }) => label === option.label);
      return isActive(trigger, item) ? { ...option, isSelected: isChosen } : option;
    }),
  };
}

/** True for the option that the keyboard would choose. Some multiple-choice lists mark it as selected. */
function isActive(trigger: Element | undefined, item: Element): boolean {
  if (!trigger || !isMultipleChoice(trigger) || item.id === "") return false;
  return [trigger, ...inside(trigger)].some((one) => plain(one).getAttribute("aria-activedescendant") === item.id);
}

export function selectedOptions(id: number): ListOption[] {
  return optionsNow(id).options.filter(({ isSelected }) => isSelected);
}

/** The chosen options of the widget, visible or not. */
export function currentChoices(id: number): CurrentChoice[] {
  const listed = elementOf(id);
  const { trigger, list } = listed ? widgetOf(listed) : {};
  const anchor = trigger ?? list;
  return anchor ? choicesOf(anchor, list) : [];
}

export async function hasChoice(id: number, label: string, wanted: boolean, waitMs: number): Promise<boolean> {
  return await until(waitMs, () => {
    const listed = elementOf(id);
    const trigger = listed && widgetOf(listed).trigger;
    const isChosen = currentChoices(id).some((one) => one.label === label) || (trigger && showsLabel(trigger, label));
    return !listed || isChosen === wanted;
  });
}

export async function optionApplied(
  id: number,
  optionId: number,
  label: string,
  wanted: boolean,
  waitMs: number,
): Promise<boolean> {
  return await until(waitMs, () => {
    const listed = elementOf(id);
    if (!listed) return true;
    const { trigger, list } = widgetOf(listed);
    const items = list ? itemsOf(list) : [];
    const item = items.find((one) => idOf(targetOf(one) ?? one) === optionId);
    // A popup that closed has handled the click. A list without state attributes cannot be checked.
    if (!item) return trigger !== undefined;
    const native = nativeOf(trigger ?? list);
    if (native) return holds(native, label) === wanted;
    if (isSelected(item) === wanted) return true;
    if (trigger && showsLabel(trigger, label)) return true;
    return !items.some((one) => one.matches("[aria-selected], [aria-checked], input, [role=radio]"));
  });
}

function showsLabel(trigger: Element, label: string): boolean {
  const input = [trigger, ...inside(trigger)].find((one) => one instanceof HTMLInputElement);
  const shown = input instanceof HTMLInputElement && input.value !== "" ? input.value : visibleText(trigger, 500);
  return squash(shown).includes(label);
}
