/** Every endpoint is a method of each SDK, which sends and reads what the document says. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { apiOf, type Method, type Resource, resourcesOf } from "../../scripts/sdk/model.ts";
import { camel } from "../../scripts/sdk/words.ts";
import { buildDocuments } from "../../src/platform/api/document-fields.ts";
import { VERSIONS } from "../../src/platform/api/http/endpoint.ts";
import { endpoints } from "../../src/platform/api/index.ts";
import type { Data } from "../fixture.ts";
import { localServer } from "../support/server.ts";
import { sample } from "./samples.ts";
import { sdks } from "./sdks.ts";

const documents = buildDocuments();
const seen: Data[] = [];
let answer: Data;
let server: Bun.Server<undefined>;

beforeAll(() => {
  server = localServer(async (request) => {
    const url = new URL(request.url);
    const text = await request.text();
    const query = [...url.searchParams].sort();
    seen.push({ method: request.method, path: url.pathname, query, ...(text ? { body: JSON.parse(text) } : {}) });
    if (answer === undefined) return new Response(null, { status: 204 });
    if (typeof answer !== "string") return Response.json(answer);
    return new Response(answer, { headers: { "content-type": "text/event-stream" } });
  });
});

afterAll(() => server.stop(true));

/** Each method with the names that lead to it. */
function placed(resource: Resource, at: string[] = []): { at: string[]; method: Method }[] {
  const here = resource.name === "" ? at : [...at, resource.name];
  return [
    ...resource.methods.map((method) => ({ at: [...here, method.name], method })),
    ...resource.resources.flatMap((one) => placed(one, here)),
  ];
}

const methods = VERSIONS.flatMap((version) =>
  placed(apiOf(version, documents[version], endpoints).root, version === "v3" ? [] : [version]).map((one) => ({
    ...one,
    version,
  })),
);

test("there is a method for each endpoint of each version", () => {
  const wanted = endpoints.flatMap(({ versions, id }) => versions.map((version) => `${version} ${id}`));
  expect(methods.map(({ version, method }) => `${version} ${method.endpoint.id}`).sort()).toEqual(wanted.sort());
  expect(
    VERSIONS.flatMap((version) => resourcesOf(apiOf(version, documents[version], endpoints).root)).length,
  ).toBeGreaterThan(10);
});

test("an endpoint takes a key for repeats where its description says so", () => {
  const told = endpoints
    .filter(({ description }) => description?.includes("Accepts `Idempotency-Key`"))
    .map(({ id }) => id);
  expect(endpoints.filter(({ takesIdempotencyKey }) => takesIdempotencyKey).map(({ id }) => id)).toEqual(told);
  expect(told.length).toBeGreaterThan(1);
});

const ID = "1f6b0a6f-2d11-4c1f-9a55-0b0e7a3c58d5";

/** What goes over the wire for a call with those values. */
function wanted({ path, http, queryFields, body }: Method, version: string, values: Data): Data {
  const query = queryFields.flatMap(({ name }) => [values[name]].flat().map((value) => [name, String(value)]));
  const bodyNames = Object.keys(values).filter((name) => !queryFields.some((field) => field.name === name));
  return {
    method: http,
    path: `/api/${version}${path.replaceAll(/\{\w+\}/g, ID)}`,
    query: query.sort(),
    ...(body === undefined ? {} : { body: Object.fromEntries(bodyNames.map((name) => [name, values[name]])) }),
  };
}

/** Times are the same however they are written, and two names of one thing are one in Python. */
function plain(value: unknown): unknown {
  const text = JSON.stringify(value, (name, one) => (/_bytes$/.test(name) ? undefined : one));
  return JSON.parse(text.replaceAll(".678000+00:00", ".678Z"));
}

for (const sdk of sdks()) {
  describe(sdk.name, () => {
    afterAll(() => sdk[Symbol.asyncDispose]());
    for (const { version, at, method } of methods)
      test(`${version} ${at.join(".")}`, async () => {
        const document = documents[version];
        const fields = [...method.queryFields, ...method.bodyFields];
        const values = Object.fromEntries(fields.map(({ name, schema }) => [name, sample(schema, document)]));
        // The event after which a stream continues goes into a header.
        const isStream = method.isStream;
        const text = isStream ? 'event: end\ndata: {"id": "x"}\n\n' : method.isText ? "a,b\n1,2\n" : undefined;
        answer = text ?? (method.answer && sample(method.answer, document));
        const params = Object.fromEntries(Object.entries(values).map(([name, value]) => [camel(name), value]));
        const client = { apiKey: "svc_test", baseUrl: server.url.href, maxRetries: 0 };
        const call = { client, method: at, args: method.pathFields.map(() => ID) };
        const sentFields = method.queryFields.filter(({ name }) => !isStream || name !== "lastEventId");
        const sentValues = Object.fromEntries(sentFields.map(({ name }) => [name, values[name]]));
        seen.length = 0;
        const told = await sdk.call({
          ...call,
          ...(fields.length > 0 ? { params } : {}),
          ...(method.paging ? { as: "page" as const } : {}),
        });
        expect(plain(seen)).toEqual([
          wanted({ ...method, queryFields: sentFields }, version, isStream ? sentValues : values),
        ]);
        if (isStream) expect(told).toMatchObject([{ event: "end", data: { id: "x" } }]);
        else expect(plain(told)).toEqual(plain(answer ?? null));
        // What an answer may leave out is left out.
        if (!method.answer || isStream) return;
        answer = sample(method.answer, document, false);
        expect(
          plain(await sdk.call({ ...call, params, ...(method.paging ? { as: "page" as const } : {}) })),
        ).toMatchObject(plain(answer) as object);
      });
  });
}
