/** What all figures need: the pages, our executable, and the peers that could be had. Measures nothing. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chooseBrowser } from "../src/browser/launch/find.ts";
import { fetchPackage } from "./fetch.ts";
import { read } from "./measure.ts";
import { type Site, serveSite } from "./pages.ts";
import { PEERS, svcRecipe } from "./peers.ts";
import { note } from "./report.ts";
import { killLeftovers, type Tool, toolIn } from "./tool.ts";

/** A peer of Node takes a second for what we do in ten milliseconds: its pairs are fewer, and further apart. */
const SLOW_SHARE = 4;
const LEAST_RUNS = 5;

export interface Bench {
  folder: string;
  site: Site;
  svc: Tool;
  /** Those that could be had. */
  peers: Tool[];
  /** The browser that the peers get, if there is one with a window. */
  fullBrowser: string | undefined;
  runs: number;
  slowRuns: number;
  /** What was measured, with versions. */
  measured: string[];
}

export const SVC = join(import.meta.dir, "..", "dist", "svc");

export async function makeBench(options: { runs: number; peers: boolean }): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
  const svc = toolIn(join(folder, "svc"), svcRecipe(SVC));
  const fullBrowser = browserWithWindow(svc.folder);
  const bench: Bench = {
    folder,
    site: serveSite(),
    svc,
    peers: [],
    fullBrowser,
    runs: options.runs,
    slowRuns: Math.max(LEAST_RUNS, Math.round(options.runs / SLOW_SHARE)),
    measured: [
      (await svc.read(["--version"])).trim(),
      `with ${await versionOf(chooseBrowser(svc.folder, false).path)}`,
    ],
  };
  if (options.peers && fullBrowser === undefined) note("no browser for the peers: only a headless shell is installed");
  if (options.peers && fullBrowser !== undefined) await addPeers(bench, fullBrowser);
  return bench;
}

async function addPeers(bench: Bench, browser: string): Promise<void> {
  for (const { package: name, version, recipe } of PEERS) {
    try {
      const made = recipe(await fetchPackage(name, version), browser);
      bench.peers.push(toolIn(join(bench.folder, made.name), made));
      bench.measured.push(`${name} ${version}`);
    } catch (error) {
      note(`${name} ${version} is left out, it cannot be had: ${reason(error)}`);
    }
  }
  bench.measured.push(`the peers with ${await versionOf(browser)}`);
}

/** The peer that most limits are about. */
export function rival({ peers }: Bench): Tool | undefined {
  return peers.find(({ name }) => name === "agent-browser");
}

function browserWithWindow(home: string): string | undefined {
  try {
    return chooseBrowser(home, true).path;
  } catch {
    return undefined;
  }
}

async function versionOf(browser: string): Promise<string> {
  const version = await read([browser, "--version"], { env: process.env, cwd: tmpdir() }).catch(() => "");
  const [number] = /\d+\.\d+\.\d+\.\d+/.exec(version) ?? ["of unknown version"];
  return `${browser.slice(browser.lastIndexOf("/") + 1)} ${number}`;
}

export async function endBench({ folder, site, svc, peers }: Bench): Promise<void> {
  for (const tool of [svc, ...peers]) await tool.close().catch(() => {});
  await killLeftovers(folder);
  site.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** One after the other, each beside ours; one that fails is left out of this figure with a word, and ended. */
export async function eachPeer(bench: Bench, figure: string, measure: (peer: Tool) => Promise<void>): Promise<void> {
  for (const peer of bench.peers) {
    try {
      await measure(peer);
    } catch (error) {
      note(`${figure} beside ${peer.name} is left out: ${reason(error)}`);
      await peer.close().catch(() => {});
      await killLeftovers(peer.folder);
    }
  }
}

/** Opens a page from nothing, in a viewport of 1280 by 720. */
export async function begin(tool: Tool, url: string): Promise<void> {
  await tool.start(url);
  for (const words of tool.recipe.fit) await tool.read(words);
}
