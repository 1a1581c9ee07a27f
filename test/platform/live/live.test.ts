/** The WebSocket of the live view: pictures, control, cleanup. */

import { expect, test } from "bun:test";
import type { ViewState } from "../../../src/platform/live/stream/messages.ts";
import type { Data } from "../../fixture.ts";
import { until } from "../../support/until.ts";
import { served, type TestPlatform } from "../served.ts";
import { client, colour, filled, isLike, type TestTab, type TestViewer, tab, viewer } from "./viewing.ts";

const RED = [255, 0, 0];
const BLUE = [0, 0, 255];

/** The read-only URL, as the server creates it. */
function watchUrl(p: TestPlatform, { id, timeoutAt, liveUrl }: Data, purpose = "watch"): string {
  const [keyId = ""] = new URL(liveUrl).pathname.split("/").at(-1)?.split("~") ?? [];
  const token = p.server.grants.token({ purpose, subject: id, expires: Date.parse(timeoutAt), keyId });
  return `${p.url}/live/${id}/${token}`;
}

async function shows(one: TestViewer, meant: number[]): Promise<void> {
  await until(async () => {
    const last = one.pictures.at(-1);
    return last && isLike(await colour(last.jpeg), meant);
  }, `a picture of ${meant}`);
}

const press = (x: number, y: number) => [
  { t: "mouse", kind: "down", x, y, button: 0, buttons: 1, clicks: 1, mods: 0 },
  { t: "mouse", kind: "up", x, y, button: 0, buttons: 0, clicks: 1, mods: 0 },
];

test("serves the page to everyone with the URL, and to nobody else", async () => {
  await using p = await served();
  const made = await p.browser();
  const answer = await fetch(made.liveUrl);
  expect(answer.status).toBe(200);
  const html = await answer.text();
  expect(html.length).toBeLessThan(40_000);
  expect(html).not.toMatch(/(src|href)="?https?:/);
  const policy = answer.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors *");
  expect(policy).not.toContain("unsafe");
  expect(answer.headers.get("x-frame-options")).toBeNull();
  expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect((await fetch(watchUrl(p, made))).status).toBe(200);
  expect((await fetch(made.liveUrl, { method: "POST" })).status).toBe(405);

  const past = { ...made, timeoutAt: new Date(Date.now() - 1000).toISOString() };
  const other = { ...made, id: crypto.randomUUID() };
  const addresses = [
    watchUrl(p, past),
    watchUrl(p, made, "cdp"),
    made.liveUrl.replace(made.id, other.id),
    `${made.liveUrl}x`,
  ];
  for (const address of addresses) {
    const refused = await fetch(address);
    expect(refused.status).toBe(404);
    expect(await refused.text()).toContain("This link has expired");
    expect((await fetch(`${address}/socket`)).status).toBe(404);
  }
});

test("accepts WebSockets of the page itself and of programs only", async () => {
  await using p = await served();
  const made = await p.browser();
  const upgrade = { upgrade: "websocket", connection: "Upgrade", "sec-websocket-version": "13" };
  const key = { "sec-websocket-key": Buffer.alloc(16).toString("base64") };
  const from = (origin: string) =>
    fetch(`${made.liveUrl}/socket`, { headers: { ...upgrade, ...key, origin } }).then(({ status }) => status);
  expect(await from("https://evil.example")).toBe(403);
  expect(await from("null")).toBe(403);
  expect((await fetch(`${made.liveUrl}/socket`)).status).toBe(426);
  const ours = await viewer(made.liveUrl, { headers: { origin: p.url } });
  await until(() => ours.state());
  await ours.leave();
});

test("a late viewer sees the last used tab, and tabs in the order of opening", async () => {
  await using p = await served();
  const made = await p.browser();
  const connection = await client(made.cdpUrl);
  // The browser lists tabs by random ids; six are hardly in the right order by chance.
  const tabs: TestTab[] = [];
  for (let n = 0; n < 6; n++) tabs.push(await tab(connection, filled("white", "", `Tab ${n}`)));
  const used = tabs[2] as TestTab;
  await used.session.send("Page.navigate", { url: filled("red") });
  await until(() => used.evaluate("document.title === 'red' && document.readyState === 'complete'"));
  for (let n = 0; n < 2; n++) {
    const late = await viewer(made.liveUrl);
    const { tabs: shown, active } = (await until(() =>
      late.heard.find((one) => one.t === "state" && one.active !== null),
    )) as ViewState;
    expect(active).toBe(used.id);
    const [blank, ...others] = shown;
    expect(blank).toMatchObject({ url: "about:blank" });
    expect(others.map(({ id }) => id)).toEqual(tabs.map(({ id }) => id));
    await late.leave();
  }
  connection.close();
});

test("shows the newest tab and its changes", async () => {
  await using p = await served();
  const made = await p.browser();
  const one = await viewer(made.liveUrl);
  // The initial blank page.
  const blank = await until(() => one.state()?.tabs[0]);
  expect(one.state()).toMatchObject({ tabs: [{ url: "about:blank" }], active: blank.id, holder: null, isMine: false });
  const connection = await client(made.cdpUrl);
  const red = await tab(connection, filled("red"));
  await shows(one, RED);
  expect(one.pictures.at(-1)).toMatchObject({ width: 1280, height: 720 });
  // No picture precedes the state with its tab.
  expect([blank.id, red.id]).toContain(one.pictures[0]?.tab as string);
  const title = () => one.state()?.tabs.find(({ id }) => id === red.id)?.title;
  await until(() => title() === "red");
  await red.evaluate("document.title = 'Other'; document.body.style.background = 'blue'");
  await shows(one, BLUE);
  await until(() => title() === "Other");
  const popup = await red.evaluate(`void open(${JSON.stringify(filled("red", "", "popup"))})`);
  expect(popup).toBeUndefined();
  await until(() => one.state()?.tabs.length === 3);
  void red.session.sendMayFail("Page.crash");
  await until(() => one.state()?.tabs.find(({ id }) => id === red.id)?.crashed);
  await one.leave();
  connection.close();
});

test("attaches to nothing without viewers", async () => {
  await using p = await served();
  const made = await p.browser();
  const connection = await client(made.cdpUrl);
  const { targetId } = await connection.root.send("Target.createTarget", { url: filled("red") });
  const isAttached = async () =>
    (await connection.root.send("Target.getTargetInfo", { targetId })).targetInfo.attached ? "yes" : "no";
  expect(await isAttached()).toBe("no");
  const viewers = await Promise.all([viewer(made.liveUrl), viewer(made.liveUrl)]);
  await Promise.all(viewers.map((one) => shows(one, RED)));
  expect(await isAttached()).toBe("yes");
  for (const one of viewers) await one.leave();
  await until(async () => (await isAttached()) === "no");
  connection.close();
});

test("the last viewer that takes control has it, also after a reconnect", async () => {
  await using p = await served();
  const made = await p.browser();
  const connection = await client(made.cdpUrl);
  const button = `<button style="position:fixed;inset:0;width:100%" onclick="document.title+='!'">b</button>`;
  const page = await tab(connection, filled("red", button, "t"));
  const running = p.server.platform.fleet.get(made.id);
  const own = crypto.randomUUID();
  const [first, second] = [await viewer(made.liveUrl, { key: own }), await viewer(made.liveUrl)];
  await Promise.all([until(() => first.pictures[0]), until(() => second.pictures[0])]);
  const clients = running?.clients;

  for (const message of press(0.5, 0.5)) first.say(message);
  await until(() => first.state()?.isMine);
  await until(() => page.evaluate("document.title === 't!'"));
  const holder = first.state()?.holder;
  await until(() => second.state()?.holder === holder);
  expect(second.state()?.isMine).toBe(false);
  expect(running?.clients).toBe((clients ?? 0) + 1);

  for (const message of press(0.5, 0.5)) second.say(message);
  second.say({ t: "take" });
  await until(() => second.state()?.isMine);
  expect(first.state()?.isMine).toBe(false);
  for (const message of press(0.5, 0.5)) first.say(message);
  for (const message of press(0.5, 0.5)) second.say(message);
  await until(() => page.evaluate("document.title === 't!!'"));

  first.say({ t: "take" });
  await until(() => first.state()?.isMine);
  await first.leave();
  const back = await viewer(made.liveUrl, { key: own });
  await until(() => back.state()?.isMine);
  expect(back.state()?.holder).toBe(holder as string);
  // The viewer key has no effect with the read-only URL.
  const thief = await viewer(watchUrl(p, made), { key: own });
  expect((await until(() => thief.state())).isMine).toBe(false);

  back.say({ t: "release" });
  await until(() => back.state()?.holder === null);
  expect(running?.clients).toBe(clients as number);
  expect(await page.evaluate("document.title")).toBe("t!!");
  for (const one of [second, back, thief]) await one.leave();
  connection.close();
});

test("a read-only viewer sees everything and controls nothing", async () => {
  await using p = await served();
  const made = await p.browser();
  const connection = await client(made.cdpUrl);
  const page = await tab(
    connection,
    filled("red", "<script>onmousedown = () => { window.wasPressed = true }</script>"),
  );
  const inputs = [
    ...press(0.5, 0.5),
    { t: "take" },
    { t: "go", url: "about:blank" },
    { t: "close", id: page.id },
    { t: "text", text: "x" },
  ];
  for (const input of inputs) {
    const one = await viewer(watchUrl(p, made));
    await shows(one, RED);
    one.say(input);
    expect(await one.closed).toEqual({ code: 1008, reason: "this link is read-only" });
  }
  expect(await page.evaluate("[window.wasPressed, location.protocol]")).toEqual([null, "data:"]);
  connection.close();
});

test("input reaches the shown tab: keys, text, wheel, history, tabs", async () => {
  await using p = await served();
  const made = await p.browser();
  const connection = await client(made.cdpUrl);
  const page = await tab(
    connection,
    filled(
      "white",
      `<textarea style="position:absolute;left:600px;top:300px;width:80px;height:80px"></textarea>
      <script>onmousedown = (e) => { window.at = [e.clientX, e.clientY, e.button, e.shiftKey] };
      addEventListener("wheel", (e) => { window.wheel = [e.deltaY, e.ctrlKey] }); addEventListener("keydown", (e) => { window.key = [e.key, e.code, e.keyCode] })</script>`,
    ),
  );
  const one = await viewer(made.liveUrl);
  await until(() => one.pictures[0]);
  one.say({ t: "mouse", kind: "down", x: 0.5, y: 0.5, button: 0, buttons: 1, clicks: 1, mods: 8 });
  one.say({ t: "mouse", kind: "up", x: 0.5, y: 0.5, button: 0, buttons: 0, clicks: 1, mods: 8 });
  await until(() => page.evaluate("window.at"));
  expect(await page.evaluate("window.at")).toEqual([640, 360, 0, true]);
  const key = { t: "key", location: 0, repeat: false, mods: 0 };
  one.say({ ...key, down: true, key: "я", code: "KeyZ", keyCode: 90, text: "я" });
  one.say({ ...key, down: false, key: "я", code: "KeyZ", keyCode: 90, text: "" });
  one.say({ t: "text", text: "日本 pasted" });
  await until(() => page.evaluate("document.querySelector('textarea').value === 'я日本 pasted'"));
  expect(await page.evaluate("window.key")).toEqual(["я", "KeyZ", 90]);
  one.say({ ...key, down: true, key: "a", code: "KeyA", keyCode: 65, text: "", mods: 2 });
  one.say({ ...key, down: false, key: "a", code: "KeyA", keyCode: 65, text: "", mods: 2 });
  one.say({ t: "copy", cut: false });
  const copied = await until(() => one.heard.find((message) => message.t === "copied"));
  expect(copied).toEqual({ t: "copied", text: "я日本 pasted" });
  one.say({ t: "wheel", x: 0.5, y: 0.9, dx: 0, dy: 120, mods: 2 });
  await until(() => page.evaluate("window.wheel"));
  expect(await page.evaluate("window.wheel")).toEqual([120, true]);

  for (const url of [
    "file:///etc/passwd",
    "javascript:alert(1)",
    "chrome://version",
    "data:text/html,x",
    "no address",
  ]) {
    one.heard.length = 0;
    one.say({ t: "go", url });
    expect(await until(() => one.heard.find((message) => message.t === "note"))).toMatchObject({
      text: expect.stringContaining("Only web addresses"),
    });
  }
  const url = () => one.state()?.tabs.find(({ id }) => id === page.id)?.url;
  one.say({ t: "go", url: "about:blank" });
  await until(() => one.state()?.canGoBack && url() === "about:blank");
  one.say({ t: "back" });
  await until(() => one.state()?.canGoForward && url()?.startsWith("data:"));
  one.say({ t: "open" });
  const opened = await until(() => one.state()?.tabs[2]);
  await until(() => one.state()?.active === opened.id);
  one.say({ t: "show", id: page.id });
  await until(() => one.state()?.active === page.id);
  one.say({ t: "close", id: opened.id });
  await until(() => one.state()?.tabs.length === 2);
  await one.leave();
  connection.close();
});

test("releases pressed keys and buttons when the controlling viewer leaves", async () => {
  await using p = await served();
  const made = await p.browser();
  const connection = await client(made.cdpUrl);
  const listen =
    "<script>window.seen = []; for (const n of ['keyup', 'mouseup']) addEventListener(n, () => seen.push(n))</script>";
  const page = await tab(connection, filled("white", listen));
  const one = await viewer(made.liveUrl);
  await until(() => one.pictures[0]);
  one.say({ t: "mouse", kind: "down", x: 0.1, y: 0.1, button: 0, buttons: 1, clicks: 1, mods: 0 });
  one.say({
    t: "key",
    down: true,
    key: "Shift",
    code: "ShiftLeft",
    keyCode: 16,
    location: 1,
    repeat: false,
    mods: 8,
    text: "",
  });
  await until(() => one.state()?.isMine);
  await one.leave();
  await until(() => page.evaluate("seen.length === 2"));
  connection.close();
});

test("shows and answers dialogs; the browser answers those without a viewer", async () => {
  await using p = await served();
  const made = await p.browser();
  const connection = await client(made.cdpUrl);
  const page = await tab(connection, filled("white"));
  // No viewer, and this client does not handle dialogs.
  expect(await page.evaluate("confirm('nobody?')")).toBe(false);
  const watching = await viewer(watchUrl(p, made));
  await until(() => watching.pictures[0]);
  expect(await page.evaluate("confirm('only watched?')")).toBe(false);

  const one = await viewer(made.liveUrl);
  await until(() => one.pictures[0]);
  const answer = page.evaluate("prompt('Your name?', 'Ann')");
  const dialog = { type: "prompt", message: "Your name?", value: "Ann" } as const;
  await until(() => one.state()?.dialog);
  expect(one.state()?.dialog).toEqual(dialog);
  await until(() => watching.state()?.dialog);
  one.say({ t: "dialog", accept: true, text: "Bob" });
  expect(await answer).toBe("Bob");
  await until(() => one.state()?.dialog === null);

  // A client that handles dialogs answers first.
  await page.session.send("Page.enable");
  page.session.on("Page.javascriptDialogOpening", () => {
    void page.session.send("Page.handleJavaScriptDialog", { accept: true });
  });
  expect(await page.evaluate("confirm('client?')")).toBe(true);
  await until(() => one.state()?.dialog === null);
  await one.leave();
  await watching.leave();
  connection.close();
});

test("a viewer without acknowledgements gets no more pictures and delays nobody", async () => {
  await using p = await served();
  const made = await p.browser();
  const connection = await client(made.cdpUrl);
  const page = await tab(connection, filled("red"));
  const [slow, quick] = [await viewer(made.liveUrl, { acks: false }), await viewer(made.liveUrl)];
  await Promise.all([shows(slow, RED), shows(quick, RED)]);
  const held = slow.pictures.length;
  for (const colourName of ["green", "red", "blue"]) {
    const count = quick.pictures.length;
    await page.evaluate(`document.body.style.background = '${colourName}'`);
    await until(() => quick.pictures.length > count);
  }
  await shows(quick, BLUE);
  expect(slow.pictures.length).toBe(held);
  slow.say({ t: "ack", n: slow.pictures.at(-1)?.n ?? 0 });
  await shows(slow, BLUE);
  await slow.leave();
  await quick.leave();
  connection.close();
});

test("serves twenty viewers, disconnects invalid ones, and reports the end to all", async () => {
  await using p = await served();
  const made = await p.browser();
  const connection = await client(made.cdpUrl);
  await tab(connection, filled("red"));
  const viewers = await Promise.all(Array.from({ length: 20 }, () => viewer(made.liveUrl)));
  await Promise.all(viewers.map((one) => shows(one, RED)));
  const garbage = [
    "",
    "{",
    "[]",
    "null",
    '{"t":"toString"}',
    '{"t":"mouse"}',
    '{"t":"wheel","x":2,"y":0,"dx":0,"dy":0,"mods":0}',
  ];
  const long = JSON.stringify({ t: "text", text: "x".repeat((1 << 20) + 1) });
  for (const message of [...garbage, long]) {
    const one = await viewer(made.liveUrl);
    one.say(message);
    expect((await one.closed).code).toBe(1008);
  }
  await p.call("PATCH", `/v3/browsers/${made.id}`, { action: "stop" });
  for (const one of viewers) {
    expect((await one.closed).code).toBe(4000);
    expect(one.heard.at(-1)).toEqual({ t: "ended", reason: "asked" });
  }
  // The URL still reports the reason to later viewers.
  const page = await fetch(made.liveUrl);
  expect(page.status).toBe(410);
  expect(await page.text()).toMatch(/This browser has ended.*\n.*It was stopped\./);
  const late = await viewer(made.liveUrl);
  expect((await late.closed).code).toBe(4000);
  expect(late.heard).toEqual([{ t: "ended", reason: "asked" }]);
  connection.close();
});
