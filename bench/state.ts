/** `state` and `get title`, warm: ours beside the fastest peer. */
import { type Bench, begin, rival } from "./bench.ts";
import { inTurn } from "./measure.ts";
import { ms, note, reportRatio } from "./report.ts";
import type { Tool } from "./tool.ts";

const PAGES = [
  ["form", "`state`, small page", 1],
  ["rows", "`state`, 500 rows with 1,000 controls", 0.25],
  ["divs", "`state`, 1,000 clickable divs", 0.3],
] as const;

type Page = (typeof PAGES)[number][0];

export async function stateFigures(bench: Bench): Promise<void> {
  const peer = rival(bench);
  if (!peer) return note("`state` and `get title`: nothing to measure them beside");
  await begin(bench.svc, bench.site.url("form"));
  await begin(peer, bench.site.url("form"));
  for (const [page, figure, limit] of PAGES) await looks(bench, peer, page, figure, limit);
  const { a, b, ratio } = await inTurn(
    bench.runs,
    () => bench.svc.time(["get", "title"]),
    () => peer.time(["get", "title"]),
    5,
  );
  reportRatio("`get title`, warm", ms(a), `${peer.name} ${ms(b)}`, ratio, 2, 1.5);
  await Promise.all([bench.svc.close(), peer.close()]);
}

async function looks(bench: Bench, peer: Tool, page: Page, figure: string, limit: number): Promise<void> {
  const { svc, site, runs, slowRuns } = bench;
  const beside = `${peer.name} ${peer.recipe.snapshot.join(" ")}`;
  const first = async (tool: Tool) => {
    await tool.time(tool.recipe.open(site.url(page)));
    return await tool.time(tool.recipe.snapshot);
  };
  const fresh = await inTurn(
    slowRuns,
    () => first(svc),
    () => first(peer),
    1,
  );
  const again = await inTurn(
    runs,
    () => svc.time(svc.recipe.snapshot),
    () => peer.time(peer.recipe.snapshot),
  );
  reportRatio(figure, ms(again.a), `${beside} ${ms(again.b)}`, again.ratio, limit);
  reportRatio(`${figure}, first look after \`open\``, ms(fresh.a), `${beside} ${ms(fresh.b)}`, fresh.ratio);
}
