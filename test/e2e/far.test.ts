/** `svc run` in a browser on another machine: its host rules apply there as well. */

import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { debuggedBrowser } from "../browser/profiles/desktop.ts";
import { noteCovered } from "../fixture.ts";
import { call, perTask, scriptedModel } from "../models/server.ts";
import { temporaryFolder } from "../support/folder.ts";
import { htmlResponse, localServer } from "../support/server.ts";
import { until } from "../support/until.ts";
import { homeFixture } from "./home-fixture.ts";

/** A non-loopback address of this machine: svc treats a browser at it as one on another machine. */
const ADDRESS = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .find(({ internal, family }) => !internal && family === "IPv4")?.address;
if (ADDRESS === undefined) console.log("skipped: a browser on another machine, which needs a network interface");

/** Forwards connections at the address to a port of the loopback interface. */
function relay(address: string, port: number) {
  type End = { other?: Bun.Socket<undefined>; early: Uint8Array[] };
  return Bun.listen<End>({
    hostname: address,
    port: 0,
    socket: {
      async open(near) {
        near.data = { early: [] };
        const far = await Bun.connect({
          hostname: "127.0.0.1",
          port,
          socket: { data: (_, bytes) => void near.write(bytes), close: () => void near.end() },
        });
        for (const bytes of near.data.early.splice(0)) far.write(bytes);
        near.data.other = far as Bun.Socket<undefined>;
      },
      data({ data: { other, early } }, bytes) {
        if (other) other.write(bytes);
        else early.push(Uint8Array.from(bytes));
      },
      close: ({ data }) => void data.other?.end(),
    },
  });
}

test.skipIf(ADDRESS === undefined)(
  "a run in a far browser reaches only the hosts it was allowed",
  async () => {
    const requested: string[] = [];
    using other = localServer({
      fetch(request, server) {
        requested.push(new URL(request.url).pathname);
        return server.upgrade(request) ? undefined : htmlResponse("");
      },
      websocket: { message() {} },
    });
    const there = `b.localhost:${other.port}`;
    using own = localServer(() =>
      htmlResponse(`<p>canary</p><button onclick="send()">Send</button><a href="http://${there}/link">Link</a>
        <form action="http://${there}/form"><button>Post</button></form>
        <script>function send() {
          fetch("http://${there}/fetch", { mode: "no-cors" }).catch(() => {});
          new Image().src = "http://${there}/image";
          navigator.sendBeacon("http://${there}/beacon");
          new WebSocket("ws://${there}/socket");
          const frame = document.body.appendChild(document.createElement("iframe"));
          frame.src = "http://${there}/frame";
          new Worker(URL.createObjectURL(new Blob(["fetch('http://${there}/worker', { mode: 'no-cors' })"])));
          open("http://${there}/popup");
          document.querySelector("p").textContent = "sent";
        }</script>`),
    );
    const page = `http://a.localhost:${own.port}/`;
    using model = scriptedModel(
      perTask(function* () {
        yield call("open", { url: page });
        yield call("click", { text: "Send" });
        yield call("wait", { time_ms: 500 });
        yield call("click", { text: "Link" });
        yield call("open", { url: page });
        yield call("click", { text: "Post" });
        yield call("open", { url: `http://${there}/open` });
        yield call("script", { code: `await open({ url: "http://${there}/script" })` });
        yield call("open", { url: page });
        yield call("done", { success: true, kind: "question", output: "canary", evidence: "canary" });
      }),
    );
    using folder = temporaryFolder();
    await using far = await debuggedBrowser(folder.path, folder.path);
    using way = relay(ADDRESS ?? "", far.port);
    await using h = homeFixture();
    mkdirSync(h.home, { recursive: true, mode: 0o700 });
    const models = [{ name: "ours", model: "scripted", baseUrl: model.config.baseUrl, provider: "openai" }];
    writeFileSync(join(h.home, "models.json"), JSON.stringify({ models }));
    expect(await h.json("--cdp-url", `http://${ADDRESS}:${way.port}`, "open", page)).toMatchObject({ success: true });
    expect(await h.json("run", "Read it", "--allowed-domain", "a.localhost")).toMatchObject({ success: true });
    expect(requested).toEqual([]);
    // The same page without a run is not confined, so its requests arrive.
    await h.run("open", page);
    await h.run("click", "--text", "Send");
    const ways = ["/beacon", "/fetch", "/frame", "/image", "/popup", "/socket", "/worker"];
    await until(() => ways.every((one) => requested.includes(one)), "all ways were gone");
    noteCovered({ command: "run", code: "" });
  },
  60_000,
);
