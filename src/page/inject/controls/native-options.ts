/** Matches options with words, and chooses options of native lists with the same events as a person. */
import type { ChooseBy, ChooseMode, ChosenOption, SelectAnswer } from "../../core/library-controls.ts";
import { factsOf, isDisabled } from "../accessibility/facts.ts";
import { plain } from "../dom/plain.ts";
import { inside, isReachable } from "../dom/reachable.ts";
import { squash } from "../dom/text.ts";
import { until } from "../dom/until.ts";
import { elementOf } from "../identity/registry.ts";

/** How long to wait for a missing option. Scripts fill many empty lists, but change few lists with options. */
const FEW_OPTIONS = 1;
const EMPTY_LIST_MS = 2_000;
const FULL_LIST_MS = 300;

/** The index of the wanted option: by value, by label, by either without regard to case, by part of a single label; or -1. */
export function matchOption(options: readonly ChosenOption[], wanted: string, by: ChooseBy | null): number {
  if (by === "index") return /^\d+$/.test(wanted) && Number(wanted) < options.length ? Number(wanted) : -1;
  const word = squash(wanted);
  const lower = word.toLowerCase();
  const find = (fits: (option: ChosenOption) => boolean) => options.findIndex(fits);
  const ways = [
    by !== "label" && (() => find(({ value }) => value === wanted)),
    by !== "value" && (() => find(({ label }) => label === word)),
    by !== "value" && (() => find(({ label }) => label.toLowerCase() === lower)),
    by !== "label" && (() => find(({ value }) => value.toLowerCase() === lower && value !== "")),
    by === null && (() => onlyPartialMatch(options, lower)),
  ];
  for (const way of ways) {
    const found = way ? way() : -1;
    if (found >= 0) return found;
  }
  return -1;
}

function onlyPartialMatch(options: readonly ChosenOption[], part: string): number {
  const matching = part === "" ? [] : options.filter(({ label }) => label.toLowerCase().includes(part));
  return matching.length === 1 && matching[0] ? options.indexOf(matching[0]) : -1;
}

export function nativeOf(listed: Element): HTMLSelectElement | undefined {
  if (listed instanceof HTMLSelectElement) return listed;
  if (listed instanceof HTMLLabelElement && listed.control instanceof HTMLSelectElement) return listed.control;
  if (listed instanceof HTMLOptionElement) return plain(listed).closest("select") ?? undefined;
  if (/^(combobox|listbox|button|menu)$/.test(plain(listed).getAttribute("role") ?? "")) return undefined;
  const lists = inside(listed).filter((one) => one instanceof HTMLSelectElement);
  return lists.length === 1 ? lists[0] : undefined;
}

function optionOf(option: HTMLOptionElement): ChosenOption {
  return { label: squash(option.label), value: option.value };
}

/** Chooses options of a native list. With `isTrial` only checks whether that is possible. */
export async function select(
  id: number,
  wanted: string[],
  by: ChooseBy | null,
  mode: ChooseMode,
  isTrial = false,
): Promise<SelectAnswer> {
  const listed = elementOf(id);
  if (!listed) return { ok: false, reason: "gone" };
  const list = nativeOf(listed);
  if (!list) return notNative(listed);
  const isReady = () => {
    const missing = wanted.some((word) => matchOption([...list.options].map(optionOf), word, by) < 0);
    return !list.isConnected || (!isDisabled(list) && !missing);
  };
  await until(list.options.length > FEW_OPTIONS && !isDisabled(list) ? FULL_LIST_MS : EMPTY_LIST_MS, isReady);
  if (!list.isConnected) return { ok: false, reason: "gone" };
  if (isDisabled(list)) return { ok: false, reason: "disabled", facts: factsOf(list) };
  if (!list.multiple && (wanted.length > 1 || mode !== "replace"))
    return { ok: false, reason: "single", facts: factsOf(list) };
  return setNative(list, wanted, by, mode, isTrial);
}

function notNative(listed: Element): SelectAnswer {
  const facts = factsOf(listed);
  if (listed instanceof HTMLInputElement && listed.list)
    return { ok: false, reason: "kind", facts, detail: "datalist" };
  return { ok: false, reason: "kind", facts, detail: "list" };
}

function isDisabledOption({ disabled, parentElement }: HTMLOptionElement): boolean {
  return disabled || (parentElement instanceof HTMLOptGroupElement && parentElement.disabled);
}

function setNative(
  list: HTMLSelectElement,
  wanted: string[],
  by: ChooseBy | null,
  mode: ChooseMode,
  isTrial: boolean,
): SelectAnswer {
  const options = [...list.options];
  const choices = options.map(optionOf);
  const chosen: HTMLOptionElement[] = [];
  for (const word of wanted) {
    const option = options[matchOption(choices, word, by)];
    const facts = factsOf(list);
    if (!option)
      return {
        ok: false,
        reason: "missing",
        facts,
        wanted: word,
        options: choices.map(({ label, value }) => label || value),
      };
    if (isDisabledOption(option)) return { ok: false, reason: "option_disabled", facts, wanted: word };
    chosen.push(option);
  }
  if (isTrial) return { ok: true, chosen: chosen.map(optionOf), isChanged: false, isHidden: !isReachable(list) };
  const before = options.map((option) => option.selected);
  const after = options.map((option, n) => {
    const isChosen = chosen.includes(option);
    if (mode === "replace") return isChosen;
    return mode === "add" ? before[n] === true || isChosen : before[n] === true && !isChosen;
  });
  list.focus();
  const isChanged = after.some((one, n) => one !== before[n]);
  if (isChanged) {
    if (list.multiple) for (const [n, option] of options.entries()) option.selected = after[n] === true;
    else list.selectedIndex = chosen[0]?.index ?? -1;
    list.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    list.dispatchEvent(new Event("change", { bubbles: true }));
  }
  return { ok: true, chosen: chosen.map(optionOf), isChanged, isHidden: !isReachable(list) };
}

export function selected(id: number): ChosenOption[] | null {
  const listed = elementOf(id);
  const list = listed && nativeOf(listed);
  return list ? [...list.selectedOptions].map(optionOf) : null;
}
