/** Answers of the API held against what its endpoints declare: status, members and their types, headers. */
import { expect } from "bun:test";
import { errorsOf } from "../../../src/platform/api/document.ts";
import type { AnyEndpoint } from "../../../src/platform/api/http/endpoint.ts";
import { ErrorResponse, ValidationErrorResponse } from "../../../src/platform/api/http/schemas.ts";
import { endpoints } from "../../../src/platform/api/index.ts";
import type { Data } from "../../fixture.ts";
import type { Reply } from "../served.ts";

/** Reads an answer, and fails the test when its endpoint does not declare it so. */
export async function conforming(request: { method: string; url: string }, response: Response): Promise<Reply> {
  const text = await response.text();
  const { status, headers } = response;
  const body: Data = text === "" ? undefined : JSON.parse(text);
  const where = `${request.method} ${new URL(request.url).pathname} ${status}: ${text.slice(0, 500)}`;
  expect(headers.get("x-request-id"), where).toBeString();
  if (body !== undefined) {
    expect(headers.get("content-type"), where).toBe("application/json");
    expect(headers.get("cache-control"), where).toBe("no-store");
  }
  const one = endpointOf(request);
  if (one && status !== 403) expect([one.status, ...errorsOf(one)], where).toContain(status);
  if (status === one?.status) {
    if (one.answer) expect(one.answer.parse(body), where).toEqual(body);
    else expect(body, where).toBeUndefined();
  } else {
    const schema = status === 422 ? ValidationErrorResponse : ErrorResponse;
    expect(schema.parse(body) as Data, where).toEqual(body);
  }
  return { status, headers, body };
}

function endpointOf({ method, url }: { method: string; url: string }): AnyEndpoint | undefined {
  const [, version, path = ""] = /^\/api\/(v\d)(\/.*?)\/?$/.exec(new URL(url).pathname) ?? [];
  return endpoints.find(
    (one) =>
      one.method === method.toLowerCase() &&
      one.versions.some((own) => own === version) &&
      new RegExp(`^${one.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path),
  );
}
