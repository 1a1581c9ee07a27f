/** Prompts of a browser: nothing waits for an answer, neither with a window nor without. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writePreferences } from "../../../src/browser/launch/switches.ts";
import { acting } from "../../../src/page/actions/effects.ts";
import { LEFT_CLICK, press } from "../../../src/page/input/pointer.ts";
import { evaluate } from "../../../src/page/navigation/evaluate.ts";
import { open } from "../../../src/page/navigation/navigate.ts";
import { type Display, display, hasDisplays } from "../../display.ts";
import { write } from "../../fixture.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { localServer } from "../../support/server.ts";
import { soon, started } from "../started.ts";

let screen: Display | undefined;
const before = process.env.DISPLAY;

beforeAll(async () => {
  if (!hasDisplays) return;
  screen = await display();
  process.env.DISPLAY = screen.name;
});

afterAll(async () => {
  if (before === undefined) delete process.env.DISPLAY;
  else process.env.DISPLAY = before;
  await screen?.[Symbol.asyncDispose]();
});

function serve() {
  return localServer((request) => {
    const headers = { "content-type": "text/html", "www-authenticate": 'Basic realm="x"' };
    if (new URL(request.url).pathname !== "/locked") return new Response("<title>Open</title>", { headers });
    const isKnown = request.headers.get("authorization") === `Basic ${btoa("user:pass word")}`;
    return new Response(`<title>${isKnown ? "Inside" : "Locked"}</title>`, { status: isKnown ? 200 : 401, headers });
  });
}

const ASKS = `Promise.all([
  new Promise((resolve) => navigator.geolocation.getCurrentPosition(() => resolve("granted"), (error) => resolve(error.code))),
  Notification.requestPermission(),
  navigator.clipboard.readText().catch((error) => error.name),
  navigator.requestMIDIAccess({ sysex: true }).then(() => "granted", (error) => error.name),
  navigator.mediaDevices.getUserMedia({ video: true }).catch((error) => error.name),
])`;

for (const headed of [false, true]) {
  test.skipIf(headed && !hasDisplays)(`${headed ? "with" : "without"} a window`, async () => {
    using site = serve();
    await using b = await started({ headed });
    const address = `http://127.0.0.1:${site.port}/`;
    await open(b.page, address, "load", soon());
    const { result } = await evaluate(b.page, ASKS, soon());
    expect(result).toEqual([
      1,
      expect.stringMatching(/denied|default/),
      "NotAllowedError",
      "NotAllowedError",
      expect.any(String),
    ]);
    const click = async (script: string) => {
      await evaluate(b.page, `document.onclick = () => { ${script} }, 1`, soon());
      await acting(b.page, soon(), () => press(b.page, { x: 300, y: 300 }, LEFT_CLICK));
      expect(await evaluate(b.page, "document.title", soon())).toMatchObject({ result: "Open" });
      return await b.browser.takeEvents(soon());
    };
    for (const script of ["print()", "location.href = 'mailto:x@y'", "location.href = 'no-such-scheme:x'"])
      expect(await click(script)).toEqual([]);
    expect(
      await click("const i = document.createElement('input'); i.type = 'file'; document.body.append(i); i.click()"),
    ).toMatchObject([{ kind: "dialog", type: "file", text: expect.stringContaining("svc upload") }]);
    const locked = await open(b.page, `${address}locked`, "load", soon()).catch((error) => error);
    // In a window the page of the server appears only when a person cancels the prompt.
    if (headed)
      expect(locked).toMatchObject({ code: "navigation", hint: expect.stringContaining("--http-credentials") });
    else expect(locked).toMatchObject({ title: "Locked", status: 401 });
    const known = address.replace("//", "//user:pass%20word@");
    expect(await open(b.page, `${known}locked`, "load", soon())).toMatchObject({ title: "Inside", status: 200 });
  });
}

test("a copied profile keeps its preferences except those that open windows or prompts", () => {
  using folder = temporaryFolder();
  mkdirSync(join(folder.path, "Default"));
  const path = write(join(folder.path, "Default"), "Preferences", `{"printing":{"x":1},"homepage":"a"}`);
  const localState = write(
    folder.path,
    "Local State",
    `{"dns_over_https":{"mode":"secure","templates":"https://dns.example/"}}`,
  );
  writePreferences(folder.path, "Default", true);
  writePreferences(folder.path, "Profile 1", true);
  const quiet = {
    alternate_error_pages: { enabled: false },
    browser: { enable_spellchecking: false },
    spellcheck: { dictionaries: [], dictionary: "" },
  };
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({
    printing: { x: 1, enabled: false },
    homepage: "a",
    ...quiet,
  });
  expect(JSON.parse(readFileSync(localState, "utf8")).dns_over_https.mode).toBe("secure");
});
