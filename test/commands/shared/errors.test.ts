import { expect, test } from "bun:test";
import { fixture } from "../../fixture.ts";

const THROWS = `<title>Shop</title><div id=app></div>
<script src="/app.js"></script>
<script>setTimeout(() => nothing.here); Promise.reject(new RangeError("too far"))</script>`;
const APP = { "/app.js": () => new Response("throw new TypeError('x is not a function')") };

test("state tells of uncaught errors, and get errors lists them", async () => {
  await using t = await fixture();
  const { errors } = await t.open(THROWS, APP);
  expect(errors.count).toBe(3);
  expect(errors.first).toBe("TypeError: x is not a function (app.js:1:1)");
  expect(await t.text("state")).toContain("errors: 3 uncaught in scripts, the first: TypeError: x is not a function");
  const listed = await t.svc("get", "errors");
  expect(listed.errors.map(({ message }: { message: string }) => message).sort()).toEqual([
    "RangeError: too far",
    "ReferenceError: nothing is not defined",
    "TypeError: x is not a function",
  ]);
  expect(listed.errors[0]).toMatchObject({ line: 1, column: 1, url: expect.stringContaining("/app.js") });
});

test("errors that a later action causes are counted too, also in frames", async () => {
  await using t = await fixture();
  const state = await t.open(
    `<button onclick="missing()">Go</button><iframe srcdoc="<button onclick='alsoMissing()'>Inner</button>"></iframe>`,
  );
  expect(state.errors).toBeUndefined();
  expect(await t.text("get", "errors")).toBe("no errors");
  await t.svc("click", "--text", "Go");
  expect((await t.svc("state")).errors).toMatchObject({ count: 1 });
  await t.svc("click", "--text", "Inner");
  const { errors } = await t.svc("get", "errors");
  expect(errors.map(({ message }: { message: string }) => message)).toEqual([
    "ReferenceError: missing is not defined",
    "ReferenceError: alsoMissing is not defined",
  ]);
});

test("a new document begins without errors, and so does one that handles its own", async () => {
  await using t = await fixture();
  expect((await t.open(THROWS, APP)).errors.count).toBe(3);
  expect((await t.open("<h1>Fine</h1>")).errors).toBeUndefined();
  const handled = `<h1>Careful</h1><script>
    addEventListener("error", (event) => event.preventDefault());
    addEventListener("unhandledrejection", (event) => event.preventDefault());
    Promise.reject(1);
    throw 2;
  </script>`;
  expect((await t.open(handled)).errors).toBeUndefined();
  expect(await t.text("state")).not.toContain("errors:");
});

test("a page cannot see that its errors are listened to", async () => {
  await using t = await fixture();
  await t.open(`<p id=found></p><script>
    document.getElementById("found").textContent = Object.keys(globalThis).filter((key) => /svc/i.test(key)).join() || "none";
  </script>`);
  expect(await t.text("get", "text")).toBe("none");
});

test("an error of a refused permission names the option that grants it", async () => {
  await using t = await fixture();
  await t.open("<script>navigator.clipboard.readText()</script>");
  const refused = await t.svc("get", "errors");
  expect(refused.errors[0].message).toMatch(/^NotAllowedError/);
  expect(refused.hint).toContain("--permissions");
  await t.open("<script>throw new Error('other')</script>");
  expect((await t.svc("get", "errors")).hint).toBeUndefined();
});
