/** The class by which pages show that one of several is chosen, or something is on, where no attribute tells it. */
import { plain } from "./plain.ts";

/** As the usual style sheets call it: `active`, `is-selected`, `tab--active`, `Mui-checked`. Bare words alone for the short ones. */
const CHOSEN = /^((is-)?(on|open)|(.*[-_])?(active|selected|current|checked|pressed|completed))$/i;

/** Such states are told by their attribute already. */
const TOLD = /^(selected|checked|mixed|pressed|current|expanded=true)$/;

/** Others like an element that are looked at: where all have the class, it tells nothing. */
const MAX_OTHERS = 50;

export function stateClass(raw: Element, states: readonly string[]): string | undefined {
  const element = plain(raw);
  if (element.classList.length === 0 || states.some((state) => TOLD.test(state))) return undefined;
  const chosen = [...element.classList].find((name) => CHOSEN.test(name));
  return chosen !== undefined && !isOfAll(element, chosen) ? chosen : undefined;
}

function isOfAll(element: Element, name: string): boolean {
  const around = element.parentElement;
  const others = [...(around ? plain(around).children : [])]
    .slice(0, MAX_OTHERS)
    .filter((other) => other !== element && other.localName === element.localName);
  return others.length > 0 && others.every((other) => plain(other).classList.contains(name));
}
