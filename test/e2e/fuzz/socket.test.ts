/** Random conversations on a daemon's socket: each is answered or refused without a bug, and the session goes on. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { runs, SEED } from "./chance.ts";
import { fuzzFixture } from "./fixture.ts";
import { conversationOf } from "./messages.ts";
import { talkProblem } from "./talk.ts";

test(
  "random messages on the socket never cause a bug",
  async () => {
    await using g = await fuzzFixture();
    const where = { build: g.live.state().build, base: g.base, cwd: g.folder };
    const problems: string[] = [];
    // The limit counts messages; a conversation has several.
    const count = runs(150);
    let sent = 0;
    let next = 0;
    const one = async () => {
      for (let n = next++; sent < count; n = next++) {
        const conversation = conversationOf(n, where);
        sent += conversation.messages.length;
        const why = await talkProblem(join(g.live.home, "default.sock"), conversation, g.folder);
        if (why) problems.push(`seed ${SEED}, conversation ${n}: ${shown(conversation.messages)}\n${why}`);
      }
    };
    await Promise.all(Array.from({ length: 6 }, one));
    console.log(`socket messages: ${sent} in ${next} conversations, seed ${SEED}`);
    const after = await g.problemNow();
    expect([...problems, ...(after ? [`afterwards: ${after}`] : [])]).toEqual([]);
  },
  { timeout: 3_600_000 },
);

function shown(messages: readonly Uint8Array[]): string {
  return JSON.stringify(messages.map((one) => Buffer.from(one).toString().slice(0, 500)));
}
