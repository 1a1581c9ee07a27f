/** What the daemon holds: fresh, after big pages, and a minute later. Read from Linux, which alone tells it this way. */
import { readFileSync } from "node:fs";
import { type Bench, begin, reason, rival } from "./bench.ts";
import { megabytes, note, reportFigure } from "./report.ts";
import type { Tool } from "./tool.ts";

const BIG_PAGES = 10;
const REST_MS = 60_000;

interface Memory {
  /** With every page shared with others, as `ps` shows it. */
  resident: number;
  /** Shared pages by their share. */
  proportional: number;
  /** What no file backs, so what the program itself asked for. */
  anonymous: number;
}

/** In MB, or nothing where the system does not tell. */
export function memoryOf(pid: number | undefined): Memory | undefined {
  if (pid === undefined || process.platform !== "linux") return undefined;
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const read = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, "m").exec(text)?.[1]) / 1024;
  return { resident: read("Rss"), proportional: read("Pss"), anonymous: read("Anonymous") };
}

export async function memoryFigures(bench: Bench): Promise<void> {
  const peer = rival(bench);
  // Beside each other: nothing is timed here.
  const [ours, theirs] = await Promise.all([
    memories(bench, bench.svc),
    peer && memories(bench, peer).catch((error) => note(`memory of ${peer.name} is left out: ${reason(error)}`)),
  ]);
  if (!ours) return note("daemon memory: this system does not tell it");
  const limits = [45, 90, 45];
  for (const [n, when] of ["fresh", "after ten big pages", "a minute later"].entries()) {
    const [own, other] = [ours[n], theirs?.[n]];
    if (!own) continue;
    reportFigure(
      `daemon memory ${when}: resident (${megabytes(own.proportional)} proportional, ${megabytes(own.anonymous)} anonymous)`,
      own.resident,
      megabytes,
      { limit: limits[n] ?? 0, beside: other ? `${peer?.name} ${megabytes(other.resident)}` : "" },
    );
  }
}

async function memories({ site }: Bench, tool: Tool): Promise<Memory[] | undefined> {
  await begin(tool, site.url("form"));
  await tool.time(tool.recipe.snapshot);
  const found = [memoryOf(tool.pid())];
  for (let n = 0; n < BIG_PAGES; n++) {
    await tool.time(tool.recipe.open(site.url("rows")));
    await tool.time(tool.recipe.snapshot);
  }
  found.push(memoryOf(tool.pid()));
  await Bun.sleep(REST_MS);
  found.push(memoryOf(tool.pid()));
  await tool.close();
  return found.every((one) => one !== undefined) ? found : undefined;
}
