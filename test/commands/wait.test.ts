import { expect, test } from "bun:test";
import { fixture } from "../fixture.ts";

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
    [["selector", "#none"], /'#none' is not visible after \d+ ms/],
    [["selector", ".unseen"], /not visible/],
    [["selector", "#none", "--state", "attached"], /not in the page/],
    [["selector", "p", "--state", "detached"], /still in the page/],
    [["selector", "p", "--state", "hidden"], /still visible/],
    [["text", "Thank you"], /'Thank you' did not appear within \d+ ms/],
    [["text", "Unseen text"], /did not appear/],
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
