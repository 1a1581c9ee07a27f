/** Random messages to MCP servers: each request is answered without a bug, and each server keeps working and ends. */
import { expect, test } from "bun:test";
import { EXECUTABLE } from "../../fixture.ts";
import { callOf, type Sent } from "./calls.ts";
import { runs, SEED } from "./chance.ts";
import { BUG, type FuzzFixture, fuzzFixture, HANG_MS } from "./fixture.ts";

/** Messages per server. */
const EACH = 100;

const GREETING = [
  {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
];

test(
  "random messages to the MCP server never cause a bug",
  async () => {
    await using g = await fuzzFixture();
    const wrong: string[] = [];
    const count = runs(100);
    for (let from = 0; from < count; from += EACH) {
      const sent = Array.from({ length: Math.min(EACH, count - from) }, (_, n) => callOf(from + n, g.base));
      wrong.push(...(await serverProblems(g, sent)).map((why) => `seed ${SEED}, lines from ${from}: ${why}`));
    }
    console.log(`messages to MCP servers: ${count}, seed ${SEED}`);
    const after = await g.problemNow();
    expect([...wrong, ...(after ? [`afterwards: ${after}`] : [])]).toEqual([]);
  },
  { timeout: 3_600_000 },
);

test("large answers arrive complete while other answers are sent", async () => {
  await using g = await fuzzFixture();
  const sent = Array.from({ length: EACH }, (_, n) => callOf(300 + n, g.base, 31));
  for (let n = 0; n < 3; n++) expect(await serverProblems(g, sent)).toEqual([]);
});

/** Sends the messages to a server without pauses and returns descriptions of problems. */
async function serverProblems(g: FuzzFixture, sent: readonly Sent[]): Promise<string[]> {
  const child = Bun.spawn([EXECUTABLE, "--mcp", "--tools", "all"], {
    env: { ...process.env, SVC_SESSION: undefined, ...g.live.env },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
    cwd: g.folder,
  });
  const texts = Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  for (const message of GREETING) child.stdin.write(`${JSON.stringify(message)}\n`);
  for (const { text } of sent) {
    child.stdin.write(text);
    // Requests queue up; each waits for those before it, up to its own deadline.
    await child.stdin.flush();
  }
  await child.stdin.end();
  const ended = await Promise.race([child.exited, Bun.sleep(HANG_MS)]);
  if (ended === undefined) child.kill("SIGKILL");
  const [stdout, stderr] = await texts;
  if (ended !== 0) return [`ended with ${ended}: ${stderr.slice(0, 800)}`];
  const wrong = BUG.test(stderr) ? [`stderr: ${stderr.slice(0, 1_500)}`] : [];
  return [...wrong, ...wrongAnswers(stdout, sent)];
}

function wrongAnswers(stdout: string, sent: readonly Sent[]): string[] {
  const wrong: string[] = [];
  const unanswered = new Map(sent.flatMap(({ asks, text }) => (asks === undefined ? [] : [[asks, text] as const])));
  for (const line of stdout.split("\n").filter(Boolean)) {
    const { id, result, error } = parsed(line) ?? {};
    if (parsed(line) === undefined)
      wrong.push(`not JSON: ${line.slice(0, 400)} … ${line.slice(-400)} (${line.length})`);
    if (BUG.test(line) || error?.code === -32603 || result?.structuredContent?.code === "internal")
      wrong.push(`${sent.find(({ asks }) => asks === id)?.text.slice(0, 800)} is answered ${line.slice(0, 800)}`);
    unanswered.delete(id);
  }
  return [...wrong, ...[...unanswered.values()].map((text) => `no answer to ${text.slice(0, 800)}`)];
}

function parsed(line: string) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
