/** `state` and `get title`, warm: ours beside the fastest peer, and alone while the page grows. */
import { type Bench, begin } from "./bench.ts";
import { inTurn, median } from "./measure.ts";
import { SIZES } from "./pages.ts";
import { ms, note, plainNumber, reportFigure, reportRatio } from "./report.ts";

const PAGES = [
  ["form", "`state`, small page", 1],
  ["rows", "`state`, 500 rows with 1,000 controls", 0.25],
  ["divs", "`state`, 1,000 clickable divs", 0.3],
] as const;

export async function stateFigures(bench: Bench): Promise<void> {
  const { svc, site, runs } = bench;
  const [peer] = bench.peers;
  if (peer?.recipe.title === undefined) return note("`state`: nothing to measure it beside");
  const { snapshot, title } = peer.recipe;
  await begin(svc, site.url("form"));
  await begin(peer, site.url("form"));
  const beside = `${peer.name} ${snapshot.join(" ")}`;
  for (const [page, figure, limit] of PAGES) {
    await svc.time(svc.recipe.open(site.url(page)));
    await peer.time(peer.recipe.open(site.url(page)));
    const { a, b, ratio } = await inTurn(
      runs,
      () => svc.time(svc.recipe.snapshot),
      () => peer.time(snapshot),
    );
    reportRatio(figure, ms(a), `${beside} ${ms(b)}`, ratio, limit);
  }
  const { a, b, ratio } = await inTurn(
    runs,
    () => svc.time(["get", "title"]),
    () => peer.time(title),
    5,
  );
  reportRatio("`get title`, warm", ms(a), `${peer.name} ${ms(b)}`, ratio, 2, 1.5);
  await Promise.all([svc.close(), peer.close()]);
}

type Size = keyof typeof SIZES;

export async function growthFigures({ svc, site, slowRuns }: Bench): Promise<void> {
  const sizes = Object.keys(SIZES) as Size[];
  const times: Record<Size, number[]> = { grown1k: [], grown5k: [], grown20k: [], grown100k: [] };
  await svc.start(site.url("form"));
  for (let n = 0; n < slowRuns; n++) {
    for (const size of sizes) {
      await svc.time(svc.recipe.open(site.url(size)));
      // The first brings the library into the page.
      await svc.time(svc.recipe.snapshot);
      times[size].push(await svc.time(svc.recipe.snapshot));
    }
  }
  await svc.close();
  for (const size of sizes) reportFigure(`\`state\`, ${plainNumber(SIZES[size])} elements`, median(times[size]), ms);
  const perElement = (size: Size, n: number) => (times[size][n] ?? 0) / SIZES[size];
  const ratios = times.grown5k.map((_, n) => perElement("grown100k", n) / perElement("grown5k", n));
  reportRatio("`state`, time per element at 100,000 elements", "", "at 5,000 elements", median(ratios), 1.5);
}
