/** Runs a conversation with a daemon over its socket and checks its answers. */
import { connect } from "node:net";
import { decode, type LineReply, Lines, type Reply } from "../../../src/daemon/wire.ts";
import { asksForJson } from "../../../src/lib/shell.ts";
import { BUG, HANG_MS, wrongExit } from "./fixture.ts";
import { type Conversation, LAST_ID, lastRequest } from "./messages.ts";

/** Returns a description of the problem, or undefined. */
export async function talkProblem(path: string, conversation: Conversation, cwd: string): Promise<string | undefined> {
  const received: string[] = [];
  const reader = new Lines();
  const { promise: over, resolve } = Promise.withResolvers<"answered" | "closed">();
  // Garbage in place of a greeting may have no line end; then no answer follows.
  const isAnswered = conversation.isGreeted || conversation.line !== undefined;
  const socket = connect({ path, allowHalfOpen: true });
  socket.on("data", (chunk) => {
    received.push(...reader.feed(Buffer.from(chunk)));
    if (isComplete(conversation, received)) resolve("answered");
  });
  socket.on("end", () => resolve("closed"));
  socket.on("close", () => resolve("closed"));
  // The daemon may close while the client still writes.
  socket.on("error", () => resolve("closed"));
  send(socket, conversation, cwd);
  if (conversation.end === "leave" || !isAnswered) setTimeout(() => resolve("closed"), 20);
  const how = await Promise.race([over, Bun.sleep(HANG_MS)]);
  socket.destroy();
  if (how === undefined) return `no end; received ${received.join("\n").slice(0, 600)}`;
  return wrongAnswers(conversation, received, how === "closed");
}

function send(
  socket: import("node:net").Socket,
  { messages, pieceBytes, end, isGreeted }: Conversation,
  cwd: string,
): void {
  const bytes = Buffer.concat(isGreeted ? [...messages, Buffer.from(lastRequest(cwd))] : messages);
  // Sending a huge message byte by byte would only take long.
  const size = Math.max(pieceBytes, Math.ceil(bytes.length / 500));
  for (let at = 0; at < bytes.length; at += size) socket.write(bytes.subarray(at, at + size));
  if (end === "half-close") socket.end();
}

/** True when no more answers are expected. */
function isComplete({ isGreeted, line }: Conversation, received: readonly string[]): boolean {
  if (line) return received.some((one) => /"type":"(printed|slow_path)"/.test(one));
  if (!isGreeted) return false;
  const replies = received.map((one) => decode<Reply>(one));
  const isLast = replies.some((one) => one.type === "outcome" && one.id === LAST_ID);
  return isLast && count(replies, "accepted") === count(replies, "outcome");
}

function count(replies: readonly Reply[], type: Reply["type"]): number {
  return replies.filter((one) => one.type === type).length;
}

function isInternal(reply: Reply): boolean {
  return reply.type === "outcome" && !reply.outcome.ok && reply.outcome.error.code === "internal";
}

function wrongAnswers(
  { isGreeted, line, end }: Conversation,
  received: string[],
  isClosed: boolean,
): string | undefined {
  const bug = received.find((one) => BUG.test(one) || (isGreeted && isInternal(decode<Reply>(one))));
  if (bug !== undefined) return `a bug: ${bug.slice(0, 1_500)}`;
  if (line) {
    const printed = received.map((one) => JSON.parse(one) as LineReply).find((one) => one.type === "printed");
    if (!printed) return isClosed && end === "wait" ? "closed without an answer to a line" : undefined;
    const { stdout, stderr, code } = printed;
    return wrongExit(asksForJson(line) ? ["--json"] : [], { stdout: stdout && `${stdout}\n`, stderr, code });
  }
  if (!isGreeted || !isClosed || end !== "wait") return undefined;
  const replies = received.map((one) => decode<Reply>(one));
  return count(replies, "malformed") === 1
    ? undefined
    : `closed without a reason: ${received.join("\n").slice(0, 600)}`;
}
