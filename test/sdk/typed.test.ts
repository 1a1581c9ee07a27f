/** What only one of the languages has: signals and schemas of TypeScript, classes of pydantic in Python. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { z } from "zod";
import { Svc } from "../../sdk/typescript/src/index.ts";
import { reply, strangeServer } from "./strange-server.ts";

const ID = "0b0e7a3c-58d5-4c1f-9a55-1f6b0a6f2d11";
const ended = (output: unknown) => reply(200, { id: ID, status: "idle", isTaskSuccessful: true, output });

test("a signal gives up a call, a pause between attempts, and a stream, with its reason", async () => {
  await using server = await strangeServer({ text: "", hold: true });
  const client = new Svc({ apiKey: "svc_test", baseUrl: server.url });
  for (const answer of [{ text: "", hold: true } as const, reply(429, {}, { "Retry-After": "60" })]) {
    server.answers = [answer];
    const leaving = new AbortController();
    const call = client.sessions.get(ID, { signal: leaving.signal });
    await Bun.sleep(30);
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

test("a class of pydantic does the same", async () => {
  await using server = await strangeServer(ended({ price: 12 }), ended({ price: 12 }), ended({}), ended({}));
  const code = `import sys
from svc_sdk import Svc, TaskFailedError

class Kettle:
    """As far as the SDK knows pydantic."""
    def __init__(self, price):
        self.price = price
    @classmethod
    def model_json_schema(cls):
        return {"type": "object", "title": "Kettle"}
    @classmethod
    def model_validate(cls, value):
        if "price" not in value:
            raise ValueError("no price")
        return cls(value["price"])

client = Svc(api_key="svc_test", base_url=sys.argv[1])
output, session = client.run("look", schema=Kettle)
print(type(output).__name__, output.price)
try:
    client.run("look", schema=Kettle)
except TaskFailedError as error:
    print(error)`;
  const env = { ...process.env, PYTHONPATH: join(import.meta.dir, "../../sdk/python/src") };
  const child = Bun.spawn(["python3", "-B", "-c", code, server.url], { env, stdout: "pipe", stderr: "inherit" });
  expect(await child.stdout.text()).toBe("Kettle 12\nThe output does not fit the schema\n");
  expect(JSON.parse(server.received[0]?.body ?? "").outputSchema).toEqual({ type: "object", title: "Kettle" });
});
