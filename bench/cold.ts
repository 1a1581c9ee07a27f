/** From nothing, no daemon and no browser, to an open page: ours beside each peer. */
import { join } from "node:path";
import { type Bench, eachPeer, rival, SVC } from "./bench.ts";
import { inTurn } from "./measure.ts";
import { svcRecipe } from "./peers.ts";
import { ms, reportRatio } from "./report.ts";
import { type Tool, toolIn } from "./tool.ts";

export async function coldFigures(bench: Bench): Promise<void> {
  await eachPeer(bench, "cold start", async (peer) => {
    await beside(bench, bench.svc, peer, "cold start to page open", peer === rival(bench) ? 0.7 : undefined);
  });
  if (bench.fullBrowser === undefined) return;
  const sameBrowser = toolIn(join(bench.folder, "full"), svcRecipe(SVC, bench.fullBrowser));
  await eachPeer(
    { ...bench, peers: [rival(bench)].filter((peer) => peer !== undefined) },
    "cold start",
    async (peer) => {
      await beside(bench, sameBrowser, peer, "the same, ours with the peers' browser (SVC_BROWSER)");
    },
  );
}

async function beside(bench: Bench, svc: Tool, peer: Tool, figure: string, limit?: number): Promise<void> {
  const { a, b, ratio } = await inTurn(
    bench.slowRuns,
    () => cold(bench, svc),
    () => cold(bench, peer),
    1,
  );
  reportRatio(figure, ms(a), `${peer.name} ${ms(b)}`, ratio, limit);
}

/** The close is not counted, but nothing of it is left when the next one starts. */
async function cold({ site }: Bench, tool: Tool): Promise<number> {
  try {
    return await tool.start(site.url("form"));
  } finally {
    await tool.close();
  }
}
