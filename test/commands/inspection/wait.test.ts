import { expect, test } from "bun:test";
import { fixture } from "../../fixture.ts";

test("wait selector waits until an element is visible, hidden, attached or detached", async () => {
  await using t = await fixture();
  await t.open("<p id=there>There</p><p id=unseen hidden>Unseen</p>");
  const later = (js: string) => t.svc("eval", `setTimeout(() => { ${js} }, 120)`);
  expect(await t.svc("wait", "selector", "#there")).toEqual({
    selector: "#there",
    state: "visible",
    found: true,
    elapsed_ms: expect.any(Number),
  });
  expect(await t.svc("wait", "selector", "#unseen", "--state", "attached")).toMatchObject({
    state: "attached",
    found: true,
  });
  expect(await t.svc("wait", "selector", "#unseen", "--state", "hidden")).toMatchObject({ found: true });
  expect(await t.svc("wait", "selector", "#none", "--state", "detached")).toMatchObject({ found: true });
  await later("unseen.hidden = false");
  expect(await t.svc("wait", "selector", "#unseen")).toMatchObject({ found: true });
  expect(await t.svc("eval", "unseen.hidden")).toMatchObject({ result: false });
  await later("there.style.visibility = 'hidden'");
  await t.svc("wait", "selector", "#there", "--state", "hidden");
  await later("there.remove()");
  await t.svc("wait", "selector", "#there", "--state", "detached");
  await later("document.body.append(Object.assign(document.createElement('i'), { className: 'new' }))");
  await t.svc("wait", "selector", ".new", "--state", "attached");
  expect(
    await t.svc("eval", "[document.querySelector('#there'), document.querySelector('.new') !== null]"),
  ).toMatchObject({ result: [null, true] });
  expect(await t.text("wait", "selector", "body")).toBe("selector: body\nfound: true");
});

test("wait selector looks at every match, not at the first alone", async () => {
  await using t = await fixture();
  await t.open("<p hidden>First</p><p>Second</p>");
  expect(await t.svc("wait", "selector", "p")).toMatchObject({ found: true });
  expect(await t.fails("wait", "selector", "p", "--state", "hidden", "--timeout", "250")).toMatchObject({
    code: "timeout",
  });
});

test("wait fails at its timeout and says what was not so", async () => {
  await using t = await fixture();
  await t.open("<p>There</p><p class=unseen hidden>Unseen text</p>");
  const cases: [string[], RegExp][] = [
    [["selector", "#none"], /^'#none' is not visible after 150 ms: no element matches$/],
    [["selector", ".unseen"], /not visible after 150 ms: 1 element matches and is not visible$/],
    [["selector", "#none", "--state", "attached"], /not in the page after 150 ms: no element matches$/],
    [["selector", "p", "--state", "detached"], /still in the page after 150 ms: 2 elements match, 1 of them visible$/],
    [["selector", "p", "--state", "hidden"], /still visible/],
    [["text", "Thank you"], /^'Thank you' did not appear within 150 ms$/],
    [["text", "Unseen text"], /did not appear within 150 ms: it is in the page, but not visible$/],
  ];
  for (const [argv, message] of cases) {
    expect(await t.fails("wait", ...argv, "--timeout", "150")).toMatchObject({
      code: "timeout",
      message: expect.stringMatching(message),
      hint: expect.stringContaining("--timeout"),
    });
  }
});

test("wait text waits for a text that shows", async () => {
  await using t = await fixture();
  await t.open("<p id=p>Please <b>wait</b></p><x-note></x-note><input value='In a field'>");
  expect(await t.svc("wait", "text", "Please wait")).toEqual({
    text: "Please wait",
    found: true,
    elapsed_ms: expect.any(Number),
  });
  await t.svc("eval", "setTimeout(() => { p.textContent = 'Thank you, Jürgen' }, 120)");
  expect(await t.text("wait", "text", "Thank you, Jürgen")).toBe("text: Thank you, Jürgen\nfound: true");
  await t.svc(
    "eval",
    "document.querySelector('x-note').attachShadow({ mode: 'open' }).innerHTML = '<p>In a shadow root</p>'",
  );
  expect(await t.svc("wait", "text", "In a shadow root", "--timeout", "2000")).toMatchObject({ found: true });
});

test("wait looks into frames, of other sites too", async () => {
  await using t = await fixture();
  const other = t.site("<p id=far>Far away</p>").replace("127.0.0.1", "localhost");
  await t.open(`<iframe src="${other}"></iframe><iframe srcdoc="<p id=near>Near by</p>"></iframe>`);
  for (const id of ["#far", "#near"]) expect(await t.svc("wait", "selector", id)).toMatchObject({ found: true });
  for (const text of ["Far away", "Near by"]) expect(await t.svc("wait", "text", text)).toMatchObject({ found: true });
  await t.svc("eval", "setTimeout(() => document.querySelector('iframe').remove(), 120)");
  expect(await t.svc("wait", "selector", "#far", "--state", "detached")).toMatchObject({ found: true });
});

test("wait goes on over a navigation", async () => {
  await using t = await fixture();
  await t.open(`<script>setTimeout(() => (location.href = "/next"), 150)</script>`, {
    "/next": "<p class=done>Done</p>",
  });
  expect(await t.svc("wait", "selector", ".done")).toMatchObject({ found: true });
  expect((await t.svc("get", "url")).url).toEndWith("/next");
});

test("wait refuses at once what is no selector, no state or no text", async () => {
  await using t = await fixture();
  expect(await t.fails("wait", "selector", "p[")).toMatchObject({
    code: "usage",
    message: expect.stringContaining("p["),
  });
  expect(await t.fails("wait", "selector", "p", "--state", "gone")).toMatchObject({
    code: "usage",
    message: expect.stringContaining("visible, hidden, attached, detached"),
  });
  expect(await t.fails("wait", "selector", "")).toMatchObject({ code: "usage" });
  expect(await t.fails("wait", "text", "")).toMatchObject({ code: "usage" });
  expect(await t.fails("wait", "text")).toMatchObject({ code: "usage" });
});

test("wait text takes text as it is shown and as it is written, over line ends and elements", async () => {
  await using t = await fixture();
  await t.open(
    `<p style="text-transform:uppercase">Sub<b>mit</b> it</p><p>Two<br>lines&nbsp;here</p><x-box>slotted</x-box><details><summary>S</summary>Folded away</details>
    <form><input name=innerText><input name=textContent>In a form</form><script>var data = "Only in a script";
    document.querySelector("x-box").attachShadow({ mode: "open" }).innerHTML = "Begun <slot></slot>"</script>`,
  );
  for (const text of ["Submit it", "SUBMIT IT", "Two lines here", "Begun slotted", "In a form"])
    expect(await t.svc("wait", "text", text, "--timeout", "2000")).toMatchObject({ found: true });
  expect(await t.fails("wait", "text", "Folded away", "--timeout", "100")).toMatchObject({
    message: expect.stringContaining("not visible"),
  });
  expect((await t.fails("wait", "text", "Only in a script", "--timeout", "100")).message).toEndWith("100 ms");
  expect(await t.fails("wait", "text", "  ")).toMatchObject({ code: "usage" });
});

test("wait sees what no mutation tells: styles, sizes, new shadow roots, frames that come and are shown", async () => {
  await using t = await fixture();
  const other = t.site("<p class=far>Far away</p>").replace("127.0.0.1", "localhost");
  await t.open(
    `<style>@media (min-width: 1px) { #late { display: none } }</style><p id=late>Late</p><x-box></x-box><iframe srcdoc="<p class=in>Inside" style="visibility:hidden"></iframe>`,
  );
  const later = (js: string) => t.svc("eval", `setTimeout(() => { ${js} }, 100)`);
  await later("document.styleSheets[0].deleteRule(0)");
  expect(await t.svc("wait", "selector", "#late", "--timeout", "3000")).toMatchObject({ found: true });
  await later("document.querySelector('x-box').attachShadow({ mode: 'open' }).innerHTML = '<i class=deep>Deep</i>'");
  expect(await t.svc("wait", "selector", ".deep", "--timeout", "3000")).toMatchObject({ found: true });
  expect(await t.svc("wait", "selector", ".in", "--state", "hidden")).toMatchObject({ found: true });
  expect(await t.svc("wait", "selector", ".in", "--state", "attached")).toMatchObject({ found: true });
  await later("document.querySelector('iframe').style.visibility = ''");
  expect(await t.svc("wait", "text", "Inside", "--timeout", "3000")).toMatchObject({ found: true });
  await later(`document.body.append(Object.assign(document.createElement('iframe'), { src: '${other}' }))`);
  expect(await t.svc("wait", "selector", ".far", "--timeout", "5000")).toMatchObject({ found: true });
  await later("for (const one of document.querySelectorAll('iframe')) one.remove()");
  expect(await t.svc("wait", "selector", ".far, .in", "--state", "detached")).toMatchObject({ found: true });
});

test("wait is not fooled by a page that breaks its own world, nor slowed by a large one that never rests", async () => {
  await using t = await fixture();
  await t.open(
    `<form><input name=children><input name=querySelectorAll><b class=mine>Mine</b></form><main></main><script>
    document.querySelectorAll = () => []; window.MutationObserver = window.setTimeout = window.Promise = undefined;
    document.querySelector("main").innerHTML = "<p>Row <b>of</b> many</p>".repeat(5000);
    let n = 0; (function run() { document.title = n; document.querySelector("main").lastChild.textContent = "Tick " + n++; requestAnimationFrame(run); })();
    requestAnimationFrame(() => requestAnimationFrame(() => { document.body.append("Done now"); }));</script>`,
  );
  expect(await t.svc("wait", "selector", ".mine")).toMatchObject({ found: true });
  expect(await t.svc("wait", "text", "Done now", "--timeout", "5000")).toMatchObject({ found: true });
  expect(await t.fails("wait", "text", "Never", "--timeout", "400")).toMatchObject({ code: "timeout" });
});

test("waits on a page in a busy loop end at their deadline", async () => {
  await using t = await fixture();
  await t.open("<p>Here</p>");
  await t.svc("eval", "setTimeout(() => { for (const end = Date.now() + 2500; Date.now() < end; ); }, 30)");
  await t.svc("wait", "time", "60");
  for (const argv of [
    ["selector", "#none"],
    ["text", "None"],
    ["function", "false"],
  ])
    expect(await t.fails("wait", ...argv, "--timeout", "200")).toMatchObject({ code: "timeout" });
});

test("wait url matches parts, globs and expressions, now and later, same-document navigation included", async () => {
  await using t = await fixture();
  await t.open("<title>First</title>", { "/next/page": "<title>Next</title><p>There</p>" });
  const { url: site } = await t.svc("get", "url");
  expect(await t.svc("wait", "url", "127.0.0.1")).toEqual({ url: site, elapsed_ms: expect.any(Number) });
  await t.svc("eval", "setTimeout(() => history.pushState(0, '', '/orders/17?a=b'), 80)");
  expect(await t.text("wait", "url", "/orders/*?a=b")).toBe(`url: ${site}orders/17?a=b`);
  await t.svc("eval", "setTimeout(() => (location.hash = 'straße'), 80)");
  await t.svc("wait", "url", "#straße");
  await t.svc("eval", "setTimeout(() => (location.href = '/next/page'), 80)");
  await t.svc("wait", "url", "/next\\/p\\w+$/");
  expect(await t.svc("get", "title")).toEqual({ title: "Next" });
  expect(await t.fails("wait", "url", "**/orders/*", "--timeout", "150")).toMatchObject({
    code: "timeout",
    message: `the address does not match '**/orders/*' after 150 ms: it is ${site}next/page`,
    hint: expect.stringContaining("svc get url"),
  });
  expect(await t.fails("wait", "url", "/(/")).toMatchObject({ code: "usage" });
});

test("wait load follows the load that is under way, and says what holds it up", async () => {
  await using t = await fixture();
  const held = Promise.withResolvers<Response>();
  const go = Promise.withResolvers<Response>();
  const asked = Promise.withResolvers<void>();
  await t.open("<title>First</title>", {
    "/slow": `<title>Slow</title><img src=/image>`,
    "/image": () => held.promise,
    "/go": () => go.promise,
    "/never": () => {
      asked.resolve();
      return new Promise<Response>(() => {});
    },
  });
  expect(await t.svc("wait", "load")).toMatchObject({ state: "load", title: "First", status: 200 });
  await t.svc("open", `${(await t.svc("get", "url")).url}slow`, "--wait", "none");
  expect(await t.svc("wait", "load", "--state", "dom")).toMatchObject({ state: "dom", title: "Slow", loading: true });
  expect(await t.fails("wait", "load", "--timeout", "200")).toMatchObject({
    code: "timeout",
    message: expect.stringMatching(/has not loaded after 200 ms: 1 request is pending: GET http:\S+\/image$/),
  });
  setTimeout(() => held.resolve(new Response("")), 50);
  expect(await t.text("wait", "load")).toMatch(/^url: http\S+slow\ntitle: Slow\nstatus: 200$/);
  await t.svc("eval", "void fetch('/go').then(() => (location.href = '/never'))");
  go.resolve(new Response(""));
  await asked.promise;
  expect(await t.fails("wait", "load", "--timeout", "300")).toMatchObject({
    message: expect.stringContaining("its server has not answered"),
  });
});

test("wait idle waits for the requests of all frames and workers, and not for streams", async () => {
  await using t = await fixture();
  const held = [0, 1, 2].map(() => Promise.withResolvers<Response>());
  const seen: string[] = [];
  const hold = (n: number) => (request: Request) => {
    seen.push(new URL(request.url).pathname);
    return held[n]?.promise ?? new Response("");
  };
  const stream = () =>
    new Response(new ReadableStream({ start: (to) => to.enqueue("data: 1\n\n") }), {
      headers: { "content-type": "text/event-stream", "access-control-allow-origin": "*" },
    });
  const other = t.site(`<script>fetch("/data")</script>`, { "/data": hold(1) }).replace("127.0.0.1", "localhost");
  await t.open(
    `<iframe src="${other}"></iframe><script>new EventSource("/stream"); fetch("/stream");
    new Worker(URL.createObjectURL(new Blob(["fetch('" + location.origin + "/data')"])))</script>`,
    { "/data": hold(0), "/stream": stream, "/more": hold(2) },
  );
  const busy = await t.fails("wait", "idle", "--timeout", "900");
  expect(busy).toMatchObject({ code: "timeout", hint: expect.stringContaining("wait selector") });
  expect(busy.message).toMatch(/not idle for 500 ms within 900 ms: 2 requests are pending: GET http/);
  held[0]?.resolve(new Response(""));
  expect((await t.fails("wait", "idle", "--timeout", "300")).message).toMatch(
    /: 1 request is pending: \S+ http:..localhost/,
  );
  await t.svc("eval", "document.querySelector('iframe').remove()");
  expect(await t.svc("wait", "idle", "--quiet", "100")).toMatchObject({ idle: true });
  await t.svc("eval", "setTimeout(() => fetch('/more'), 60)");
  setTimeout(() => held[2]?.resolve(new Response("")), 1_200);
  expect(await t.svc("wait", "idle", "--quiet", "200")).toMatchObject({ requests: 1 });
  expect(seen).toContain("/more");
  await t.svc("eval", "setInterval(() => fetch('/gone'), 50), 0");
  expect((await t.fails("wait", "idle", "--timeout", "700")).message).toMatch(/within 700 ms: \d+ request/);
  await t.svc("open", "about:blank");
  expect(await t.text("wait", "idle", "--quiet", "50")).toBe("idle: true");
});

test("wait function waits for the page's own JavaScript, over exceptions and navigations", async () => {
  await using t = await fixture();
  await t.open("<script>var ready = 0; setTimeout(() => { ready = { at: 7 } }, 150)</script>", {
    "/next": "<script>var landed = true</script>",
  });
  expect(await t.svc("wait", "function", "ready")).toEqual({ result: { at: 7 }, elapsed_ms: expect.any(Number) });
  expect(await t.text("wait", "function", "() => ready.at > 3")).toBe("result: true");
  for (const js of [
    "function () { return ready.at }",
    "async () => 'later'",
    "new Promise((resolve) => setTimeout(resolve, 20, 5))",
    "await Promise.resolve(1)",
    "document.body",
    "() => { let n = 1; return n; }",
  ])
    expect(await t.svc("wait", "function", js, "--timeout", "3000")).toMatchObject({ elapsed_ms: expect.any(Number) });
  await t.svc("eval", "setTimeout(() => { globalThis.made = 'made' }, 100)");
  expect(await t.svc("wait", "function", "made")).toMatchObject({ result: "made" });
  const late: [string, string][] = [
    ["nothing.here", "ReferenceError: nothing is not defined"],
    ["JSON.parse('{')", "SyntaxError"],
    ["Promise.reject(new Error('no luck'))", "no luck"],
    ["''", 'it was ""'],
    ["null", "it was null"],
    ["undefined", "it was undefined"],
    ["0n", "it was"],
    ["() => NaN", "it was"],
    ["new Promise(() => {})", "did not return a value"],
  ];
  for (const [js, why] of late)
    expect(await t.fails("wait", "function", js, "--timeout", "150")).toMatchObject({
      code: "timeout",
      message: expect.stringContaining(why),
    });
  for (const js of ["ready >", "return 1", "() => {"])
    expect(await t.fails("wait", "function", js)).toMatchObject({
      code: "script",
      message: expect.stringContaining("SyntaxError"),
    });
  await t.svc("eval", "setTimeout(() => (location.href = '/next'), 100)");
  expect(await t.svc("wait", "function", "globalThis.landed")).toMatchObject({ result: true });
});

test("wait time waits, refuses more than its deadline, and is what a bare number is answered with", async () => {
  await using t = await fixture();
  expect(await t.svc("wait", "time", "30")).toEqual({ waited_ms: 30 });
  expect(await t.fails("wait", "time", "500", "--timeout", "400")).toMatchObject({
    code: "usage",
    hint: "Run `svc wait time 500 --timeout 5500`.",
  });
  expect(await t.fails("wait", "500")).toMatchObject({
    code: "usage",
    hint: "Did you mean `svc wait time 500`?",
  });
});

test("waits end at once when their tab is closed", async () => {
  await using t = await fixture();
  await t.open("<p>First</p>");
  for (const argv of [
    ["selector", "#none"],
    ["url", "/none"],
    ["idle", "--quiet", "20000"],
    ["function", "false"],
  ]) {
    await t.svc("tab", "new", t.site("<p>Second</p>"));
    const waiting = t.fails("wait", ...argv);
    await t.svc("wait", "time", "100");
    await t.svc("tab", "close");
    expect(await waiting).toMatchObject({ code: "closed", hint: expect.stringContaining("svc tab list") });
  }
  expect(await t.svc("wait", "text", "First")).toMatchObject({ found: true });
});
