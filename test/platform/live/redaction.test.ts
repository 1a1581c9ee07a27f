/** Secrets of a page are covered in live view and recording, during the run and after it, unnoticed by the page. */

import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { commands } from "../../../src/commands/index.ts";
import { agentParts } from "../../../src/platform/agents/runs/parts.ts";
import { call, scriptedModel } from "../../models/server.ts";
import { htmlResponse, localServer } from "../../support/server.ts";
import { until } from "../../support/until.ts";
import { read } from "../agents/agents.ts";
import { serverHome } from "../process.ts";
import { served } from "../served.ts";
import { played } from "./recordings.ts";
import { colour, isLike, viewer } from "./viewing.ts";

/** A field as large as the window with a red value, and a moving corner that causes pictures. */
const PAGE = `<title>Token</title><style>body{margin:0;background:#fff}
  input{position:fixed;inset:0;width:100vw;height:100vh;border:0;padding:0;outline:0;background:#00f;color:#f00;font:40vh monospace}
  i{position:fixed;right:0;bottom:0;width:9px;height:9px;background:#888;z-index:1}</style>
  <input aria-label=Token><i></i><script>
  const noticed = []; new MutationObserver((seen) => noticed.push(...seen)).observe(document, { subtree: true, childList: true, attributes: true });
  setInterval(() => document.querySelector("i").getAnimations().length || document.querySelector("i").animate({ opacity: [1, 0, 1] }, 300), 200);
  document.querySelector("input").oninput = (event) => setTimeout(() => {
    const { backgroundColor, webkitTextSecurity } = getComputedStyle(event.target);
    fetch("/noticed?" + [noticed.length, backgroundColor, webkitTextSecurity, document.elementFromPoint(300, 300).localName].join());
  }, 1500);</script>`;

const SECRET = "\u2588".repeat(12);
const BLUE = [0, 0, 255];
const BLACK = [0, 0, 0];
const WHITE = [255, 255, 255];

test("typed secrets appear in no picture of live view and recording", async () => {
  const noticed: string[] = [];
  using at = localServer(({ url }) => {
    if (url.includes("/noticed")) noticed.push(decodeURIComponent(new URL(url).search));
    return htmlResponse(PAGE);
  });
  let isSeen = Promise.withResolvers<void>();
  using model = scriptedModel(async ({ turns }) => {
    if (turns === 0) return call("open", { url: at.url.href });
    // Each step is shown before the next one.
    await isSeen.promise;
    isSeen = Promise.withResolvers();
    if (turns === 1) return call("type", { label: "Token", text: "<secret>token</secret>" });
    return call("done", { success: true, kind: "question", output: "typed", evidence: "Token" });
  });
  using home = serverHome();
  const { baseUrl } = model.config;
  writeFileSync(
    join(home.path, "models.json"),
    JSON.stringify({ models: [{ name: "ours", model: "scripted", baseUrl, provider: "openai" }] }),
  );
  await using p = await served({ home: home.path }, agentParts(home.path, { commands, read }));
  const made = await p.call("POST", "/v3/sessions", {
    task: `Type the token at ${at.url.href}`,
    sensitiveData: { token: SECRET },
    enableRecording: true,
    keepAlive: true,
    proxyCountryCode: null,
  });
  const watching = await viewer(made.body.liveUrl);
  const seen: number[][] = [];
  const shows = (meant: number[]) =>
    until(async () => {
      for (const { jpeg } of watching.pictures.slice(seen.length)) seen.push(await colour(jpeg));
      return isLike(seen.at(-1) ?? [], meant);
    }, `a picture of ${meant}`);
  await shows(BLUE);
  isSeen.resolve();
  await shows(BLACK);
  await until(() => noticed.length > 0, "what the page noticed");
  isSeen.resolve();
  const { id } = made.body;
  await until(async () => (await p.call("GET", `/v3/sessions/${id}`)).body.status === "idle", "an idle session");
  // A viewer after the run sees the same redacted page.
  const later = await viewer(made.body.liveUrl);
  await until(() => later.pictures.length > 2, "later pictures");
  for (const { jpeg } of later.pictures) expect(isLike(await colour(jpeg), BLACK)).toBe(true);
  await shows(BLACK);
  expect(seen.filter((one) => ![BLUE, BLACK, WHITE].some((meant) => isLike(one, meant)))).toEqual([]);
  // The page saw no mutation, style or element.
  expect(noticed.at(-1)).toBe("?0,rgb(0, 0, 255),none,input");
  await p.call("POST", `/v3/sessions/${id}/stop`, { strategy: "session" });
  const [film] = await until(async () => {
    const { recordingUrls } = (await p.call("GET", `/v3/sessions/${id}`)).body;
    return recordingUrls?.length > 0 ? recordingUrls : undefined;
  }, "a recording");
  const video = await played(p, new Uint8Array(await (await fetch(film)).arrayBuffer()), 0.1);
  const middles = video.seen.map(({ middle }) => middle);
  expect(middles.some((one) => isLike(one, BLUE))).toBe(true);
  expect(isLike(middles.at(-1) ?? [], BLACK)).toBe(true);
  expect(middles.filter((one) => ![BLUE, BLACK, WHITE].some((meant) => isLike(one, meant)))).toEqual([]);
});
