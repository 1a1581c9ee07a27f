/** The documents that are made from the list of endpoints: complete, lint-clean, and true to what is checked. */

import { expect, test } from "bun:test";
import { join } from "node:path";
import { ENDPOINTS } from "../../../src/cloud/endpoints.gen.ts";
import { openApiDocument } from "../../../src/platform/api/document.ts";
import { VERSIONS, type Version } from "../../../src/platform/api/http/endpoint.ts";
import { endpoints } from "../../../src/platform/api/index.ts";
import { endpointsReference } from "../../../src/platform/api/reference.ts";
import { temporaryFolder } from "../../support/folder.ts";

const BASE = "https://svc.test";

/** What clients of the published API call: method and path, by version. */
const CONTRACT: Record<Version, string> = {
  v2: `
    GET /billing/account
    GET /tasks, POST /tasks, GET /tasks/{task_id}, PATCH /tasks/{task_id}, GET /tasks/{task_id}/status, GET /tasks/{task_id}/logs
    GET /sessions, POST /sessions, GET /sessions/{session_id}, PATCH /sessions/{session_id}, DELETE /sessions/{session_id}
    POST /sessions/{session_id}/purge, GET /sessions/{session_id}/public-share, POST /sessions/{session_id}/public-share
    DELETE /sessions/{session_id}/public-share, POST /files/sessions/{session_id}/presigned-url
    POST /files/browsers/{session_id}/presigned-url
    GET /files/tasks/{task_id}/output-files/{file_id}
    GET /profiles, POST /profiles, GET /profiles/{profile_id}, PATCH /profiles/{profile_id}, DELETE /profiles/{profile_id}
    GET /browsers, POST /browsers, GET /browsers/{session_id}, PATCH /browsers/{session_id}
    GET /browsers/{session_id}/downloads
    GET /skills, POST /skills, GET /skills/{skill_id}, DELETE /skills/{skill_id}, PATCH /skills/{skill_id}
    POST /skills/{skill_id}/cancel, POST /skills/{skill_id}/rollback, POST /skills/{skill_id}/execute
    POST /skills/{skill_id}/refine, GET /skills/{skill_id}/executions, GET /skills/{skill_id}/executions/{execution_id}/output
    GET /marketplace/skills, GET /marketplace/skills/{skill_slug}, POST /marketplace/skills/{skill_id}/clone
    POST /marketplace/skills/{skill_id}/execute`,
  v3: `
    POST /sessions, GET /sessions, GET /sessions/{session_id}, DELETE /sessions/{session_id}, POST /sessions/{session_id}/stop
    GET /sessions/{session_id}/messages
    GET /profiles, POST /profiles, GET /profiles/{profile_id}, PATCH /profiles/{profile_id}, DELETE /profiles/{profile_id}
    GET /browsers, POST /browsers, GET /browsers/{session_id}, PATCH /browsers/{session_id}
    GET /browsers/{session_id}/downloads
    GET /workspaces, POST /workspaces, GET /workspaces/{workspace_id}, PATCH /workspaces/{workspace_id}
    DELETE /workspaces/{workspace_id}, GET /workspaces/{workspace_id}/files, DELETE /workspaces/{workspace_id}/files
    GET /workspaces/{workspace_id}/size, POST /workspaces/{workspace_id}/files/upload
    GET /billing/account`,
};

/** What v3 had once: older clients still call it. */
const REMOVED = ["GET /sessions/{session_id}/files", "POST /sessions/{session_id}/files/upload"];
const WEBHOOKS = [
  ...["GET /webhooks", "POST /webhooks", "GET /webhooks/{webhook_id}", "PATCH /webhooks/{webhook_id}"],
  ...["DELETE /webhooks/{webhook_id}", "POST /webhooks/{webhook_id}/rotate-secret", "POST /webhooks/{webhook_id}/test"],
  ...["GET /webhooks/{webhook_id}/deliveries", "GET /webhooks/{webhook_id}/deliveries/{delivery_id}"],
  ...[
    "POST /webhooks/{webhook_id}/deliveries/{delivery_id}/resend",
    "POST /webhooks/{webhook_id}/deliveries/resend-dead",
  ],
];

/** What this server has besides. */
const ADDITIONS: Record<Version, string[]> = {
  v2: ["GET /skills/{skill_id}/versions", "GET /models"],
  v3: [
    "GET /models",
    "GET /sessions/{session_id}/events",
    "GET /billing/usage",
    "GET /billing/ledger.csv",
    ...WEBHOOKS,
    ...REMOVED,
  ],
};

for (const version of VERSIONS) {
  test(`${version} has every operation of the contract, and our own`, () => {
    const { paths } = openApiDocument(version, BASE);
    const found = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const wanted = [...CONTRACT[version].split(/[,\n]/).map((one) => one.trim()), ...ADDITIONS[version]];
    expect(found.sort()).toEqual(wanted.filter(Boolean).sort());
    const deprecated = found.filter((one) => {
      const [method = "", path = ""] = one.split(" ");
      return paths[path]?.[method.toLowerCase()]?.deprecated;
    });
    expect(deprecated).toEqual(version === "v3" ? REMOVED : []);
  });

  test(`every operation of ${version} is described, and tells how it refuses`, () => {
    const operations = Object.values(openApiDocument(version, BASE).paths).flatMap((methods) => Object.values(methods));
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { operationId, summary, description, responses, requestBody } of operations) {
      expect([operationId, summary, description].every(Boolean), operationId).toBe(true);
      expect(Object.keys(responses), operationId).toContainValues(["401", "429", "500"]);
      if (requestBody) expect(requestBody.content["application/json"]?.example, operationId).toBeDefined();
    }
  });
}

/** What the linter finds in a document: `rule: message`. It is a program of its own, which must not talk to its makers. */
async function lint(folder: string, document: object): Promise<string[]> {
  const file = join(folder, "openapi.json");
  await Bun.write(file, JSON.stringify(document));
  const linter = join(import.meta.dir, "../../../node_modules/@redocly/cli/bin/cli.js");
  const { stdout, stderr } = Bun.spawnSync(
    [process.execPath, linter, "lint", "--extends", "recommended", "--format", "json", file],
    {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      stdin: "ignore",
      timeout: 50_000,
    },
  );
  expect(stdout.toString(), stderr.toString()).toStartWith("{");
  const { problems } = JSON.parse(stdout.toString()) as { problems: { ruleId: string; message: string }[] };
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

test("a public linter finds nothing in the documents, and something in a spoilt one", async () => {
  using folder = temporaryFolder();
  for (const version of VERSIONS) expect(await lint(folder.path, openApiDocument(version, BASE)), version).toEqual([]);
  expect(await lint(folder.path, { ...openApiDocument("v3", BASE), security: [{ other: [] }] })).not.toEqual([]);
});

test("examples of bodies are taken", () => {
  for (const { body, example, id } of endpoints) {
    expect(body === undefined, id).toBe(example === undefined);
    if (body) expect(body.safeParse(example).error?.issues, id).toBeUndefined();
  }
});

test("url is another name of startUrl, which goes first", () => {
  for (const id of ["createTask", "createSession"]) {
    const body = endpoints.find((one) => one.id === id && one.versions.includes("v2"))?.body;
    expect(body.parse({ task: "x", url: "https://a.test" })).toMatchObject({ startUrl: "https://a.test" });
    expect(body.parse({ task: "x", url: "https://a.test", startUrl: "https://b.test" })).toMatchObject({
      startUrl: "https://b.test",
    });
    expect(body.parse({ task: "x" }).startUrl).toBeUndefined();
  }
});

test("a proxy country that is left out is told from null", () => {
  const body = endpoints.find(({ id }) => id === "createBrowserSession")?.body;
  expect(body.parse({}).proxyCountryCode).toBeUndefined();
  expect(body.parse({ proxyCountryCode: null }).proxyCountryCode).toBeNull();
  for (const code of ["us", "de", "gb", "uk", "an", "cs", "xk"])
    expect(body.parse({ proxyCountryCode: code }).proxyCountryCode).toBe(code);
  expect(body.parse({})).toMatchObject({ timeout: 60, allowResizing: false, enableRecording: false });
});

test("defaults and bounds of the contract stand in the document", () => {
  const { components, paths } = openApiDocument("v2", BASE);
  const task = components.schemas.CreateTaskRequest;
  expect(task?.required).toEqual(["task"]);
  expect(task?.properties).toMatchObject({
    task: { type: "string", minLength: 1, maxLength: 50_000 },
    maxSteps: { type: "integer", minimum: 1, maximum: 10_000, default: 100 },
    vision: { default: true },
    sessionId: { type: ["string", "null"], format: "uuid" },
    sessionSettings: { anyOf: [{ $ref: "#/components/schemas/SessionSettings" }, { type: "null" }] },
  });
  expect(components.schemas.SessionStatus).toEqual({ type: "string", enum: ["active", "stopped"] });
  expect(components.schemas.ProxyCountryCode?.enum?.length).toBeGreaterThanOrEqual(247);
  expect(paths["/browsers"]?.get?.parameters).toMatchObject([
    { name: "pageSize", in: "query", required: false, schema: { minimum: 1, maximum: 100, default: 10 } },
    { name: "pageNumber", schema: { minimum: 1, default: 1 } },
    { name: "filterBy" },
    { name: "agentSessionId" },
    { name: "metadata", required: false, schema: { type: "array" } },
  ]);
});

test("the reference tells every endpoint and every schema by name", () => {
  const text = endpointsReference();
  for (const { method, path } of endpoints) expect(text).toContain(`### ${method.toUpperCase()} ${path} (`);
  for (const version of VERSIONS)
    for (const name of Object.keys(openApiDocument(version, BASE).components.schemas))
      expect(text).toMatch(new RegExp(`^### ${name}( \\(${version}\\))?$`, "m"));
  expect(text).toContain("| `timeout` | body | integer | default `60`; at least 1 |");
  expect(text).toContain("### SessionListResponse (v2)");
  expect(text).not.toContain("undefined");
});

test("the client's table has the fields of every endpoint", () => {
  for (const version of VERSIONS)
    expect(ENDPOINTS[version]).toHaveLength(endpoints.filter(({ versions }) => versions.includes(version)).length);
  expect(ENDPOINTS.v2.find((one) => one.path === "/files/sessions/{session_id}/presigned-url")).toMatchObject({
    method: "POST",
    fields: [
      { name: "session_id", type: "uuid", required: true, in: "path" },
      { name: "fileName", type: "string", required: true, in: "body" },
      { name: "contentType", required: true, in: "body" },
      { name: "sizeBytes", type: "integer", required: true, in: "body" },
    ],
  });
});
