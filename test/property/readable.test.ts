/**
 * Random pages: the state contains all text that is readable in the viewport, and does not report invisible text as in
 * view.
 */
import { expect, test } from "bun:test";
import { type Fixture, fixture } from "../fixture.ts";
import { readablePage } from "./readable.ts";
import { serveReadable } from "./readable-site.ts";

const FIRST = Number(process.env.SVC_PROPERTY_SEED ?? 1);
const PAGES = Number(process.env.SVC_PROPERTY_RUNS ?? 40);

test("a state contains the text that is readable in the viewport, in reading order", async () => {
  await using t = await fixture();
  const site = await serveReadable();
  try {
    const wrong: string[] = [];
    for (let seed = FIRST; seed < FIRST + PAGES; seed++) {
      const why = await misread(t, site.url(seed)).catch((error: Error) => error.message);
      if (why !== undefined) wrong.push(`seed ${seed}: ${why}\n${readablePage(seed).body}`);
    }
    expect(wrong).toEqual([]);
  } finally {
    site.stop();
  }
}, 300_000);

/** The error in the state of a page; undefined when it is correct. */
async function misread(t: Fixture, url: string): Promise<string | undefined> {
  await t.svc("open", url);
  const { must, mustNot } = await read(t);
  const { tree } = (await t.svc("state", "--all", "--settle", "0")) as { tree: string };
  const { tree: inView } = (await t.svc("state", "--viewport", "--settle", "0")) as { tree: string };
  const lost = (where: string) => must.map(([word]) => word).filter((word) => !where.includes(word));
  if (lost(tree).length > 0) return `readable, but not in the state: ${lost(tree)}\n${tree}`;
  const lostInView = lost(inView).filter((word) => !isOfControl(word, must, tree));
  if (lostInView.length > 0) return `readable, but not reported as in view: ${lostInView}\n${inView}\n---\n${tree}`;
  for (const [block, words] of Map.groupBy(must, ([, block]) => block)) {
    const order = words.map(([word]) => word);
    if (!occurInOrder(order, tree)) return `block ${block} is printed in another order: ${order}\n${tree}`;
  }
  const doubtful = linesOf(inView, new Set(mustNot));
  if (doubtful.length === 0) return undefined;
  const closer = await read(t, doubtful.join().match(/w\d+x/g) ?? []);
  const wrong = linesOf(inView, new Set(closer.mustNot));
  return wrong.length > 0 ? `reported as in view, but not visible: ${wrong}\n${inView}` : undefined;
}

/** A frame partly out of view does not know that. Inside, the label of a control is printed with the control. */
function isOfControl(word: string, must: Readable["must"], tree: string): boolean {
  const isFramed = must.some(([one, block]) => one === word && String(block).startsWith("frame"));
  return isFramed && new RegExp(`^\\t+\\*?\\[\\d+\\]<input.*\\b${word}\\b`, "m").test(tree);
}

interface Readable {
  /** Readable words, each with its block. */
  must: [string, string | number][];
  /** Words that are certainly not visible. */
  mustNot: string[];
}

/** Reads the page. All points of the doubtful words are tested. */
async function read(t: Fixture, doubtful: string[] = []): Promise<Readable> {
  return (await t.svc("eval", `reader.look(${JSON.stringify(doubtful)})`, "--timeout", "5000")).result as Readable;
}

/** The lines of text outside of elements whose words are all among `unseen`. */
function linesOf(tree: string, unseen: ReadonlySet<string>): string[] {
  return tree.split("\n").filter((line) => {
    if (/^\t*\*?(\|scroll element)?\[\d+\]/.test(line)) return false;
    const words = line.match(/w\d+x/g) ?? [];
    return words.length > 0 && words.every((word) => unseen.has(word));
  });
}

function occurInOrder(words: readonly string[], text: string): boolean {
  let at = 0;
  for (const word of words) {
    at = text.indexOf(word, at);
    if (at < 0) return false;
  }
  return true;
}
