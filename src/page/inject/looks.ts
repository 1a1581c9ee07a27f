/**
 * How the element that an action was for looks, where nothing else tells what the action did: the words of its class, and of
 * the elements beside it. A choice of a colour or a size is often shown by a border alone.
 */
import type { LookChange } from "../library.ts";
import { label } from "./covering.ts";
import { plain } from "./plain.ts";
import { idOf } from "./registry.ts";

/** Elements beside it that are compared, and changes that are told. */
const MAX_BESIDE = 60;
const MAX_TOLD = 4;

/** What the pointer, the focus and animations do to a class says nothing of a choice. */
const PASSING = /(^|[-_:])(focus|hover|press|ripple|animat|transition|enter|leave|touch)/i;

let before = new Map<Element, string>();

/** Called when an action begins. */
export function noteLooks(subject: Element | undefined): void {
  const around = subject && plain(subject).parentElement;
  const beside = around ? [...plain(around).children].slice(0, MAX_BESIDE) : [];
  before = new Map([...new Set(subject ? [subject, ...beside] : [])].map((one) => [one, classOf(one)]));
}

export function looks(): LookChange[] {
  const told: LookChange[] = [];
  for (const [element, was] of before) {
    const [old, now] = [wordsOf(was), wordsOf(classOf(element))];
    const [added, removed] = [now.filter((word) => !old.includes(word)), old.filter((word) => !now.includes(word))];
    if (plain(element).isConnected && added.length + removed.length > 0 && told.length < MAX_TOLD)
      told.push({ id: idOf(element), element: label(element), added, removed });
  }
  return told;
}

function classOf(element: Element): string {
  return plain(element).getAttribute("class") ?? "";
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "" && !PASSING.test(word));
}
