/**
 * `bun run pictures`: makes the pictures of the README in `docs/pictures` from what the built executable really prints and
 * shows: a terminal, a screenshot with indices, the dashboard, and the live view. A scripted model answers the agent.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { call, perTask, scriptedModel } from "../test/models/server.ts";
import { demoSite } from "./demo-site.ts";
import { terminalSvg } from "./terminal-svg.ts";

const SVC = join(import.meta.dir, "../dist/svc");
const OUT = join(import.meta.dir, "../docs/pictures");
const FIELDS = ["Your name=Jane Seaworth", "Email=jane@example.com", "Workshop=Knots and splices", "With lunch=on"];
const TASK = "Book a seat in the workshop about knots for Jane Seaworth, with lunch";

const home = mkdtempSync(join(tmpdir(), "svc-pictures-"));
const env: Record<string, string> = { ...process.env, SVC_HOME: home, SVC_IDLE_TIMEOUT: "60s" };

/** Runs a line and returns what it prints. Throws when it fails. */
async function svc(...argv: string[]): Promise<string> {
  const child = Bun.spawn([SVC, ...argv], { env, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(`svc ${argv.join(" ")} ended with ${code}: ${out}${err}`);
  return out.trimEnd();
}

const quoted = (word: string) => (/^[\w./:@=-]+$/.test(word) ? word : `"${word}"`);

/** The form is read, filled in and sent in a terminal, and its screenshot has the indices of its elements. */
async function terminalPicture(url: string): Promise<void> {
  const scenes: { line: string; output: string }[] = [];
  const show = async (...argv: string[]) => {
    const output = (await svc(...argv)).replaceAll(url, "https://workshops.example/");
    const line = `svc ${argv.map(quoted).join(" ")}`.replace(url, "workshops.example");
    scenes.push({ line, output });
  };
  await svc("viewport", "720x400");
  await show("open", url);
  await show("state");
  await show("fill", ...FIELDS);
  await svc("screenshot", "--annotate", join(OUT, "annotated.png"));
  await show("click", "--text", "Book the seat");
  await show("get", "text");
  await Bun.write(join(OUT, "terminal.svg"), terminalSvg(scenes));
}

/** The model of the agent: it reads the form, fills it in, sends it, and quotes what the page says. */
function bookingModel(url: string) {
  return scriptedModel(
    perTask(function* () {
      yield call("open", { url });
      yield call("fill", { fields: FIELDS });
      yield call("click", { text: "Book the seat" });
      yield call("done", {
        success: true,
        kind: "deed",
        output: "Your seat is booked: Knots and splices, with lunch.",
        evidence: "Your seat is booked\nKnots and splices",
      });
    }),
  );
}

/** The server's address and its API key. */
async function served(): Promise<{ url: string; key: string; end(): Promise<void> }> {
  const child = Bun.spawn([SVC, "serve", "--port", "0", "--log-format", "text"], {
    env: { ...env, SVC_ALLOW_PRIVATE_NETWORK: "true" },
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  const address = Promise.withResolvers<string>();
  void (async () => {
    let text = "";
    for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const url = /https?:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
      if (url) address.resolve(url);
    }
    address.reject(new Error(`svc serve ended: ${text}`));
  })();
  const url = await address.promise;
  const key = (await Bun.file(join(home, "server/first-key")).text()).trim();
  const end = async () => {
    child.kill();
    await child.exited;
  };
  return { url, key, end };
}

async function platformPictures(site: string): Promise<void> {
  using model = bookingModel(site);
  await svc("config", "set", "llm_base_url", model.url);
  await svc("config", "set", "llm_model", "scripted");
  const server = await served();
  try {
    const request = async (method: string, path: string, body?: object) => {
      const headers = { "x-svc-api-key": server.key, "content-type": "application/json" };
      const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
      return (await (await fetch(`${server.url}/api/v3${path}`, init)).json()) as Record<string, string>;
    };
    const { id } = await request("POST", "/sessions", { task: TASK });
    while ((await request("GET", `/sessions/${id}`)).isTaskSuccessful === null) await Bun.sleep(200);
    const look = ["--session", "look"];
    await svc(...look, "open", `${server.url}/`, "--viewport-size", "1200x760");
    await svc(...look, "input", "--label", "API key", server.key);
    await svc(...look, "click", "--role", "button", "--name", "Sign in");
    await svc(...look, "open", `${server.url}/#/sessions/${id}`);
    await svc(...look, "wait", "text", "Your seat is booked");
    await svc(...look, "screenshot", join(OUT, "dashboard.png"));
    const { cdpUrl = "", liveUrl = "" } = await request("POST", "/browsers", {});
    await svc("--session", "cloud", "--cdp-url", cdpUrl, "open", site);
    await svc(...look, "open", liveUrl);
    await svc(...look, "wait", "selector", "canvas, img, video");
    await svc(...look, "wait", "time", "1500");
    await svc(...look, "screenshot", join(OUT, "live-view.png"));
  } finally {
    await svc("close", "--all");
    await server.end();
  }
}

mkdirSync(OUT, { recursive: true });
try {
  await using site = demoSite();
  await terminalPicture(site.url);
  await svc("close");
  await platformPictures(site.url);
} finally {
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}
