/** Random pages: what a person can read in the viewport is in the state, and what nothing shows is not told as in view. */
import { expect, test } from "bun:test";
import { type Fixture, fixture } from "../fixture.ts";
import { readablePage } from "./readable.ts";
import { serveReadable } from "./readable-site.ts";

const FIRST = Number(process.env.SVC_PROPERTY_SEED ?? 1);
const PAGES = Number(process.env.SVC_PROPERTY_RUNS ?? 40);

test("text that a person can read in the viewport is in the state, in its order", async () => {
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

/** What the state tells wrongly of a page; undefined where it is right. */
async function misread(t: Fixture, url: string): Promise<string | undefined> {
  await t.svc("open", url);
  const { must, mustNot } = await read(t);
  const { tree } = (await t.svc("state", "--all", "--settle", "0")) as { tree: string };
  const { tree: inView } = (await t.svc("state", "--viewport", "--settle", "0")) as { tree: string };
  const lost = (where: string) => must.map(([word]) => word).filter((word) => !where.includes(word));
  if (lost(tree).length > 0) return `read by a person, and not told: ${lost(tree)}\n${tree}`;
  const lostInView = lost(inView).filter((word) => !isOfControl(word, must, tree));
  if (lostInView.length > 0) return `read by a person, and not told as in view: ${lostInView}\n${inView}\n---\n${tree}`;
  for (const [block, words] of Map.groupBy(must, ([, block]) => block)) {
    const order = words.map(([word]) => word);
    if (!occurInOrder(order, tree)) return `block ${block} is told in another order: ${order}\n${tree}`;
  }
  const doubted = linesOf(inView, new Set(mustNot));
  if (doubted.length === 0) return undefined;
  const closer = await read(t, doubted.join().match(/w\d+x/g) ?? []);
  const wrong = linesOf(inView, new Set(closer.mustNot));
  return wrong.length > 0 ? `told as in view, though nothing shows it: ${wrong}\n${inView}` : undefined;
}

/** A frame that lies partly out of view does not know it: there the label of a control is told where the control is. */
function isOfControl(word: string, must: Looked["must"], tree: string): boolean {
  const isFramed = must.some(([one, block]) => one === word && String(block).startsWith("frame"));
  return isFramed && new RegExp(`^\\t+\\*?\\[\\d+\\]<input.*\\b${word}\\b`, "m").test(tree);
}

interface Looked {
  /** The words that a person can read, each with the block in which it stands. */
  must: [string, string | number][];
  /** The words that nothing shows. */
  mustNot: string[];
}

/** What a person sees; the texts of doubted words are looked at most closely. */
async function read(t: Fixture, doubted: string[] = []): Promise<Looked> {
  return (await t.svc("eval", `reader.look(${JSON.stringify(doubted)})`, "--timeout", "5000")).result as Looked;
}

/** The lines of loose text that have words, all of them among these. */
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
