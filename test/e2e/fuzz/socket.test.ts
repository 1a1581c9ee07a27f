/** Random conversations on a daemon's socket: each is answered or refused, none as a bug, and the session lives on. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { runs, SEED } from "./chance.ts";
import { ground } from "./fixture.ts";
import { conversationOf } from "./messages.ts";
import { wrongTalk } from "./talk.ts";

test(
  "random messages on the socket never end as a bug",
  async () => {
    await using g = await ground();
    const where = { build: g.live.state().build, base: g.base, cwd: g.folder };
    const wrong: string[] = [];
    // Counted in messages: a conversation has some of them.
    const count = runs(150);
    let sent = 0;
    let next = 0;
    const one = async () => {
      for (let n = next++; sent < count; n = next++) {
        const conversation = conversationOf(n, where);
        sent += conversation.messages.length;
        const why = await wrongTalk(join(g.live.home, "default.sock"), conversation, g.folder);
        if (why) wrong.push(`seed ${SEED}, conversation ${n}: ${shown(conversation.messages)}\n${why}`);
      }
    };
    await Promise.all(Array.from({ length: 6 }, one));
    console.log(`socket messages: ${sent} in ${next} conversations, seed ${SEED}`);
    const after = await g.wrongNow();
    expect([...wrong, ...(after ? [`afterwards: ${after}`] : [])]).toEqual([]);
  },
  { timeout: 3_600_000 },
);

function shown(messages: readonly Uint8Array[]): string {
  return JSON.stringify(messages.map((one) => Buffer.from(one).toString().slice(0, 500)));
}
