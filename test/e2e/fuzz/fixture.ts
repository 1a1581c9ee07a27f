/** A session with a page of many elements, a home without a session, and the checks for bugs in both. */

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FAILURES } from "../../../src/errors.ts";
import { asksForJson } from "../../../src/lib/shell.ts";
import { EXECUTABLE } from "../../fixture.ts";
import { type Exit, Program } from "../../support/program.ts";
import { localServer } from "../../support/server.ts";
import { type HomeFixture, homeFixture, lives } from "../home-fixture.ts";
import type { Line } from "./lines.ts";

const PAGE = `<!doctype html><meta charset=utf-8><title>Many things</title><form><label>Name <input id=name></label>
<label>Words <textarea></textarea></label><label>Agree <input type=checkbox></label><input type=password placeholder=secret>
<select><option>one<option>two<option disabled>three</select><select multiple><option>a<option>b</select><input type=file multiple>
<input type=date><input type=range><button type=button onclick="this.textContent='Saved'">Save</button><button disabled>Never</button></form>
<button onclick="alert('hello')">Tell</button><button onclick="prompt('who?')">Ask</button><a href=/other>Other</a><a href=/file>File</a>
<div contenteditable>Details</div><iframe src=/frame></iframe><iframe srcdoc="<button>Inside</button>"></iframe><div id=host></div>
<details><summary>More</summary>hidden words</details><video controls></video><canvas width=20 height=20></canvas>
<script>host.attachShadow({mode:'open'}).innerHTML='<button>In shadow</button>'</script>`;

const HTML = { "content-type": "text/html; charset=utf-8" };

/** The documented exit codes. */
const EXITS: ReadonlySet<number> = new Set([0, ...Object.values(FAILURES).map(({ exit }) => exit)]);

/** Output that only a bug prints: a stack trace, or a failure without a code. */
export const BUG = /\$bunfs|\bat .*\.ts:\d+|^Bun v\d|\bunexpected: |panic\(|Segmentation fault/m;

/** Entries that only a bug writes to a daemon's log. */
const LOGGED = /\berror (uncaught|unhandled|bug in)\b|\$bunfs/;

/** Limit for one command line, in ms. Each has a deadline of 0.5 s; the rest allows for a busy machine. */
export const HANG_MS = 45_000;

export interface FuzzFixture extends AsyncDisposable {
  live: HomeFixture;
  bare: HomeFixture;
  base: string;
  folder: string;
  /** Runs the line; returns a description of the problem with its exit, if any. */
  problemOf(line: Line): Promise<string | undefined>;
  /** Number of lines by exit code. */
  exits: Map<number, number>;
  /** Returns a description of the problem with the session, if any. */
  problemNow(): Promise<string | undefined>;
}

export async function fuzzFixture(): Promise<FuzzFixture> {
  const site = localServer(({ url }) => answer(new URL(url).pathname));
  const base = `http://127.0.0.1:${site.port}/`;
  // Lines that start a session find no browser; only the session with the page has one.
  const env = { ...OUTSIDE, SVC_BASE_URL: base, SVC_API_KEY: "bu_0123456789abcdef", SVC_LLM_BASE_URL: base };
  const live = homeFixture(env);
  const bare = homeFixture(env);
  const folder = join(live.home, "..", "work");
  mkdirSync(join(folder, "sub"), { recursive: true });
  writeFileSync(join(folder, "in.json"), '{"cookies":[{"name":1}],"origins":7}');
  writeFileSync(join(folder, "in.txt"), "get title\nno such\n");
  const opened = await live.json("open", base);
  if (!opened.success) throw new Error(`the page does not open: ${opened.error}`);
  Object.assign(live.env, { SVC_BROWSER: "/nonexistent/browser" });
  Object.assign(bare.env, { SVC_BROWSER: "/nonexistent/browser" });
  const daemon = live.state().pid as number;
  const exits = new Map<number, number>();
  return {
    live,
    bare,
    base,
    folder,
    exits,
    async problemOf(line) {
      if (line.isBare) rmSync(join(bare.home, "config.json"), { force: true });
      const { env, home } = line.isBare ? bare : live;
      const exit = await spawned(line, { ...env, ...line.env }, folder);
      if (!exit) return `no end within ${HANG_MS} ms`;
      exits.set(exit.code, (exits.get(exit.code) ?? 0) + 1);
      return wrongExit(line.argv, exit) ?? logged(home);
    },
    async problemNow() {
      await live.run("dialog", "dismiss");
      await live.run("tab", "new", base);
      const title = await live.run("get", "title");
      if (title.stdout !== "title: Many things\n") return `get title says ${JSON.stringify(title)}`;
      if (live.state().pid !== daemon || !lives(daemon)) return "the daemon is another one";
      return logged(live.home) ?? logged(bare.home);
    },
    async [Symbol.asyncDispose]() {
      await bare[Symbol.asyncDispose]();
      await live[Symbol.asyncDispose]();
      site.stop(true);
    },
  };
}

/** Keeps the browser on this machine and model keys out of the environment. */
const OUTSIDE = {
  SVC_ALLOWED_DOMAINS: "127.0.0.1,localhost",
  SVC_LLM_MODEL: "none",
  SVC_LLM_API_KEY: "none",
  OPENAI_API_KEY: undefined,
  ANTHROPIC_API_KEY: undefined,
};

function answer(path: string): Response | Promise<Response> {
  if (path === "/") return new Response(PAGE, { headers: HTML });
  if (path === "/frame") return new Response("<p>A frame <input><button>Within</button>", { headers: HTML });
  if (path === "/other") return new Response("<title>Other</title><a href=/>Back</a><p>words", { headers: HTML });
  if (path === "/dialog") return new Response("<title>D</title><script>confirm('sure?')</script>", { headers: HTML });
  if (path === "/file")
    return new Response("bytes", { headers: { "content-disposition": "attachment; filename=a.bin" } });
  if (path === "/odd") return new Response('{"id":', { headers: { "content-type": "application/json" } });
  // Malformed answers in place of the platform and the model.
  if (path.includes("/tasks")) return Response.json([{ id: null, status: 7 }]);
  return new Response("<title>Not found</title>", { status: 404, headers: HTML });
}

/** Undefined if the process did not end in time. */
async function spawned({ argv, stdin }: Line, env: HomeFixture["env"], cwd: string): Promise<Exit | undefined> {
  await using child = new Program([EXECUTABLE, ...argv], { env, cwd, ...(stdin === undefined ? {} : { stdin }) });
  return (await Promise.race([child.ended, Bun.sleep(HANG_MS)])) ?? undefined;
}

/** Describes the problem with a finished process, if any. */
export function wrongExit(argv: readonly string[], { code, stdout, stderr }: Exit): string | undefined {
  const shown = () => `${code} ${JSON.stringify(stdout.slice(0, 600))} ${JSON.stringify(stderr.slice(0, 1_200))}`;
  if (code === FAILURES.internal.exit || !EXITS.has(code)) return `exit ${shown()}`;
  if (BUG.test(stdout) || BUG.test(stderr)) return `a stack: ${shown()}`;
  if (asksForJson(argv) && !isOneLine(stdout)) return `not one line of JSON: ${shown()}`;
  return undefined;
}

function isOneLine(text: string): boolean {
  if (!text.endsWith("\n") || text.indexOf("\n") !== text.length - 1) return false;
  try {
    return typeof JSON.parse(text).success === "boolean";
  } catch {
    return false;
  }
}

/** The entry of a bug in a daemon's log, if any. */
function logged(home: string): string | undefined {
  const path = join(home, "cli.log");
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  const at = text.search(LOGGED);
  return at < 0 ? undefined : `logged: ${text.slice(Math.max(0, at - 60), at + 1_500)}`;
}
