/** Webhooks in the dashboard: created with a secret that is shown once, tested, inspected and resent. */

import { expect, test } from "bun:test";
import { type Data, type Fixture, fixture } from "../../fixture.ts";
import { until } from "../../support/until.ts";
import { served } from "../served.ts";
import { receiver, standardSignature } from "../webhooks/receivers.ts";
import { click, index, signIn } from "./dashboards.ts";

const evaluated = async (t: Fixture, expression: string): Promise<Data> => (await t.svc("eval", expression)).result;
const cells = (head: string) =>
  `[...document.querySelectorAll("td[data-head='${head}']")].map((one) => one.textContent)`;

/** Clicks the button whose name begins with the text. */
async function press(t: Fixture, begins: string): Promise<void> {
  const { elements } = await t.svc("state", "--all");
  const found = elements.find(({ role, name }: Data) => role === "button" && name.startsWith(begins));
  if (!found) throw new Error(`no button '${begins}…' among ${elements.map(({ name }: Data) => name)}`);
  await t.svc("click", String(found.index));
}

test("a webhook is created with a secret shown once, tested, edited, disabled, given a new secret, and deleted", async () => {
  using at = receiver();
  await using p = await served({ allowPrivateNetwork: true });
  await using t = await fixture();
  await signIn(t, p.url, p.key);
  await click(t, "link", "Webhooks");
  await t.svc("wait", "text", "No webhook yet");
  await click(t, "button", "Create a webhook");
  await t.svc("input", await index(t, "textbox", "Address"), at.url);
  await t.svc("input", await index(t, "textbox", "Name"), "<i>orders</i>");
  await click(t, "button", "Create");
  await t.svc("wait", "selector", "p.key");
  const secret = await evaluated(t, `document.querySelector("p.key").textContent`);
  await click(t, "button", "Send a test to <i>orders</i>");
  await t.svc("wait", "text", "delivered");
  const [first] = at.received;
  if (!first) throw new Error("nothing was sent");
  expect(first.headers.get("webhook-signature")).toBe(`v1,${standardSignature(first, secret)}`);
  expect((await t.svc("get", "html")).html).not.toContain(secret);
  await click(t, "button", "Edit");
  await t.svc("input", await index(t, "textbox", "Header prefix"), "no prefix");
  await click(t, "button", "Save");
  await t.svc("wait", "text", "Input should start with X-");
  await t.svc("input", await index(t, "textbox", "Header prefix"), "X-Acme");
  await click(t, "button", "Save");
  await t.svc("wait", "selector", "dialog", "--state", "detached");
  await click(t, "button", "New secret");
  await click(t, "button", "Create");
  await t.svc("wait", "selector", "p.key");
  const second = await evaluated(t, `document.querySelector("p.key").textContent`);
  await click(t, "button", "Send a test");
  await until(() => at.received.length === 2);
  const [, next] = at.received;
  if (!next) throw new Error("nothing was sent");
  expect(next.headers.has("X-Acme-Signature-Previous")).toBe(true);
  expect(next.headers.get("webhook-signature")).toContain(`v1,${standardSignature(next, second)}`);
  await press(t, "Disable");
  await t.svc("wait", "text", "Enable");
  const [webhook] = (await p.call("GET", "/v3/webhooks")).body.items;
  expect(webhook).toMatchObject({ name: "<i>orders</i>", headerPrefix: "X-Acme", isEnabled: false });
  await click(t, "button", "Delete");
  await t.svc("wait", "text", "deleted permanently");
  await t.svc("eval", `document.querySelector("dialog [type=submit]").click()`);
  await t.svc("wait", "text", "No webhook yet");
  expect((await p.call("GET", "/v3/webhooks")).body.totalItems).toBe(0);
});

test("a delivery is inspected and resent, and all given-up deliveries are resent together", async () => {
  let isUp = false;
  using at = receiver(() => new Response(isUp ? "thanks" : "<b>broken</b>", { status: isUp ? 200 : 500 }));
  await using p = await served({ allowPrivateNetwork: true });
  await using t = await fixture();
  const { id } = (await p.call("POST", "/v3/webhooks", { url: at.url })).body;
  await p.call("POST", `/v3/webhooks/${id}/test`);
  await signIn(t, p.url, p.key);
  await t.svc("eval", `void (location.hash = "/webhooks/${id}")`);
  await t.svc("wait", "text", "500");
  expect(await evaluated(t, cells("State"))).toEqual(["waiting"]);
  await press(t, "Details of test");
  await t.svc("wait", "text", "<b>broken</b>");
  expect(await evaluated(t, `document.querySelector("dialog").innerText`)).toContain('"type":"test"');
  await t.svc("keys", "Escape");
  await t.svc("wait", "selector", "dialog", "--state", "detached");
  expect(await evaluated(t, "document.activeElement.ariaLabel")).toStartWith("Details of test");
  isUp = true;
  await press(t, "Send test of");
  await t.svc("wait", "text", "delivered");
  await (p.server.platform as Data).database.sql`update deliveries set state = 'dead', error = 'HTTP 500'`;
  await t.svc("wait", "text", "given up");
  await t.svc("select", await index(t, "combobox", "State of deliveries"), "waiting");
  await t.svc("wait", "text", "No delivery matches");
  await t.svc("select", await index(t, "combobox", "State of deliveries"), "Any state");
  const before = at.received.length;
  await press(t, "Resend given-up deliveries (1)");
  await until(() => at.received.length === before + 1);
  await t.svc("wait", "text", "delivered");
});
