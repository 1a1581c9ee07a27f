/** Lists made of other elements, by their roles: what opens one, where it is shown, and what its options are. */
import type { HeldChoice, ListAnswer, ListOption } from "../../core/library-controls.ts";
import { clickTargetOf, factsOf, isDisabled } from "../accessibility/facts.ts";
import { ariaOf, matchesRole } from "../accessibility/internals.ts";
import { nameOf } from "../accessibility/names.ts";
import { replacedBy } from "../accessibility/native-list.ts";
import { isVisible } from "../dom/boxes.ts";
import { idOf } from "../dom/ids.ts";
import { closestAround, doc, plain } from "../dom/plain.ts";
import { queryAll } from "../dom/query.ts";
import { inside, isReachable, isSwallowed, shownFor } from "../dom/reachable.ts";
import { squash, visibleText } from "../dom/text.ts";
import { contains, parentOf } from "../dom/tree.ts";
import { until } from "../dom/until.ts";
import { elementOf } from "../identity/registry.ts";
import { choicesOf, holds, takesSeveral } from "./chosen-options.ts";

const LISTS = "[role=listbox], [role=menu], [role=menubar], [role=radiogroup], [role=tree], [role=grid], fieldset";
const POPUPS = "[role=listbox], [role=menu], [role=tree], [role=grid], [role=dialog]";
const OPTIONS =
  "[role=option], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=radio], [role=treeitem], input[type=radio]";
const TRIGGERS =
  "[role=combobox], [aria-haspopup]:not([aria-haspopup=false]), [aria-controls][aria-expanded], [aria-owns][aria-expanded], button[aria-expanded]";

/** What libraries call the row that offers to make an entry of the text: its words are in any language. */
const OFFERS = /(^|[-_\s])(create|creatable|add-choice|new)([-_\s]|$)/i;

/** The lists that were shown before one was opened, by what opens it. */
const shownBefore = new WeakMap<Element, Set<Element>>();

interface Widget {
  trigger: Element | undefined;
  list: Element | undefined;
}

function widgetOf(listed: Element): Widget {
  const element = plain(listed);
  if (matchesRole(listed, LISTS) && hasOptions(listed)) {
    // Some lists are their own opener: they hold options that are not shown yet.
    const opens = element.hasAttribute("aria-expanded") || itemsOf(listed).length === 0;
    return { trigger: opens ? listed : undefined, list: listed };
  }
  const trigger = triggerOf(listed);
  if (trigger) return { trigger, list: popupOf(trigger) };
  const lists = inside(listed).filter((one) => matchesRole(one, LISTS) && isVisible(one));
  return { trigger: undefined, list: lists.length === 1 ? lists[0] : undefined };
}

/** True where an option can be chosen of it, now or after it is opened. */
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

/** What the trigger names as its list, or a list that was not shown before it was opened, or one near it that is. */
function popupOf(trigger: Element): Element | undefined {
  const named = namedBy(trigger);
  const visible = named.find(isReachable);
  if (visible) return visible;
  const isExpanded = plain(trigger).getAttribute("aria-expanded") === "true";
  if (named[0] && isExpanded) return shownAround(named[0]);
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

/** The popup that holds a list which is there for its roles alone. */
function shownAround(list: Element): Element | undefined {
  for (let at = parentOf(list); at && at !== doc.body; at = parentOf(at)) if (isVisible(at)) return at;
  return undefined;
}

function namedBy(trigger: Element): Element[] {
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
  // Some lists give their roles to a copy that nobody sees, and some give none to what is in them.
  if (found.length === 0) found = shown("[aria-selected]");
  if (found.length === 0 && plain(list).matches(POPUPS)) found = shown("li, [role=row], a[href], button");
  if (found.length === 0 && !plain(list).matches(LISTS)) found = all.filter(beginsPointer);
  // A radio of a group of roles may hold a native one: the outer speaks for both.
  const radios = found.filter((one) => matchesRole(one, "[role=radio]"));
  return found.filter((one) => !radios.some((radio) => radio !== one && contains(radio, one)));
}

/** True where the pointer becomes a hand: all that is told of items without roles. */
function beginsPointer(item: Element): boolean {
  const isHand = (one: Element | null) => one !== null && getComputedStyle(one).cursor === "pointer";
  return isVisible(item) && isHand(item) && !isHand(parentOf(item)) && visibleText(item) !== "";
}

/** What to click on: the option itself, or what stands for a native control. */
function targetOf(item: Element): Element | null {
  if (item instanceof HTMLInputElement) return shownFor(item);
  return isVisible(item) && !isSwallowed(item) ? item : null;
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
    isOffer: OFFERS.test(element.getAttribute("class") ?? ""),
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
  const speaker = trigger ?? list;
  if (!speaker) return { ok: false, reason: "kind", facts: factsOf(listed) };
  if (isDisabled(speaker)) return { ok: false, reason: "disabled", facts: factsOf(speaker) };
  const isMultiple =
    (list !== undefined &&
      (plain(list).getAttribute("aria-multiselectable") === "true" ||
        itemsOf(list).some((one) => matchesRole(one, "[role=menuitemcheckbox]")))) ||
    takesSeveral(speaker);
  const input = trigger && [trigger, ...inside(trigger)].find((one) => one instanceof HTMLInputElement);
  return {
    ok: true,
    isOpen: list !== undefined && itemsOf(list).length > 0,
    isPopup: trigger !== undefined,
    isMultiple,
    trigger: clickTargetOf(shownFor(speaker) ?? speaker),
    typing: input instanceof HTMLInputElement && !input.readOnly,
  };
}

/** The replaced list that takes several: it tells what is chosen, where the widget marks the active option as selected. */
function nativeOf(speaker: Element | undefined): HTMLSelectElement | undefined {
  const native = speaker && replacedBy(speaker);
  return native?.multiple ? native : undefined;
}

export function beforeOpening(id: number): void {
  const listed = elementOf(id);
  const trigger = listed && widgetOf(listed).trigger;
  if (trigger) shownBefore.set(trigger, new Set(shownLists(trigger)));
}

export function optionsNow(id: number): { list: Element | undefined; items: Element[]; options: ListOption[] } {
  const listed = elementOf(id);
  const { trigger, list } = listed ? widgetOf(listed) : {};
  const items = list ? itemsOf(list) : [];
  const native = nativeOf(trigger ?? list);
  const held = !native && trigger && takesSeveral(trigger) ? choicesOf(trigger, list) : [];
  return {
    list,
    items,
    options: items.map((item) => {
      const option = optionOf(item);
      if (native) return { ...option, isSelected: holds(native, option.label) };
      const isHeld = held.some(({ label }) => label === option.label);
      return isActive(trigger, item) ? { ...option, isSelected: isHeld } : option;
    }),
  };
}

/** The option that the keys would take: in a list of several some libraries mark it as selected. */
function isActive(trigger: Element | undefined, item: Element): boolean {
  if (!trigger || !takesSeveral(trigger) || item.id === "") return false;
  return [trigger, ...inside(trigger)].some((one) => plain(one).getAttribute("aria-activedescendant") === item.id);
}

export function selectedOptions(id: number): ListOption[] {
  return optionsNow(id).options.filter(({ isSelected }) => isSelected);
}

/** What the widget holds, shown in its list or not. */
export function heldChoices(id: number): HeldChoice[] {
  const listed = elementOf(id);
  const { trigger, list } = listed ? widgetOf(listed) : {};
  const speaker = trigger ?? list;
  return speaker ? choicesOf(speaker, list) : [];
}

export async function hasChoice(id: number, label: string, wanted: boolean, waitMs: number): Promise<boolean> {
  return await until(waitMs, () => {
    const listed = elementOf(id);
    const trigger = listed && widgetOf(listed).trigger;
    const isHeld = heldChoices(id).some((one) => one.label === label) || (trigger && showsLabel(trigger, label));
    return !listed || isHeld === wanted;
  });
}

export async function tookOption(
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
    // A popup that closed took the click; which lists show their state at all is told by their attributes.
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
