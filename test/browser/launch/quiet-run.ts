/**
 * Runs inside the network of `quiet.test.ts`. Starts each browser in each mode, leaves it idle, drives it, and prints
 * as JSON what left the machine. Its resolver answers every name, so that a lookup is followed by packets.
 */

import { createSocket } from "node:dgram";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "../../../src/browser/browser.ts";
import { executeCommand } from "../../../src/browser/execute.ts";
import { type BrowserName, findBrowsers } from "../../../src/browser/launch/find.ts";
import type { Launched } from "../../../src/browser/launch/launch.ts";
import { parseLine } from "../../../src/cli/parse.ts";
import { commands } from "../../../src/commands/index.ts";
import { acquireBrowser } from "../../../src/daemon/acquire.ts";
import { localSessions } from "../../../src/daemon/sessions.ts";
import { startBrowser } from "../../../src/platform/engine/lifecycle/start.ts";
import { SELF_SIGNED } from "../../platform/egress/self-signed.ts";
import { htmlResponse, localServer } from "../../support/server.ts";

const [folder = "", seconds = "3"] = process.argv.slice(2);
const SPAN_MS = Number(seconds) * 1_000;

/** The driven browser goes there on purpose. The host does not exist. */
const UNKNOWN = "no-such-host.example";

/** Names that were looked up, except that host. */
const names = new Set<string>();

function resolver(): void {
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.subarray(at + 1, at + 1 + length).toString());
      at += length + 1;
    }
    const name = labels.join(".");
    const isUnknown = name === UNKNOWN;
    if (!isUnknown) names.add(name);
    const question = query.subarray(12, at + 5);
    const isA = query[at + 2] === 1 && !isUnknown;
    const head = Buffer.from([
      ...query.subarray(0, 2),
      0x81,
      isUnknown ? 0x83 : 0x80,
      0,
      1,
      0,
      isA ? 1 : 0,
      0,
      0,
      0,
      0,
    ]);
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, 203, 0, 113, 9]);
    socket.send(Buffer.concat([head, question, ...(isA ? [answer] : [])]), port, address);
  });
  socket.bind(53, "8.8.8.8");
}

/** Packets that left the machine. */
function sent(): number {
  const line =
    readFileSync("/proc/net/dev", "utf8")
      .split("\n")
      .find((one) => one.includes("out0:")) ?? "";
  return Number(line.replace(/.*:/, "").trim().split(/\s+/)[9]);
}

/** What left the machine during the work. */
async function counted(work: () => Promise<unknown>): Promise<{ names: string[]; packets: number }> {
  names.clear();
  const before = sent();
  await work();
  return { names: [...names].sort(), packets: sent() - before };
}

/** Forms, languages, downloads, permissions: features with services of Google. */
const PAGE = `<!doctype html><html lang=fr><meta charset=utf-8><title>Une page</title><form action=/next>
<label>Nom <input name=name autocomplete=name></label><label>Courriel <input type=email autocomplete=email></label>
<label>Mot de passe <input type=password autocomplete=current-password></label>
<label>Texte <textarea spellcheck=true></textarea></label><button>Envoyer</button></form><a href=/archive.zip>Fichier</a>
<p>Bonjour tout le monde, ceci est une page assez longue en francais, pour que l'on veuille bien la traduire.</p>
<script>navigator.geolocation?.getCurrentPosition(() => {}, () => {}); globalThis.Notification?.requestPermission?.();
globalThis.speechSynthesis?.getVoices(); navigator.mediaDevices?.enumerateDevices();</script>`;

function site(): { plain: string; secure: string } {
  const fetch = ({ url }: Request) =>
    url.endsWith(".zip")
      ? new Response("PK", { headers: { "content-disposition": "attachment" } })
      : htmlResponse(PAGE);
  const plain = localServer(fetch);
  const secure = localServer({ fetch, tls: SELF_SIGNED });
  return { plain: `http://127.0.0.1:${plain.port}/`, secure: `https://localhost:${secure.port}/` };
}

const { plain, secure } = site();
const LINES = [
  ["open", plain],
  ["input", "--label", "Nom", "Anne"],
  ["input", "--label", "Courriel", "anne@example.com"],
  ["input", "--label", "Mot de passe", "secret"],
  ["input", "--label", "Texte", "des mots mal ecrit"],
  // Spell checking starts when typing pauses.
  ["wait", "time", "2000"],
  ["screenshot", join(folder, "page.png")],
  ["click", "--text", "Fichier"],
  ["click", "--text", "Envoyer"],
  ["tab", "new", `${plain}other`],
  ["state"],
  // Pages that do not load, for each reason why a browser asks other servers.
  ["open", secure],
  ["open", "http://127.0.0.1:1/"],
  ["open", "http://127.0.0.1:9999/"],
  ["open", `http://${UNKNOWN}/`],
];

async function say(browser: Browser, line: readonly string[]): Promise<void> {
  const { command, args } = parseLine(line, commands);
  if (!command) throw new Error(line.join(" "));
  const read = () => {
    throw new Error("no inner lines");
  };
  const home = join(folder, "home");
  const ground = { home, session: "quiet", commands, read, sessions: localSessions(home, "quiet") };
  await executeCommand(browser, ground, { command, args, signal: AbortSignal.timeout(30_000), timeoutMs: 30_000 });
}

/** Repeats the work, at least once. */
async function drive(round: () => Promise<unknown>): Promise<void> {
  const end = performance.now() + SPAN_MS;
  do {
    await round();
    await Bun.sleep(500);
  } while (performance.now() < end);
}

async function measured(mode: string, round: () => Promise<unknown>) {
  const idle = await counted(() => Bun.sleep(SPAN_MS));
  return { mode, idle, driven: await counted(() => drive(round)) };
}

interface Mode {
  mode: string;
  browser: BrowserName;
  options: { headed?: boolean; profile?: string };
}

async function withBrowser<T>({ browser: wanted, options }: Mode, work: (browser: Browser) => Promise<T>): Promise<T> {
  const path = found.find(({ name }) => name === wanted)?.path ?? "";
  if (options.profile === undefined) process.env.SVC_BROWSER = path;
  else delete process.env.SVC_BROWSER;
  let launched: Launched | undefined;
  const browser = await acquireBrowser({
    home: join(folder, "home"),
    name: "quiet",
    runFolder: join(folder, "run"),
    options,
    startMs: 60_000,
    onLaunch: (one) => {
      launched = one;
    },
    onLease: () => {},
    signal: new AbortController().signal,
  });
  try {
    return await work(browser);
  } finally {
    await launched?.kill();
  }
}

async function session(one: Mode) {
  const display = one.options.headed ? await showing() : undefined;
  try {
    return await withBrowser(one, (browser) =>
      measured(one.mode, async () => {
        for (const line of LINES) await say(browser, line);
      }),
    );
  } finally {
    display?.kill();
  }
}

/** A display for windows. */
async function showing() {
  const screen = ["-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"];
  const display = Bun.spawn(["Xvfb", "-displayfd", "1", ...screen], { stdout: "pipe", stderr: "ignore" });
  const { value } = await display.stdout.getReader().read();
  process.env.DISPLAY = `:${new TextDecoder().decode(value).trim()}`;
  return display;
}

/** Checks that the counters work: a request of a page is counted. */
function control(one: Mode) {
  return withBrowser(one, (browser) =>
    counted(async () => {
      await say(browser, ["open", plain]);
      await say(browser, ["eval", "new Image().src = 'http://far.example/'; 0"]);
      await Bun.sleep(1_000);
    }),
  );
}

async function platform() {
  const started = await startBrowser({ home: join(folder, "home"), hooks: [] }, undefined, AbortSignal.timeout(60_000));
  const { root } = started.multiplexer.connection;
  try {
    return await measured("serve", async () => {
      for (const url of [plain, secure, "http://127.0.0.1:9999/"]) {
        const { targetId } = await root.send("Target.createTarget", { url });
        await Bun.sleep(1_000);
        await root.send("Target.closeTarget", { targetId });
      }
    });
  } finally {
    await started.launched.kill();
  }
}

/** The profile of a person who reads French and allows the services of Google. */
function profileOf(name: BrowserName): void {
  const data = join(folder, ".config", name === "chrome" ? "google-chrome" : "chromium");
  mkdirSync(join(data, "Default"), { recursive: true });
  writeFileSync(join(data, "Local State"), `{"dns_over_https":{"mode":"automatic"}}`);
  writeFileSync(
    join(data, "Default", "Preferences"),
    `{"alternate_error_pages":{"enabled":true},"spellcheck":{"dictionaries":["fr","de"]},"signin":{"allowed":true}}`,
  );
}

const found = findBrowsers("/nowhere");
const shell = found.find(({ name }) => name === "headless-shell");
const full = found.find(({ name }) => name === "chromium" || name === "chrome");
resolver();
const modes: Mode[] = [];
if (shell) modes.push({ mode: "headless shell", browser: shell.name, options: {} });
if (full) {
  profileOf(full.name);
  modes.push({ mode: "full", browser: full.name, options: {} });
  modes.push({ mode: "profile", browser: full.name, options: { profile: "Default" } });
  if (Bun.which("Xvfb")) {
    modes.push({ mode: "headed", browser: full.name, options: { headed: true } });
    modes.push({ mode: "profile, headed", browser: full.name, options: { headed: true, profile: "Default" } });
  }
}
const results = [];
for (const one of modes) results.push(await session(one));
const seen = modes[0] && (await control(modes[0]));
delete process.env.SVC_BROWSER;
results.push(await platform());
process.stdout.write(`${JSON.stringify({ control: seen, modes: results })}\n`);
process.exit(0);
