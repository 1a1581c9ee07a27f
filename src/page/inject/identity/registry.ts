/**
 * Decides whether an id still refers to its element: only while the surroundings of the element are the same
 * (identity.ts). An element that the page replaced keeps its id only if its signature was unique in its row when it was
 * listed, and exactly one such element exists now.
 */

import { roleOf } from "../accessibility/roles.ts";
import { spokenNameOf } from "../accessibility/spoken-name.ts";
import { bindId, idOf, knownIdOf, nodeOf, releaseId } from "../dom/ids.ts";
import { plain } from "../dom/plain.ts";
import { everyElement } from "../dom/tree.ts";
import { briefDifference, type Difference, difference, isBrief, isSame, markUsed, placeKey } from "./difference.ts";
import { Identities } from "./identity.ts";
import type { Brief, Identity } from "./model.ts";

/** The record of a listed element. */
interface Listing {
  /** Brief for an element that was listed without being shown, such as a row of a folded list. */
  identity: Identity | Brief;
  /** Its signature; empty without distinctive attributes, or when another element in the same row had the same one. */
  signature: string;
}

const records = new Map<number, Listing>();
/** Ids that were verified since the command began. Changes by the command itself do not invalidate them. */
const verified = new Set<number>();

/** Called when a command on these elements begins. They are verified again. */
export function begin(fresh: readonly number[]): void {
  for (const id of fresh) verified.delete(id);
}

/** The element if it is in the document in the same place, or its unambiguous replacement. */
export function elementOf(id: number): Element | undefined {
  const element = nodeOf(id);
  if (!element) return findReplacement(id);
  if (verified.has(id)) return element;
  const record = records.get(id);
  if (record && changeOf(element, record)) return undefined;
  if (record) onUse(element, record);
  verified.add(id);
  return element;
}

/** Marks the rows of a used element, because small changes in them may be effects of the action. */
function onUse(element: Element, record: Listing): void {
  if (isBrief(record.identity)) record.identity = new Identities().of(element);
  markUsed(record.identity);
}

/** The change around an element. Without one, records the current identity. */
function changeOf(element: Element, record: Listing, all = new Identities()): Difference | undefined {
  const { identity } = record;
  if (isBrief(identity)) return all.isSameBrief(element, identity) ? undefined : briefDifference(identity, element);
  if (isSame(element, identity, all)) return undefined;
  const found = difference(identity, element, true, all);
  if (!found.difference) record.identity = found.now;
  return found.difference;
}

/** The recorded identity of an element and its change since then; undefined for an element that was never listed. */
export function historyOf(id: number): { identity: Identity | Brief; change: Difference | undefined } | undefined {
  const record = records.get(id);
  if (!record) return undefined;
  const element = nodeOf(id);
  return { identity: record.identity, change: element && changeOf(element, { ...record }) };
}

/** The distinctive data of an element besides its place; empty without id and name. */
function signatureOf(raw: Element, name: string): string {
  const element = plain(raw);
  const { id } = element;
  if (!id && !name) return "";
  const attribute = (key: string) => element.getAttribute(key) ?? "";
  const parts = [element.localName, roleOf(raw), attribute("type"), id, attribute("name"), attribute("href"), name];
  return JSON.stringify(parts);
}

export interface ListedElement {
  element: Element;
  /** Undefined for an element that is not shown. Its replacement is not recognized. */
  name?: string;
}

/**
 * Records listed elements. An element whose surroundings changed gets a new id, and the replacement of an element gets
 * that element's id. `isComplete`: all elements of the document were listed, which is necessary to know that a signature
 * is unique.
 */
export function recordListed(listed: readonly ListedElement[], isComplete: boolean, all: Identities): void {
  for (const { element } of listed) releaseIfChanged(element, all);
  const signatures = isComplete
    ? listed.map(({ element, name }) => (name === undefined ? "" : signatureOf(element, name)))
    : [];
  if (isComplete) rebindReplaced(listed, signatures, all);
  const recorded = listed.map(({ element, name }, n) => {
    const record = recordOf(element, name !== undefined, all);
    record.signature = "";
    const signature = signatures[n] ?? "";
    return { record, signature, element, key: signature && signature + placeKey(record.identity) };
  });
  const byKey = Map.groupBy(recorded, ({ key }) => key);
  for (const { record, signature, element, key } of recorded)
    if (signature !== "" && byKey.get(key)?.length === 1 && !sharesId(element)) record.signature = signature;
}

function releaseIfChanged(element: Element, all: Identities): void {
  const id = knownIdOf(element);
  const record = id === undefined ? undefined : records.get(id);
  if (id !== undefined && record && changeOf(element, record, all)) release(id, element);
}

/** The record of a listed element. A brief one is completed once the element is shown. */
function recordOf(element: Element, isShown: boolean, all: Identities): Listing {
  const id = idOf(element);
  let record = records.get(id);
  if (!record) {
    record = { identity: isShown ? all.of(element) : all.brief(element), signature: "" };
    records.set(id, record);
  } else if (isShown && isBrief(record.identity)) record.identity = all.of(element);
  return record;
}

/** The id of an element, which is new if its surroundings changed since it was listed. */
export function currentId(element: Element): number {
  recordListed([{ element, name: spokenNameOf(element).name }], false, new Identities());
  return idOf(element);
}

function release(id: number, element: Element): void {
  releaseId(id, element);
  verified.delete(id);
}

/** True when another element has the same `id` attribute, a common mistake in markup. */
function sharesId(raw: Element): boolean {
  const { id } = plain(raw);
  const root = plain(raw).getRootNode() as Document | ShadowRoot;
  return id !== "" && root.querySelectorAll(`#${CSS.escape(id)}`).length > 1;
}

/** Gives replacements the ids of the elements that are gone, where the match is unambiguous. */
function rebindReplaced(listed: readonly ListedElement[], signatures: readonly string[], all: Identities): void {
  const gone = [...records].filter(([id, { signature }]) => signature !== "" && !nodeOf(id));
  if (gone.length === 0) return;
  const bySignature = Map.groupBy(listed.keys(), (n) => signatures[n] as string);
  for (const [id, { signature }] of gone) {
    const candidates = (bySignature.get(signature) ?? []).map((n) => (listed[n] as ListedElement).element);
    const only = candidates.length > 0 ? onlyOf(id, candidates, all) : undefined;
    if (only) rebind(id, only);
  }
}

/** The only candidate in the place of the lost element. */
function onlyOf(id: number, candidates: readonly Element[], all = new Identities()): Element | undefined {
  const { identity } = records.get(id) as Listing;
  if (isBrief(identity)) return undefined;
  const same = candidates.filter((one) => !difference(identity, one, false, all).difference);
  const [only] = same;
  return same.length === 1 && only && !isListed(only) ? only : undefined;
}

/** True when the element was listed with an id of its own. Elements with only listeners have an unlisted id. */
function isListed(element: Element): boolean {
  const id = knownIdOf(element);
  return id !== undefined && records.has(id);
}

/** Binds the id of an element that is gone to its replacement. */
function rebind(id: number, element: Element): void {
  bindId(id, element);
  const record = records.get(id);
  if (record) record.identity = new Identities().of(element);
}

function findReplacement(id: number): Element | undefined {
  const signature = records.get(id)?.signature;
  if (!signature) return undefined;
  const [tag, , , ownId] = JSON.parse(signature) as string[];
  const candidates: Element[] = [];
  for (const element of everyElement()) {
    if (plain(element).localName !== tag || (ownId && plain(element).id !== ownId)) continue;
    if (signatureOf(element, spokenNameOf(element).name) === signature) candidates.push(element);
  }
  const only = onlyOf(id, candidates);
  if (!only) return undefined;
  rebind(id, only);
  verified.add(id);
  return only;
}
