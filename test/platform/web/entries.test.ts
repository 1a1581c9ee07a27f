/** The timeline of a session, built from its messages. */
import { expect, test } from "bun:test";
import type { MessageResponse } from "../../../src/platform/web/page/api/v3.gen.ts";
import { entriesOf } from "../../../src/platform/web/page/views/sessions/entries.ts";

let last = 0;

function message(type: string, data: string, more: Partial<MessageResponse> = {}): MessageResponse {
  const times = { createdAt: "2026-11-01T00:00:00.000Z" };
  const text = { id: `m${++last}`, sessionId: "s", role: "ai", type, data, summary: "", hidden: false };
  return { ...text, screenshotUrl: null, ...times, ...more };
}

const action = (tool: string) => message("browser_action", JSON.stringify({ id: "c", tool, args: { index: 3 } }));

/** For each entry: kind, action or text with result, and the messages of its pictures. */
function summaries(messages: MessageResponse[], ...pictured: MessageResponse[]) {
  const pictures = new Map(pictured.map(({ id }) => [id, `https://example.com/${id}`]));
  return entriesOf(messages, pictures).map(({ kind, action, text, pictures }) => [
    kind,
    action ? `${action.tool} ${action.result?.text ?? "…"}` : text,
    pictures.map(({ messageId, before }) => `${messageId} after ${before}`),
  ]);
}

test("a result completes its action, and an action without a result is busy until the next message", () => {
  const [click, clicked] = [action("click"), message("browser_action_result", "clicked")];
  const [wait, failed] = [action("wait"), message("browser_action_error", "no such element")];
  expect(summaries([click])).toEqual([["busy", "click …", []]]);
  expect(summaries([click, clicked, wait, failed], clicked)).toEqual([
    ["", "click clicked", [`${clicked.id} after ${click.id}`]],
    ["bad", "wait no such element", []],
  ]);
  expect(summaries([click, message("user_message", "stop")])).toEqual([
    ["", "click …", []],
    ["human", "stop", []],
  ]);
});

test("questions and ends add no entry, and the last page is shown with the outcome", () => {
  const [click, clicked, done] = [action("click"), message("browser_action_result", "clicked"), action("done")];
  const completion = message("completion", "It costs 12.50 EUR.");
  expect(summaries([click, clicked, done, message("browser_action_result", "ok"), completion], done)).toEqual([
    ["", "click clicked", [`${done.id} after ${clicked.id}`]],
    ["outcome", "It costs 12.50 EUR.", []],
  ]);
  expect(summaries([click, clicked, done, completion], done)).toEqual([
    ["", "click clicked", []],
    ["outcome", "It costs 12.50 EUR.", [`${done.id} after ${clicked.id}`]],
  ]);
  expect(
    summaries([message("browser_action_error", "not accepted"), message("planning", "secret", { hidden: true })]),
  ).toEqual([["bad", "not accepted", []]]);
});
