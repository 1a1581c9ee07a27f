/**
 * Decides whether an id still means its element. It does only while what is around the element is the same (identity.ts).
 * An element that the page replaced keeps its id only if it is surely the same one: it was the only one of its look in its
 * row when it was listed, and exactly one such element is there now.
 */

import { roleOf } from "../accessibility/roles.ts";
import { calledOf } from "../accessibility/spoken-name.ts";
import { bindId, idOf, knownIdOf, nodeOf, releaseId } from "../dom/ids.ts";
import { plain } from "../dom/plain.ts";
import { everyElement } from "../dom/tree.ts";
import { briefDifference, type Difference, difference, isBrief, isUntouched, placeKey, touch } from "./difference.ts";
import { Identities } from "./identity.ts";
import type { Brief, Identity } from "./model.ts";

/** What is known of an element that was listed. */
interface Note {
  /** Brief for one that was listed without being shown, as the rows of a fold are. */
  identity: Identity | Brief;
  /** How it looked; empty where nothing tells it from others, or another one in the same row looked the same. */
  look: string;
}

const notes = new Map<number, Note>();
/** Ids that were found to be the same since the command began: what an action changes does not end it. */
const trusted = new Set<number>();

/** A command begins that speaks of these elements: they are compared with what they were. */
export function begin(fresh: readonly number[]): void {
  for (const id of fresh) trusted.delete(id);
}

/** The element, when it is in the document and stands where it stood, or what surely took its place. */
export function elementOf(id: number): Element | undefined {
  const element = nodeOf(id);
  if (!element) return successorOf(id);
  if (trusted.has(id)) return element;
  const note = notes.get(id);
  if (note && changeOf(element, note)) return undefined;
  if (note) used(element, note);
  trusted.add(id);
  return element;
}

/** From now on small changes in its row are no others' row: they may well come of its use. */
function used(element: Element, note: Note): void {
  if (isBrief(note.identity)) note.identity = new Identities().of(element);
  touch(note.identity);
}

/** What is different around an element; where nothing is, it is noted as it is now. */
function changeOf(element: Element, note: Note, all = new Identities()): Difference | undefined {
  const { identity } = note;
  if (isBrief(identity)) return all.isSameBrief(element, identity) ? undefined : briefDifference(identity, element);
  if (isUntouched(element, identity, all)) return undefined;
  const found = difference(identity, element, true, all);
  if (!found.difference) note.identity = found.now;
  return found.difference;
}

/** What an element was listed in, and what became of that; undefined for one that was never listed. */
export function fateOf(id: number): { identity: Identity | Brief; change: Difference | undefined } | undefined {
  const note = notes.get(id);
  if (!note) return undefined;
  const element = nodeOf(id);
  return { identity: note.identity, change: element && changeOf(element, { ...note }) };
}

/** What tells an element from others, besides its place. Empty for one that nothing tells apart. */
function lookOf(raw: Element, name: string): string {
  const element = plain(raw);
  const { id } = element;
  if (!id && !name) return "";
  const attribute = (key: string) => element.getAttribute(key) ?? "";
  const parts = [element.localName, roleOf(raw), attribute("type"), id, attribute("name"), attribute("href"), name];
  return JSON.stringify(parts);
}

export interface ListedElement {
  element: Element;
  /** Absent for one that is not shown: it is not found again when it is replaced. */
  name?: string;
}

/**
 * Notes what is listed. An element around which something else stands now gets another number, and one that took the
 * place of its like gets that one's. `isWhole` says that all there are were listed: only then is one known to be alone.
 */
export function noteListed(listed: readonly ListedElement[], isWhole: boolean, all: Identities): void {
  for (const { element } of listed) {
    const id = knownIdOf(element);
    const note = id === undefined ? undefined : notes.get(id);
    if (id !== undefined && note && changeOf(element, note, all)) release(id, element);
  }
  const looks = isWhole ? listed.map(({ element, name }) => (name === undefined ? "" : lookOf(element, name))) : [];
  if (isWhole) findAgain(listed, looks, all);
  const alike = new Map<string, { note: Note; look: string; element: Element }[]>();
  for (const [n, { element, name }] of listed.entries()) {
    const note = noted(element, name !== undefined, all);
    note.look = "";
    const look = looks[n] ?? "";
    if (look === "") continue;
    const key = look + placeKey(note.identity);
    const others = alike.get(key);
    if (others) others.push({ note, look, element });
    else alike.set(key, [{ note, look, element }]);
  }
  for (const [one, ...others] of alike.values())
    if (one && others.length === 0 && !sharesId(one.element)) one.note.look = one.look;
}

/** The note of an element that is listed now; a brief one is completed once the element is shown. */
function noted(element: Element, isShown: boolean, all: Identities): Note {
  const id = idOf(element);
  let note = notes.get(id);
  if (!note) {
    note = { identity: isShown ? all.of(element) : all.brief(element), look: "" };
    notes.set(id, note);
  } else if (isShown && isBrief(note.identity)) note.identity = all.of(element);
  return note;
}

/** The number of an element, which is another one where something else stands around it than when it was listed. */
export function renewedId(element: Element): number {
  noteListed([{ element, name: calledOf(element).name }], false, new Identities());
  return idOf(element);
}

function release(id: number, element: Element): void {
  releaseId(id, element);
  trusted.delete(id);
}

/** True when another element, listed or not, has the same id: markup that is wrong, and common. */
function sharesId(raw: Element): boolean {
  const { id } = plain(raw);
  const root = plain(raw).getRootNode() as Document | ShadowRoot;
  return id !== "" && root.querySelectorAll(`#${CSS.escape(id)}`).length > 1;
}

/** Elements that took the place of those that are gone keep their numbers, where no other looks the same in the same place. */
function findAgain(listed: readonly ListedElement[], looks: readonly string[], all: Identities): void {
  const lost = new Map<string, number[]>();
  for (const [id, { look }] of notes) if (look !== "" && !nodeOf(id)) lost.set(look, [...(lost.get(look) ?? []), id]);
  if (lost.size === 0) return;
  const alike = new Map<string, Element[]>();
  for (const [n, { element }] of listed.entries()) {
    const look = looks[n] as string;
    if (lost.has(look)) alike.set(look, [...(alike.get(look) ?? []), element]);
  }
  for (const [look, candidates] of alike)
    for (const id of lost.get(look) ?? []) {
      const only = onlyOf(id, candidates, all);
      if (only) succeed(id, only);
    }
}

/** The one of these that stands where the lost one stood. */
function onlyOf(id: number, candidates: readonly Element[], all = new Identities()): Element | undefined {
  const { identity } = notes.get(id) as Note;
  if (isBrief(identity)) return undefined;
  const same = candidates.filter((one) => !difference(identity, one, false, all).difference);
  const [only] = same;
  return same.length === 1 && only && !isListed(only) ? only : undefined;
}

/** Whether the element was listed under a number of its own. One that only has listeners has an id, which nobody was told. */
function isListed(element: Element): boolean {
  const id = knownIdOf(element);
  return id !== undefined && notes.has(id);
}

/** Lets the number of an element that is gone stand for the one that took its place. */
function succeed(id: number, element: Element): void {
  bindId(id, element);
  const note = notes.get(id);
  if (note) note.identity = new Identities().of(element);
}

function successorOf(id: number): Element | undefined {
  const look = notes.get(id)?.look;
  if (!look) return undefined;
  const [tag, , , ownId] = JSON.parse(look) as string[];
  const alike: Element[] = [];
  for (const element of everyElement()) {
    if (plain(element).localName !== tag || (ownId && plain(element).id !== ownId)) continue;
    if (lookOf(element, calledOf(element).name) === look) alike.push(element);
  }
  const only = onlyOf(id, alike);
  if (!only) return undefined;
  succeed(id, only);
  trusted.add(id);
  return only;
}
