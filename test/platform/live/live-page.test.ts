/** The page of the live view in a browser: mouse, keyboard, clipboard, dialogs. */

import { expect, test } from "bun:test";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { Session } from "../../../src/cdp/connection.ts";
import type { Data } from "../../fixture.ts";
import { htmlResponse, localServer } from "../../support/server.ts";
import { until } from "../../support/until.ts";
import { served } from "../served.ts";
import { client, filled, personsBrowser, type TestTab, tab, viewer } from "./viewing.ts";

const BODY = `<h1>Things</h1><p>Some text to <b>select</b> here.</p><input id="name" placeholder="name">
  <button id="far" style="position:absolute;right:0;bottom:0;width:40px;height:20px" onclick="window.wasFar = true">x</button>
  <div style="height:3000px"></div>`;

async function click(view: TestTab, at: { x: number; y: number }, clickCount = 1): Promise<void> {
  await view.session.send("Input.dispatchMouseEvent", { type: "mouseMoved", ...at });
  for (const type of ["mousePressed", "mouseReleased"] as const)
    await view.session.send("Input.dispatchMouseEvent", { type, ...at, button: "left", clickCount });
}

async function key(session: Session, name: string, code: string, keyCode: number, text = "", modifiers = 0) {
  const one = { key: name, code, windowsVirtualKeyCode: keyCode, modifiers };
  await session.send("Input.dispatchKeyEvent", {
    type: text ? "keyDown" : "rawKeyDown",
    ...one,
    ...(text ? { text } : {}),
  });
  await session.send("Input.dispatchKeyEvent", { type: "keyUp", ...one });
}

/** The point in the view of an element's center, computed from the boxes of both. */
async function placeOf(view: TestTab, page: TestTab, selector: string): Promise<{ x: number; y: number }> {
  const box = "const { left, top, width, height } = element.getBoundingClientRect()";
  const inner = await page.evaluate(
    `(() => { const element = document.querySelector("${selector}"); ${box}; return { x: (left + width / 2) / innerWidth, y: (top + height / 2) / innerHeight } })()`,
  );
  const outer = await view.evaluate(
    `(() => { const element = document.querySelector("canvas"); ${box}; return { left, top, width, height } })()`,
  );
  return { x: outer.left + inner.x * outer.width, y: outer.top + inner.y * outer.height };
}

const text = (view: TestTab, id: string): Promise<Data> =>
  view.evaluate(`(() => { const one = document.getElementById("${id}"); return one.hidden ? "" : one.innerText })()`);
const isPainted = (view: TestTab) => view.evaluate("!document.querySelector('canvas').hasAttribute('data-empty')");

test("supports clicking, typing, copying, scrolling, dialogs and navigation", async () => {
  await using p = await served();
  const made = await p.browser();
  await using person = await personsBrowser(p);
  const view = await person.open(made.liveUrl);
  const problems: string[] = [];
  view.session.on("Runtime.exceptionThrown", ({ exceptionDetails }) => problems.push(exceptionDetails.text));
  view.session.on("Log.entryAdded", ({ entry }) => problems.push(entry.text));
  await view.session.send("Runtime.enable");
  await view.session.send("Log.enable");
  const connection = await client(made.cdpUrl);
  const { targetInfos } = await connection.root.send("Target.getTargets");
  for (const { targetId } of targetInfos) await connection.root.send("Target.closeTarget", { targetId });
  await until(async () => (await text(view, "notice-title")) === "Waiting for a page");

  const page = await tab(connection, filled("white", BODY, "Shop"));
  await until(() => isPainted(view));
  await until(async () => (await text(view, "tabs")).includes("Shop"));
  expect(await text(view, "notice-title")).toBe("");

  await click(view, await placeOf(view, page, "#name"));
  await until(() => page.evaluate("document.activeElement.id === 'name'"));
  await until(async () => (await text(view, "status")) === "You have control");
  expect(await text(view, "way-out")).toContain("F6");
  await key(view.session, "H", "KeyH", 72, "H", 8);
  await key(view.session, "ü", "BracketLeft", 219, "ü");
  // Text of an input method.
  await view.session.send("Input.imeSetComposition", { text: "に", selectionStart: 1, selectionEnd: 1 });
  await view.session.send("Input.insertText", { text: "日本" });
  await until(() => page.evaluate("document.getElementById('name').value === 'Hü日本'"));
  await key(view.session, "Backspace", "Backspace", 8);
  await until(() => page.evaluate("document.getElementById('name').value === 'Hü日'"));
  await view.evaluate(`(() => { const data = new DataTransfer(); data.setData("text/plain", " pasted");
    document.getElementById("keys").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true })) })()`);
  await until(() => page.evaluate("document.getElementById('name').value === 'Hü日 pasted'"));

  const word = await placeOf(view, page, "b");
  for (const count of [1, 2]) await click(view, word, count);
  await until(() => page.evaluate("String(getSelection()) === 'select'"));
  // This browser denies access to the clipboard: the text is shown for copying.
  await key(view.session, "c", "KeyC", 67, "", 2);
  await until(() => view.evaluate("document.getElementById('copied-text').value === 'select'"));
  await key(view.session, "Escape", "Escape", 27);
  await until(async () => (await text(view, "copied")) === "");

  await view.session.send("Input.dispatchMouseEvent", { type: "mouseWheel", ...word, deltaX: 0, deltaY: 400 });
  await until(() => page.evaluate("scrollY > 300"));

  const answer = page.evaluate("prompt('Your name?', 'Ann')");
  await until(async () => (await text(view, "dialog")).includes("Your name?"));
  await until(() => view.evaluate("document.activeElement.id === 'dialog-value'"));
  await view.session.send("Input.insertText", { text: "Bob" });
  await key(view.session, "Enter", "Enter", 13, "\r");
  expect(await answer).toBe("Bob");
  await until(async () => (await text(view, "dialog")) === "");
  // The focus is back in the picture.
  await until(() => view.evaluate("document.activeElement.id === 'keys'"));

  await key(view.session, "F6", "F6", 117);
  await until(() => view.evaluate("document.activeElement.id === 'take'"));
  await view.evaluate("document.getElementById('take').click()");
  await until(async () => (await text(view, "status")) === "Nobody has control");

  void page.session.sendMayFail("Page.crash");
  await until(async () => (await text(view, "notice-title")) === "This page has crashed");
  await view.evaluate("document.getElementById('reload').click()");
  await until(async () => (await text(view, "notice-title")) === "");
  await p.call("PATCH", `/v3/browsers/${made.id}`, { action: "stop" });
  await until(async () => (await text(view, "notice")) === "This browser has ended\n\nIt was stopped.");
  expect(problems).toEqual([]);
  connection.close();
});

test("shows the options of a select, for keyboard and mouse", async () => {
  await using p = await served();
  const made = await p.browser();
  const connection = await client(made.cdpUrl);
  const select = (id: string, top: number, more = "") =>
    `<select id="${id}" style="position:absolute;left:500px;top:${top}px" ${more}><option>one<option disabled>two<option>three &lt;b></select>`;
  const script =
    "<script>heard = []; for (const name of ['input', 'change', 'keydown']) addEventListener(name, ({ type }) => heard.push(type))</script>";
  const page = await tab(
    connection,
    filled("white", `${select("plain", 300)}${select("own", 500, `onmousedown="event.preventDefault()"`)}${script}`),
  );
  await using person = await personsBrowser(p);
  const view = await person.open(made.liveUrl);
  await until(() => isPainted(view));
  const isOpen = async () => (await text(view, "choices")) !== "";
  const hasKeyboard = () => view.evaluate("document.activeElement.id === 'keys'");
  const value = () => page.evaluate("document.getElementById('plain').value");

  const plain = await placeOf(view, page, "#plain");
  await click(view, plain);
  await until(isOpen);
  expect(await view.evaluate("[...document.querySelectorAll('#choices button')].map((one) => one.disabled)")).toEqual([
    false,
    true,
    false,
  ]);
  expect(await view.evaluate("document.activeElement.textContent")).toBe("one");
  await key(view.session, "ArrowDown", "ArrowDown", 40);
  await key(view.session, "Enter", "Enter", 13, "\r");
  await until(async () => (await value()) === "three <b>");
  await until(hasKeyboard);
  expect(await page.evaluate("heard")).toEqual(["input", "change"]);
  await until(async () => (await page.evaluate("document.getElementById('plain').matches(':open')")) === false);

  await click(view, plain);
  await until(isOpen);
  await key(view.session, "Escape", "Escape", 27);
  await until(async () => !(await isOpen()) && (await hasKeyboard()));
  expect(await value()).toBe("three <b>");
  await click(view, plain);
  await until(isOpen);
  await view.evaluate("document.querySelector('#choices button').click()");
  await until(async () => (await value()) === "one");

  // A page with a list of its own: the next key reaches the page, not a list of the view.
  await click(view, await placeOf(view, page, "#own"));
  await key(view.session, "k", "KeyK", 75, "k");
  await until(async () => (await page.evaluate("heard")).includes("keydown"));
  expect(await isOpen()).toBe(false);
  connection.close();
});

test("maps clicks at any size and density, also by touch", async () => {
  await using p = await served();
  const made = await p.browser();
  const connection = await client(made.cdpUrl);
  const page = await tab(connection, filled("white", BODY));
  await using person = await personsBrowser(p);
  const view = await person.open(made.liveUrl);
  await until(() => isPainted(view));
  for (const [width, height, deviceScaleFactor] of [
    [1280, 720, 1],
    [390, 760, 3],
    [1900, 500, 1.5],
  ] as const) {
    const mobile = width < 500;
    await view.session.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor, mobile });
    await until(() =>
      view.evaluate(`(() => { const { left, right, bottom, width } = document.querySelector("canvas").getBoundingClientRect();
        return innerWidth === ${width} && left >= 0 && right <= ${width + 1} && bottom <= ${height} && width > 300 })()`),
    );
    // Nothing overflows the page.
    expect(await view.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await page.evaluate("window.wasFar = false");
    const place = await placeOf(view, page, "#far");
    if (mobile) {
      await view.session.send("Emulation.setTouchEmulationEnabled", { enabled: true });
      await view.session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [place] });
      await view.session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
      await view.session.send("Emulation.setTouchEmulationEnabled", { enabled: false });
    } else await click(view, place);
    await until(() => page.evaluate("window.wasFar"), `a click at ${width} x ${height}`);
  }
  connection.close();
});

/** A connection to the server that can be cut. */
async function wireTo(url: string) {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(new URL(url).port), "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = () => {
    for (const one of open) one.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    async [Symbol.asyncDispose]() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test("works in a frame of another site, and reconnects by itself", async () => {
  await using p = await served();
  const made = await p.browser();
  const connection = await client(made.cdpUrl);
  const page = await tab(
    connection,
    filled("white", "<script>onmousedown = () => { window.presses = (window.presses ?? 0) + 1 }</script>"),
  );
  await using wire = await wireTo(p.url);
  using site = localServer(() => {
    const frame = `<!doctype html><style>*{margin:0}</style><iframe src="${made.liveUrl.replace(p.url, wire.url)}" style="border:0;width:100vw;height:100vh"></iframe>`;
    return htmlResponse(frame);
  });
  try {
    await using person = await personsBrowser(p);
    const outer = await person.open(`http://localhost:${site.port}/`);
    const other = await viewer(made.liveUrl);
    await until(() => other.state()?.viewers === 2);
    await until(() => other.pictures[0]);
    const press = async (presses: number) => {
      await click(outer, { x: 640, y: 360 });
      return (await page.evaluate("window.presses ?? 0")) > presses;
    };
    await until(() => press(0), "a press through the frame");
    const holder = await until(() => other.state()?.holder);

    wire.cut();
    const next = await viewer(made.liveUrl);
    await until(() => next.state()?.viewers === 3);
    expect(next.state()?.holder).toBe(holder);
    const before = await page.evaluate("window.presses");
    await until(() => press(before), "a press after the break");
    expect(next.state()?.holder).toBe(holder);
    await next.leave();
    await other.leave();
  } finally {
    connection.close();
  }
});
