/** What a person does, ours beside each peer, all on the same page. That it was done is heard from the page, before anything is timed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Bench, begin, eachPeer } from "./bench.ts";
import { inTurn } from "./measure.ts";
import { ms, note, reportRatio } from "./report.ts";
import type { Tool } from "./tool.ts";

/** Above this a command spends its time on the start of Node, and a quarter of the pairs tells as much. */
const SLOW_MS = 150;

interface Result {
  peer: string;
  ours: number;
  theirs: number;
  ratio: number;
}

type Action = "click" | "input" | "screenshot" | "open";

const FIGURES: Record<Action, string> = {
  click: "`click`",
  input: "`input` of 20 characters",
  screenshot: "`screenshot` to a file, 1280x720",
  open: "`open` of a small page, warm",
};

export async function actionFigures(bench: Bench): Promise<void> {
  const results: Record<Action, Result[]> = { click: [], input: [], screenshot: [], open: [] };
  await eachPeer(bench, "actions", async (peer) => {
    const ours = await prepare(bench, bench.svc);
    const theirs = await prepare(bench, peer);
    for (const action of Object.keys(FIGURES) as Action[]) {
      const runs = (await theirs[action]()) > SLOW_MS ? bench.slowRuns : bench.runs;
      const { a, b, ratio } = await inTurn(runs, ours[action], theirs[action]);
      results[action].push({ peer: peer.name, ours: a, theirs: b, ratio });
    }
    await peer.close();
  });
  await bench.svc.close();
  for (const action of Object.keys(FIGURES) as Action[]) report(FIGURES[action], results[action]);
}

/** The promise is made against the fastest peer. */
function report(figure: string, results: Result[]): void {
  const fastest = Math.min(...results.map(({ theirs }) => theirs));
  for (const { peer, ours, theirs, ratio } of results)
    reportRatio(figure, ms(ours), `${peer} ${ms(theirs)}`, ratio, theirs === fastest ? 1 : undefined);
}

/** The tool with the form open, and its four actions, each seen to work once. */
async function prepare(bench: Bench, tool: Tool): Promise<Record<Action, () => Promise<number>>> {
  const { recipe } = tool;
  await begin(tool, bench.site.url("form"));
  const snapshot = await tool.read(recipe.snapshot);
  const button = referenceIn(snapshot, recipe.button, "button");
  const field = referenceIn(snapshot, recipe.field, "text field");
  const picture = join(tool.folder, "picture.png");
  let typed = 0;
  const actions = {
    click: () => tool.time(recipe.click(button)),
    // Another text each time: what a field holds already is no work.
    input: () => tool.time(recipe.fill(field, `twenty letters ${String(++typed).padStart(5, "0")}`)),
    screenshot: () => tool.time(recipe.screenshot(picture)),
    open: () => tool.time(recipe.open(bench.site.url("form"))),
  };
  await mustTell(bench, "click", actions.click);
  await mustTell(bench, "input", actions.input);
  await actions.screenshot();
  checkPicture(tool.name, picture);
  return actions;
}

function referenceIn(snapshot: string, pattern: RegExp, what: string): string {
  const [, reference] = pattern.exec(snapshot) ?? [];
  if (reference === undefined) throw new Error(`its snapshot shows no ${what}`);
  return reference;
}

/** The page tells over the network, so it is heard a moment after the command ends. */
const HEARD_WITHIN_MS = 2_000;

async function mustTell({ site }: Bench, what: string, act: () => Promise<number>): Promise<void> {
  const heard = site.next(what);
  await act();
  const happened = await Promise.race([heard.then(() => true), Bun.sleep(HEARD_WITHIN_MS).then(() => false)]);
  if (!happened) throw new Error(`it said ${what}, and the page saw none`);
}

/** The size stands in the first chunk of a PNG. */
function checkPicture(name: string, path: string): void {
  const bytes = readFileSync(path);
  const size = `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
  if (size !== "1280x720") note(`the picture of ${name} is ${size}`);
}
