/**
 * `npm run demo`: the main job, through the built executable, on pages served here: open a page, read it, fill in its
 * form, send it, and see that it arrived. Leaves nothing behind: no daemon, no browser, no file.
 *
 *   bun scripts/demo.ts [executable]   runs that executable, and builds nothing
 */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chooseBrowser } from "../src/browser/launch/find.ts";
import { readState } from "../src/daemon/session-files.ts";
import { homeFolder, sessionFiles } from "../src/lib/paths.ts";
import { killGroup } from "../src/lib/process.ts";
import { demoSite, WANTED } from "./demo-site.ts";

const ROOT = join(import.meta.dir, "..");
const [, , GIVEN] = process.argv;
const SVC = GIVEN ?? join(ROOT, "dist", process.platform === "win32" ? "svc.exe" : "svc");

/** Everything of the demo but browsers lives here. Short, because sockets do. */
const home = mkdtempSync(join(tmpdir(), "svc-demo-"));

const demo = demoSite();

class DemoError extends Error {}

interface Ran {
  code: number;
  out: string;
  all: string;
}

/** The command that runs now, and whether it may be cut short. */
let active: { child: Bun.Subprocess; mayKill: boolean } | undefined;

/** Detached, so that Ctrl-C in a terminal reaches the demo alone, which then ends things in their order. */
async function run(command: string[], env: Record<string, string | undefined>, mayKill = false): Promise<Ran> {
  const child = Bun.spawn(command, {
    cwd: ROOT,
    env,
    detached: true,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  active = { child, mayKill };
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  active = undefined;
  return { code, out, all: (out + err).trimEnd() };
}

/** The demo's own home, and a short idle time in case that the demo is killed and can end nothing. */
const env: Record<string, string | undefined> = {
  ...process.env,
  SVC_HOME: home,
  SVC_SESSION: undefined,
  SVC_IDLE_TIMEOUT: "60s",
};

/** Runs a line and shows it as a user would see it. Returns what it printed. */
async function svc(...argv: string[]): Promise<string> {
  if (ending) throw new DemoError("it was interrupted");
  console.log(`$ svc ${argv.map((word) => (/^[\w./:@-]+$/.test(word) ? word : `'${word}'`)).join(" ")}`);
  const { code, all } = await run([SVC, ...argv], env);
  console.log(`${all}\n`);
  if (code !== 0) throw new DemoError(`svc ${argv[0]} ended with exit code ${code}`);
  return all;
}

interface Element {
  index: number;
  role: string;
  name: string;
}

/** The index of an element of the page, which a user takes from what `svc state` has printed. */
async function find(role: string, name: string): Promise<string> {
  const { out } = await run([SVC, "state", "--json"], env);
  const { data } = JSON.parse(out) as { data: { elements: Element[] } };
  const found = data.elements.find((one) => one.role === role && one.name.startsWith(name));
  if (!found) throw new DemoError(`svc state shows no ${role} '${name}'`);
  return String(found.index);
}

function expect(what: string, ok: boolean): void {
  if (!ok) throw new DemoError(`expected ${what}`);
}

async function act(): Promise<void> {
  await svc("open", demo.url);
  await svc("state");
  await svc("input", await find("textbox", "Your name"), WANTED.name);
  await svc("input", await find("textbox", "Email"), WANTED.email);
  await svc("select", await find("combobox", "Workshop"), WANTED.workshop);
  await svc("click", await find("checkbox", "With lunch"));
  await svc("click", await find("button", "Book the seat"));
  const state = await svc("state");
  const title = await svc("get", "title");
  const { sent } = demo;
  expect(`the form to arrive as ${JSON.stringify(WANTED)}, not ${JSON.stringify(sent)}`, Bun.deepEquals(sent, WANTED));
  expect("the title of the page behind the form", title === "title: Booked - Harbour Workshops");
  expect("that page to show what was booked", state.includes("/booked") && state.includes(WANTED.email));
  await svc("close");
  expect("no session to be left", (await run([SVC, "sessions"], env)).out.trim() === "No active sessions");
}

async function build(): Promise<void> {
  if (GIVEN !== undefined) return;
  const sources = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" });
  const names = [...sources.map((name) => join("src", name)), "build.ts", "package.json"];
  const changed = Math.max(...names.map((name) => statSync(join(ROOT, name)).mtimeMs));
  if (existsSync(SVC) && statSync(SVC).mtimeMs >= changed) return;
  console.log("$ npm run build");
  const { code, all } = await run([process.execPath, "build.ts"], process.env, true);
  console.log(`${all}\n`);
  if (code !== 0) throw new DemoError("the build failed");
}

/** A browser is installed into the user's own home, where it is of use after the demo. */
async function prepareBrowser(): Promise<void> {
  console.log("$ svc install");
  const { all } = await run([SVC, "install"], process.env, true);
  console.log(`${all}\n`);
  try {
    env.SVC_BROWSER = chooseBrowser(homeFolder(), false).path;
  } catch {
    throw new DemoError("there is no browser on this machine");
  }
}

let ending: Promise<void> | undefined;

/** Ends the daemon, by force where it does not answer, and removes the home. Once, whoever calls. */
function end(): Promise<void> {
  ending ??= endAll();
  return ending;
}

async function endAll(): Promise<void> {
  // A line that is just starting a daemon is waited for: until it is up, the daemon cannot be told to end.
  if (active?.mayKill) active.child.kill();
  await active?.child.exited;
  const files = sessionFiles(home, "default");
  const held = readState(files);
  if (held) {
    await run([SVC, "close"], env);
    killGroup(held);
    if (held.browser) killGroup(held.browser);
  }
  await demo[Symbol.asyncDispose]();
  for (const path of [files.run, home]) {
    rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

let code = 0;
for (const [signal, itsCode] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const) {
  process.on(signal, () => {
    code = itsCode;
    void end().finally(() => process.exit(code));
  });
}

try {
  await build();
  await prepareBrowser();
  await act();
  console.log("It works: the form was filled in and sent, and the page behind it was read.");
} catch (error) {
  code ||= 1;
  const why = error instanceof DemoError ? error.message : Bun.inspect(error);
  if (!ending) console.error(`The demo failed: ${why}`);
}
await end();
process.exit(code);
