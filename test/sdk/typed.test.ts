/** What only one of the languages has: signals and schemas of TypeScript, classes of pydantic in Python. */

import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { Svc } from "../../sdk/typescript/src/index.ts";
import { type Script, scripted } from "../platform/agents/agents.ts";
import { served } from "../platform/served.ts";
import { until } from "../support/until.ts";
import { reply, strangeServer } from "./strange-server.ts";

const HERE = join(import.meta.dir, "../..");
const ID = "0b0e7a3c-58d5-4c1f-9a55-1f6b0a6f2d11";
const ended = (output: unknown) => reply(200, { id: ID, status: "idle", isTaskSuccessful: true, output });

test("a signal gives up a call, a pause between attempts, and a stream, with its reason", async () => {
  await using server = await strangeServer({ text: "", hold: true });
  const client = new Svc({ apiKey: "svc_test", baseUrl: server.url });
  for (const answer of [{ text: "", hold: true } as const, reply(429, {}, { "Retry-After": "60" })]) {
    server.answers = [answer];
    const leaving = new AbortController();
    const before = server.received.length;
    const call = client.sessions.get(ID, { signal: leaving.signal });
    await until(() => server.received.length > before);
    leaving.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
  }
  server.answers = [{ text: 'HTTP/1.1 200 OK\r\n\r\nevent: session\ndata: {"id": "s"}\n\n' }];
  const leaving = new AbortController();
  const follow = async () => {
    for await (const event of client.sessions.stream(ID, { signal: leaving.signal }))
      if (event.type === "session") leaving.abort(new Error("seen"));
  };
  await expect(follow()).rejects.toThrow("seen");
  await expect(client.sessions.get(ID, { signal: AbortSignal.abort(new Error("before")) })).rejects.toThrow("before");
});

test("a schema of zod asks for its form, and gives what it makes of the output", async () => {
  await using server = await strangeServer(ended({ price: 12 }));
  const client = new Svc({ apiKey: "svc_test", baseUrl: server.url });
  const schema = z.object({ price: z.number(), currency: z.string().default("EUR") });
  const { output } = await client.run("look", { schema });
  expect(output.price.toFixed(2) + output.currency).toBe("12.00EUR");
  expect(JSON.parse(server.received[0]?.body ?? "").outputSchema.properties.price).toEqual({ type: "number" });
  server.answers = [ended({ price: "twelve" })];
  await expect(client.run("look", { schema })).rejects.toMatchObject({ name: "TaskFailedError", session: { id: ID } });
});

const TOOLS = join(import.meta.dir, "tools/node_modules");

test.skipIf(!existsSync(TOOLS))(
  "schemas of arktype and valibot do the same; one without JSON Schema is refused",
  async () => {
    const { type } = await import(join(TOOLS, "arktype"));
    const valibot = await import(join(TOOLS, "valibot"));
    const { toStandardJsonSchema } = await import(join(TOOLS, "@valibot/to-json-schema"));
    const plain = valibot.object({ price: valibot.number() });
    await using server = await strangeServer({ text: "" });
    const client = new Svc({ apiKey: "svc_test", baseUrl: server.url });
    for (const schema of [type({ price: "number" }), toStandardJsonSchema(plain)]) {
      server.received.length = 0;
      server.answers = [ended({ price: 12 })];
      expect((await client.run("look", { schema })).output).toEqual({ price: 12 });
      const { outputSchema } = JSON.parse(server.received[0]?.body ?? "");
      expect(outputSchema).toMatchObject({ properties: { price: { type: "number" } }, required: ["price"] });
      server.answers = [ended({ price: "twelve" })];
      await expect(client.run("look", { schema })).rejects.toMatchObject({ name: "TaskFailedError" });
    }
    await expect(client.run("look", { schema: plain })).rejects.toMatchObject({
      code: "configuration",
      message: "The schema of valibot has no JSON Schema",
    });
  },
);

test("onQuestion answers what the agent asks", async () => {
  const asks: Script = async ({ ask }) => ({ output: `It is ${await ask("Which colour?")}.` });
  await using p = await served({}, scripted({ asks }));
  const client = new Svc({ apiKey: p.key, baseUrl: p.url });
  const onQuestion = async (question: string, session: { status: string }) => `${question} ${session.status}`;
  expect((await client.run("asks", { onQuestion, intervalMs: 50 })).output).toBe("It is Which colour? running.");
  const code = `import asyncio, sys
from svc_sdk import AsyncSvc, Svc

def answer(question, session):
    return f"{question} {session.status}"

async def answer_later(question, session):
    return answer(question, session)

client = Svc(api_key=sys.argv[1], base_url=sys.argv[2])
print(client.run("asks", on_question=answer, interval=0.05).output)

async def main():
    async with AsyncSvc(api_key=sys.argv[1], base_url=sys.argv[2]) as client:
        print((await client.run("asks", on_question=answer_later, interval=0.05)).output)

asyncio.run(main())`;
  const child = Bun.spawn(["python3", "-c", code, p.key, p.url], { env: PYTHON, stdout: "pipe", stderr: "inherit" });
  expect(await child.stdout.text()).toBe("It is Which colour? running.\n".repeat(2));
});

/** The SDK, and pydantic where `npm test` has installed it. */
const PYTHON = {
  ...process.env,
  PYTHONPATH: [join(HERE, "sdk/python/src"), join(HERE, ".cache/python")].join(":"),
  PYTHONDONTWRITEBYTECODE: "1",
};
const version = ["python3", "-c", "import pydantic; print(pydantic.VERSION)"];
const pydantic = Bun.spawnSync(version, { env: PYTHON, stderr: "ignore" }).stdout.toString();

test.skipIf(!pydantic.startsWith("2."))("a class of pydantic does the same, in both clients", async () => {
  await using p = await served({}, scripted({ good: async () => ({ output: { price: 12 } }) }));
  const code = `import asyncio, sys
from pydantic import BaseModel
from svc_sdk import AsyncSvc, Svc, TaskFailedError

class Kettle(BaseModel):
    price: float

class Priced(BaseModel):
    price: str

client = Svc(api_key=sys.argv[1], base_url=sys.argv[2])
output, session = client.run("good", schema=Kettle)
print(type(output).__name__, output.price, session.output_schema["title"])
try:
    client.run("good", schema=Priced)
except TaskFailedError as error:
    print(error, type(error.__cause__).__name__)

async def main():
    async with AsyncSvc(api_key=sys.argv[1], base_url=sys.argv[2]) as client:
        print((await client.run("good", schema=Kettle)).output)

asyncio.run(main())`;
  const child = Bun.spawn(["python3", "-c", code, p.key, p.url], {
    env: PYTHON,
    stdout: "pipe",
    stderr: "inherit",
  });
  expect(await child.stdout.text()).toBe(
    "Kettle 12.0 Kettle\nThe output does not fit the schema ValidationError\nprice=12.0\n",
  );
});
