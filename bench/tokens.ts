/** How long what an agent has to read is, ours beside each peer, and whether ours left out anything that can be acted on. */
import { pathToFileURL } from "node:url";
import { type Bench, begin, eachPeer, reason } from "./bench.ts";
import { fetchPackage } from "./fetch.ts";
import { note, plainNumber, reportFigure, reportRatio } from "./report.ts";
import type { Tool } from "./tool.ts";

const TOKENIZER = ["gpt-tokenizer", "4.0.0"] as const;

const PAGES = [
  ["form", "tokens of `state`, small page", 1],
  ["rows", "tokens of `state`, 500 rows with 1,000 controls", 0.2],
  ["divs", "tokens of `state`, 1,000 clickable divs", undefined],
] as const;

interface Length {
  tokens: number;
  characters: number;
}

export async function tokenFigures(bench: Bench): Promise<void> {
  const count = await counter();
  const ours = await lengths(bench, bench.svc, count, true);
  const theirs: { peer: string; lengths: Length[] }[] = [];
  await eachPeer(bench, "tokens", async (peer) => {
    theirs.push({ peer: peer.name, lengths: await lengths(bench, peer, count, false) });
  });
  for (const [n, [, figure, limit]] of PAGES.entries()) {
    const own = ours[n];
    if (!own) continue;
    if (theirs.length === 0)
      reportFigure(`${figure} (${plainNumber(own.characters)} characters)`, own.tokens, plainNumber);
    const tersest = Math.min(...theirs.map((one) => one.lengths[n]?.tokens ?? Number.POSITIVE_INFINITY));
    for (const { peer, lengths } of theirs) {
      const other = lengths[n];
      if (!other) continue;
      const promised = other.tokens === tersest ? limit : undefined;
      reportRatio(figure, shown(own), `${peer} ${shown(other)}`, own.tokens / other.tokens, promised);
    }
  }
}

function shown({ tokens, characters }: Length): string {
  return `${plainNumber(tokens)} (${plainNumber(characters)} characters)`;
}

/** Tokens as models of today count them; without the tokenizer four characters pass for one. */
export async function counter(): Promise<(text: string) => number> {
  const [name, version] = TOKENIZER;
  try {
    const folder = await fetchPackage(name, version);
    const loaded: unknown = await import(Bun.resolveSync(name, pathToFileURL(`${folder}/`).pathname));
    const { encode } = loaded as { encode(text: string): number[] };
    note(`tokens are counted by ${name} ${version} (o200k_base)`);
    return (text) => encode(text).length;
  } catch (error) {
    note(`tokens are characters divided by four: ${name} cannot be had: ${reason(error)}`);
    return (text) => Math.ceil(text.length / 4);
  }
}

/** Of each page in turn, as its first look at it. With `check`, what it lists is compared with what there is. */
async function lengths(bench: Bench, tool: Tool, count: (text: string) => number, check: boolean): Promise<Length[]> {
  const { recipe } = tool;
  await begin(tool, bench.site.url("form"));
  const found: Length[] = [];
  for (const [page] of PAGES) {
    await tool.time(recipe.open(bench.site.url(page)));
    const text = await tool.read(recipe.snapshot);
    if (process.argv.includes("--show")) console.error(`--- ${tool.name}, ${page}\n${text}`);
    if (text.trim() === "") throw new Error("its snapshot is empty");
    if (check) await checkComplete(tool, page, text);
    found.push({ tokens: count(text), characters: text.length });
  }
  await tool.close();
  return found;
}

/** Every control that has a part in the viewport. */
const IN_VIEW = `[...document.querySelectorAll("[data-n]")].filter((control) => {
  const { top, bottom } = control.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}).map((control) => control.dataset.n)`;

async function checkComplete(svc: Tool, page: string, state: string): Promise<void> {
  const wanted = (await json<{ result: string[] }>(svc, "eval", IN_VIEW)).result;
  const listed = new Set<string | undefined>();
  for (const [, index = ""] of state.matchAll(/\[(\d+)\]</g)) {
    const { attributes } = await json<{ attributes: Record<string, string> }>(svc, "get", "attributes", index);
    listed.add(attributes["data-n"]);
  }
  const missing = wanted.filter((n) => !listed.has(n));
  const figure = `controls in the viewport that \`state\` leaves out, page \`${page}\`, of ${wanted.length}`;
  reportFigure(figure, missing.length, plainNumber, { limit: 0 });
}

async function json<T>(svc: Tool, ...words: string[]): Promise<T> {
  return (JSON.parse(await svc.read([...words, "--json"])) as { data: T }).data;
}
