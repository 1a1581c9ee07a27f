/** A server's OpenAPI document as a table, whatever stands in it, and where the table comes from. */

import { expect, test } from "bun:test";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ENDPOINTS } from "../../src/cloud/endpoints.gen.ts";
import { bodyFields, endpointOf, exampleBody, listEndpoints } from "../../src/cloud/endpoints.ts";
import { endpointsIn } from "../../src/cloud/openapi.ts";
import { writeSetting } from "../../src/lib/settings.ts";
import { folderOfFile } from "../support/folder.ts";
import { localServer } from "../support/server.ts";

const DOCUMENT = {
  openapi: "3.1.0",
  components: {
    schemas: {
      Task: {
        type: "object",
        required: ["task", "kind"],
        properties: {
          task: { type: "string" },
          kind: { enum: ["a", "b"] },
          sessionId: { anyOf: [{ type: "string", format: "uuid" }, { type: "null" }] },
          steps: { type: ["integer", "null"] },
          tags: { type: "array", items: { $ref: "#/components/schemas/Tag" } },
          self: { $ref: "#/components/schemas/Loop" },
        },
      },
      Tag: { type: "string" },
      Loop: { $ref: "#/components/schemas/Loop" },
    },
  },
  paths: {
    "/api/v2/tasks": {
      parameters: [{ name: "trace", in: "header" }],
      get: { summary: "List\ntasks", parameters: [{ name: "pageSize", in: "query", schema: { type: "integer" } }] },
      post: {
        operationId: "createTask",
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Task" } } } },
      },
    },
    "/api/v2/tasks/{task_id}": {
      parameters: [{ name: "task_id", in: "path", required: true, schema: { type: "string", format: "uuid" } }],
      delete: {},
    },
    "/api/v2/tasks/mine": {
      delete: {},
      put: {
        requestBody: {
          content: { "application/json": { schema: { $ref: "#/components/schemas/Task" }, example: { task: "read" } } },
        },
      },
    },
    "/api/v3/sessions": { get: {} },
  },
};

test("endpoints with their fields, references followed, nulls left out", () => {
  const endpoints = endpointsIn(DOCUMENT, "v2");
  expect(endpoints.map(({ method, path, summary }) => `${method} ${path} ${summary}`.trim())).toEqual([
    "GET /tasks List tasks",
    "POST /tasks createTask",
    "DELETE /tasks/{task_id}",
    "PUT /tasks/mine",
    "DELETE /tasks/mine",
  ]);
  const [list, create, remove, replace] = endpoints;
  expect(list?.fields).toEqual([{ name: "pageSize", type: "integer", required: false, in: "query" }]);
  expect(create && bodyFields(create)).toBe(
    "task* string, kind* a|b, sessionId uuid, steps integer, tags array of string, self any",
  );
  expect(create && exampleBody(create)).toBe('{"task":"…","kind":"a"}');
  expect(remove?.fields).toEqual([{ name: "task_id", type: "uuid", required: true, in: "path" }]);
  expect(remove && exampleBody(remove)).toBeUndefined();
  // What the server shows goes before what is made up.
  expect(replace && exampleBody(replace)).toBe('{"task":"read"}');
});

test("an endpoint is found by what was asked", () => {
  const endpoints = endpointsIn(DOCUMENT, "v2");
  const pathOf = (method: string, path: string) => endpointOf(endpoints, method, path)?.path;
  expect(pathOf("DELETE", "/tasks/123?x=/y")).toBe("/tasks/{task_id}");
  expect(pathOf("DELETE", "/tasks/mine")).toBe("/tasks/mine");
  expect(pathOf("DELETE", "/tasks/")).toBeUndefined();
  expect(pathOf("PUT", "/tasks/123")).toBeUndefined();
});

test("what is no document has no endpoints", () => {
  const parameters = [null, 5, { in: "query" }, { $ref: "#/nowhere" }, { $ref: "https://elsewhere/x" }];
  const odd = {
    paths: { "/a": { get: { parameters, requestBody: "text", summary: {} } }, "/b": { get: 1 }, "/c": null },
  };
  for (const document of [null, "text", [], 5, {}, { paths: [] }, { paths: { "/x": [] } }])
    expect(endpointsIn(document, "v2")).toEqual([]);
  expect(endpointsIn(odd, "v2").map(({ path }) => path)).toEqual(["/a"]);
});

const home = folderOfFile();

test("the table is kept for a day, asked for by its tag then, and told as old where nobody answers", async () => {
  const tags: (string | null)[] = [];
  let answer = () => Response.json(DOCUMENT, { headers: { etag: '"one"' } });
  using server = localServer(({ headers }) => {
    expect(headers.get("x-svc-api-key")).toBeNull();
    tags.push(headers.get("if-none-match"));
    return answer();
  });
  writeSetting(home, "base_url", `http://127.0.0.1:${server.port}/api/v2`);
  const file = join(home, "cloud-endpoints-v2.json");
  const age = (ms: number) => {
    const held = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...held, at: Date.now() - ms }));
  };
  expect((await listEndpoints(home, "v2")).endpoints.length).toBe(5);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await listEndpoints(home, "v2");
  expect(tags).toEqual([null]);
  age(100_000_000);
  answer = () => new Response(null, { status: 304 });
  expect((await listEndpoints(home, "v2")).endpoints.length).toBe(5);
  await listEndpoints(home, "v2");
  expect(tags).toEqual([null, '"one"']);
  age(100_000_000);
  answer = () => new Response("no document", { status: 200 });
  expect(await listEndpoints(home, "v2")).toMatchObject({ source: expect.stringMatching(/as of \d{4}-\d\d-\d\d/) });
  writeFileSync(file, "broken");
  const { endpoints, source } = await listEndpoints(home, "v2");
  expect(endpoints).toBe(ENDPOINTS.v2);
  expect(source).toStartWith("built in");
});
