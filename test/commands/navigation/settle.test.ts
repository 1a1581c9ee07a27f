/** Reads that follow an action see what the page made of it, and say what is still changing where it takes too long. */

import { expect, test } from "bun:test";
import { fixture } from "../../fixture.ts";
import { htmlResponse } from "../../support/server.ts";

const button = (script: string, rest = "") =>
  `<title>Late</title><button id=b>Go</button><div id=out></div>${rest}<script>
  const out = document.getElementById("out");
  const show = () => { out.innerHTML = "<p>the effect</p>"; };
  document.getElementById("b").onclick = () => { ${script} };</script>`;

/** Each page shows "the effect" some time after the click. */
const LATE: Record<string, string> = {
  "at once": button("show()"),
  "by a timer": button("setTimeout(show, 350)"),
  "by a chain of timers": button("setTimeout(() => setTimeout(show, 200), 150)"),
  "by a promise and a frame": button(
    "Promise.resolve().then(() => requestAnimationFrame(() => setTimeout(show, 100)))",
  ),
  "by a request": button("fetch('/slow').then(show)"),
  "by a request after a timer": button("setTimeout(() => fetch('/slow').then(() => setTimeout(show, 60)), 100)"),
  "after a word that asks to wait": button("out.textContent = 'Loading…'; setTimeout(show, 900)"),
  "after a sign on the button": button(
    "b.className = 'pressed'; b.setAttribute('aria-expanded', true); setTimeout(show, 300)",
  ),
  "after a ripple": button("b.append(document.createElement('i')); setTimeout(show, 300)"),
  "while a clock ticks": button(
    "setTimeout(show, 350)",
    "<p id=c>0</p><script>setInterval(() => { c.textContent = 'it is ' + Date.now(); }, 100)</script>",
  ),
  "in a frame": button("out.innerHTML = '<iframe src=/frame></iframe>'"),
  "behind a transition": button(
    "out.innerHTML = '<p>soon</p>'; out.className = 'on'; out.ontransitionend = show",
    "<style>#out { opacity: 0; transition: opacity 300ms } #out.on { opacity: 1 }</style>",
  ),
};

const routes = {
  "/slow": async () => {
    await Bun.sleep(200);
    return new Response("{}");
  },
  "/frame": async () => {
    await Bun.sleep(200);
    return htmlResponse("<p>the effect</p>");
  },
};

for (const [how, page] of Object.entries(LATE))
  test(`state after a click shows an effect that comes ${how}`, async () => {
    await using t = await fixture();
    await t.open(page, routes);
    await t.svc("click", "1");
    expect(await t.text("state")).toContain("the effect");
  });

test("state after input shows suggestions that come late, also where the field itself changes at once", async () => {
  await using t = await fixture();
  await t.open(
    `<div id=w><input id=f aria-label=Search></div><ul id=l></ul><script>
    let timer;
    f.onfocus = () => w.className = "focused";
    f.oninput = () => {
      w.dataset.length = f.value.length;
      clearTimeout(timer);
      timer = setTimeout(() => fetch("/slow").then(() => { l.innerHTML = "<li role=option>the suggestion</li>" }), 250);
    };</script>`,
    routes,
  );
  await t.svc("input", "1", "abc");
  expect(await t.text("state")).toContain("the suggestion");
});

test("get, is, extract and screenshot wait as well", async () => {
  await using t = await fixture();
  await t.open(
    button("setTimeout(() => { document.title = 'Done'; show(); out.append(document.createElement('a')) }, 300)"),
  );
  await t.svc("click", "1");
  expect(await t.svc("get", "count", "#out p")).toMatchObject({ count: 1 });
  await t.svc("open", t.site(button("setTimeout(() => { show() }, 300)")));
  await t.svc("state");
  await t.svc("click", "1");
  expect(await t.svc("is", "visible", "--selector", "#out p").catch(({ code }) => code)).toEqual({ visible: true });
  await t.svc("open", t.site(button("setTimeout(show, 300)")));
  await t.svc("state");
  await t.svc("click", "1");
  expect(await t.text("extract")).toContain("the effect");
});

/** A request that stays pending: a read that waits reports it. */
const never = () => new Promise<Response>(() => {});

test("--settle 0 does not wait", async () => {
  await using t = await fixture();
  await t.open(button("fetch('/never')"), { "/never": never });
  await t.svc("click", "1");
  expect(await t.events("state", "--settle", "0")).toEqual([]);
});

test("the setting says how long a read waits", async () => {
  await using t = await fixture();
  await t.svc("config", "set", "settle", "0");
  await t.open(button("fetch('/never')"), { "/never": never });
  await t.svc("click", "1");
  expect(await t.events("state")).toEqual([]);
});

test("a read that reaches its bound says what is still changing", async () => {
  await using t = await fixture();
  await t.open(button("out.innerHTML = '<p>begun</p>'; fetch('/hang')"), { "/hang": never });
  await t.svc("click", "1");
  expect(await t.events("state", "--settle", "300")).toMatchObject([
    { kind: "unsettled", text: expect.stringMatching(/^a request is pending: GET http.*\/hang$/) },
  ]);
});

test("what never ends is not waited for: streams, endless animations, media", async () => {
  await using t = await fixture();
  const { promise, resolve } = Promise.withResolvers<void>();
  const stream = () =>
    new Response(
      new ReadableStream({
        async start(controller) {
          controller.enqueue("data: 1\n\n");
          await promise;
          controller.close();
        },
      }),
      { headers: { "content-type": "text/event-stream" } },
    );
  const endless = "<style>@keyframes a { to { opacity: 0 } } #b { animation: a 1s infinite }</style>";
  await t.open(button("new EventSource('/stream'); show()", endless), { "/stream": stream });
  await t.svc("click", "1");
  expect(await t.events("state")).toEqual([]);
  resolve();
});

test("a navigation by a timer is an event of the next answer, which shows one document only", async () => {
  await using t = await fixture();
  await t.open(button("setTimeout(() => { location.href = '/next' }, 300)"), {
    "/next": "<title>Next</title><p>the next page</p>",
  });
  expect(await t.svc("click", "1")).toEqual({ clicked: 1 });
  const state = await t.svc("state");
  expect(state.title).toBe("Next");
  expect(state.tree).toContain("the next page");
  expect(state.tree).not.toContain("Go");
});

test("the event of a late navigation names the page, once", async () => {
  await using t = await fixture();
  await t.open(button("setTimeout(() => { location.href = '/next' }, 300)"), { "/next": "<title>Next</title>" });
  await t.svc("click", "1");
  expect(await t.events("state")).toMatchObject([{ kind: "navigation", url: expect.stringMatching(/\/next$/) }]);
  expect(await t.events("state")).toEqual([]);
});

test("what a command tells of its own navigation is no event", async () => {
  await using t = await fixture();
  const url = t.site("<a href=/next>Next</a>", { "/next": "<title>Next</title><a href='#x'>Within</a>" });
  expect(await t.events("open", url)).toEqual([]);
  expect(await t.events("state")).toEqual([]);
  expect(await t.events("click", "1")).toEqual([]);
  expect(await t.events("state")).toEqual([]);
  expect(await t.events("back")).toEqual([]);
  expect(await t.events("reload")).toEqual([]);
  await t.fails("open", "http://127.0.0.1:9/");
  expect(await t.events("state")).toEqual([]);
});

test("wait settled waits for it explicitly, and says what keeps changing", async () => {
  await using t = await fixture();
  await t.open(button("setTimeout(show, 300)"));
  await t.svc("click", "1");
  expect(await t.svc("wait", "settled")).toMatchObject({ settled: true });
  expect(await t.text("state", "--settle", "0")).toContain("the effect");
  const { promise, resolve } = Promise.withResolvers<Response>();
  await t.svc(
    "open",
    t.site("<script>onload = () => setTimeout(() => fetch('/hang'))</script>", { "/hang": () => promise }),
  );
  const failure = await t.fails("wait", "settled", "--timeout", "700");
  resolve(new Response(""));
  expect(failure.code).toBe("timeout");
  expect(failure.message).toContain("a request is pending");
});

test("wait settled does not wait for a clock", async () => {
  await using t = await fixture();
  await t.open("<p id=x>0</p><script>setInterval(() => { x.textContent = 'it is ' + Date.now() }, 50)</script>");
  expect(await t.svc("wait", "settled")).toMatchObject({ settled: true });
});
