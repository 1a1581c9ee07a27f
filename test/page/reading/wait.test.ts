/** Waits and reads in frames of other processes. */

import { expect, test } from "bun:test";
import { countOf, findFirst, pageText, statesOf } from "../../../src/page/locate/read-element.ts";
import { evaluate } from "../../../src/page/navigation/evaluate.ts";
import { open } from "../../../src/page/navigation/navigate.ts";
import { waitFor } from "../../../src/page/reading/wait.ts";
import { waitForIdle } from "../../../src/page/reading/wait-page.ts";
import { readState, WHOLE } from "../../../src/page/snapshot/state.ts";
import { soon, started } from "../../browser/started.ts";
import { htmlResponse, localServer } from "../../support/server.ts";

const deadline = () => ({ signal: soon(), timeoutMs: 15_000 });

/** One server with three host names: each is a separate site with its own process. */
function nested() {
  const held = Promise.withResolvers<void>();
  const server = localServer(async (request) => {
    const { pathname, port } = new URL(request.url);
    if (pathname === "/data") await held.promise;
    const body =
      pathname === "/"
        ? `<p class=x>Outer</p><iframe src="http://localhost:${port}/middle"></iframe>`
        : pathname === "/middle"
          ? `<p class=x>Middle</p><iframe src="http://inner.localhost:${port}/inner"></iframe><iframe src=/spin></iframe>`
          : pathname === "/inner"
            ? `<p class=x>Inner</p><script>fetch("/data"); setTimeout(() => document.body.append("Late"), 200)</script>`
            : "<p>Other</p>";
    return htmlResponse(body);
  });
  return { held, server, url: `http://127.0.0.1:${server.port}/` };
}

test("waits, counts, texts and states include nested frames of other processes", async () => {
  const site = nested();
  using _ = site.server;
  await using b = await started({ args: ["--site-per-process"] });
  await open(b.page, site.url, "load", soon());
  await waitFor(b.page, { text: "Late" }, deadline());
  expect(new Set([...b.page.frames.values()].map((frame) => frame.session)).size).toBe(3);
  expect(await countOf(b.page, ".x")).toBe(3);
  expect(await pageText(b.page)).toBe("Outer\nMiddle\nInner\nLate\nOther");
  expect(b.page.traffic.pending()).toEqual([expect.stringContaining("/data")]);
  const { elements } = await readState(b.page, { index: 0, count: 1 }, WHOLE, soon());
  expect(elements).toEqual([]);
  const inner = await findFirst(b.page, ".x + script");
  expect(await statesOf(b.page, inner)).toMatchObject({ visible: false });
  await evaluate(b.page, "document.querySelector('iframe').style.visibility = 'hidden'", soon());
  await waitFor(b.page, { selector: "iframe", state: "hidden" }, deadline());
  await evaluate(b.page, "document.querySelector('iframe').remove()", soon());
  await waitFor(b.page, { selector: ".x + script", state: "detached" }, deadline());
  expect(await waitForIdle(b.page, 50, deadline())).toEqual({ requests: 0 });
});
