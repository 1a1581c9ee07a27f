/** Check boxes, radio buttons, switches and widgets with their roles. */
import type { ToggleAnswer } from "../../core/library-controls.ts";
import { clickTargetOf, factsOf, isDisabled } from "../accessibility/facts.ts";
import { ariaOf, matchesRole } from "../accessibility/internals.ts";
import { idOf } from "../dom/ids.ts";
import { plain } from "../dom/plain.ts";
import { clickableFor, inside } from "../dom/reachable.ts";
import { closest } from "../dom/tree.ts";
import { until } from "../dom/until.ts";
import { elementOf } from "../identity/registry.ts";
import { staysDisabled } from "../settling/rest.ts";

const ROLES =
  "[role=checkbox], [role=radio], [role=switch], [role=menuitemcheckbox], [role=menuitemradio], [aria-checked]";

function isNative(element: Element): element is HTMLInputElement {
  return element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type);
}

function isToggle(element: Element): boolean {
  return isNative(element) || matchesRole(element, ROLES);
}

/** The listed element, the control of its label, the only one inside it, or the one around it. */
export function toggleOf(listed: Element): Element | undefined {
  if (isToggle(listed)) return listed;
  if (listed instanceof HTMLLabelElement && listed.control)
    return isToggle(listed.control) ? listed.control : undefined;
  const found = inside(listed).filter(isToggle);
  const outer = found.filter((one) => !found.some((other) => other !== one && plain(other).contains(one)));
  if (outer.length > 0) return outer.length === 1 ? outer[0] : undefined;
  if (/^(input|textarea|select)$/.test(plain(listed).localName)) return undefined;
  const label = plain(listed).closest("label")?.control;
  return label && isToggle(label) ? label : (closest(listed, (one) => matchesRole(one, ROLES)) ?? undefined);
}

function stateOf(toggle: Element): boolean | "mixed" {
  if (isNative(toggle)) return toggle.indeterminate ? "mixed" : toggle.checked;
  const state = ariaOf(toggle, "checked");
  if (state !== null) return state === "mixed" ? "mixed" : state === "true";
  const native = inside(toggle).find(isNative);
  return native?.checked === true;
}

function isRadio(toggle: Element): boolean {
  return isNative(toggle) ? toggle.type === "radio" : matchesRole(toggle, "[role=radio], [role=menuitemradio]");
}

/** The switch and where to click it. Waits while it is disabled or not visible. */
export async function toggle(
  id: number,
  wanted: boolean,
  waitMs: number,
  idleInMs: number | null = null,
): Promise<ToggleAnswer> {
  const start = performance.now();
  let answer = toggleNow(id, wanted);
  await until(waitMs, () => {
    answer = toggleNow(id, wanted);
    if (!answer.ok && answer.reason === "disabled") return staysDisabled(start, idleInMs);
    return answer.ok || answer.reason !== "hidden";
  });
  return answer;
}

function toggleNow(id: number, wanted: boolean): ToggleAnswer {
  const listed = elementOf(id);
  if (!listed) return { ok: false, reason: "gone" };
  const found = toggleOf(listed);
  if (!found) return { ok: false, reason: "kind", facts: factsOf(listed) };
  const state = { ok: true as const, id: idOf(found), checked: stateOf(found), isRadio: isRadio(found) };
  if (state.checked === wanted) return { ...state, spot: null };
  const refuse = (reason: "readonly" | "disabled" | "hidden") => ({
    ok: false as const,
    reason,
    facts: factsOf(found),
  });
  if (ariaOf(found, "readonly") === "true") return refuse("readonly");
  if (isDisabled(found)) return refuse("disabled");
  const shown = clickableFor(found);
  if (!shown) return refuse("hidden");
  return { ...state, spot: clickTargetOf(shown) };
}

export async function toggled(id: number, wanted: boolean, waitMs: number): Promise<boolean | "mixed" | null> {
  const state = () => {
    const toggle = elementOf(id);
    return toggle ? stateOf(toggle) : null;
  };
  await until(waitMs, () => state() === wanted || state() === null);
  return state();
}
