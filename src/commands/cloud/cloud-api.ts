import { flag, option, optionList, positionalOr } from "../../args.ts";
import type { ApiReply } from "../../cloud/answer.ts";
import type { Method } from "../../cloud/api.ts";
import type { Endpoint, Version } from "../../cloud/openapi.ts";
import { command, type Output } from "../../command.ts";
import { asFailure, Failure } from "../../errors.ts";
import { readText } from "../../lib/atomic-file.ts";
import { shorten } from "../../lib/shorten.ts";
import { suggestion } from "../../manual/suggest.ts";
import { bool, environment, oneOf, path, text } from "../../values.ts";
import { apiKey, headerPair, queryPair, requestBody } from "../../web-values.ts";

/** Starting a browser waits for one to become free; a stream may go on for a while. */
const REQUEST_MS = 600_000;

/** Which key is used, where it is not that of the settings. */
export const keyOptions = {
  apiKey: option(apiKey(), "API key to use instead of the saved one; - reads standard input"),
  apiKeyEnv: option(environment("apiKey"), "Environment variable with the API key"),
};

interface EndpointList {
  endpoints: readonly Endpoint[];
  source: string;
}

function requestCommand(version: Version) {
  return command({
    name: `cloud ${version}`,
    group: "cloud",
    summary: `Send a request to API ${version} of the platform; without arguments, list its endpoints`,
    effect: "write",
    needs: "nothing",
    paged: true,
    timeoutMs: REQUEST_MS,
    args: {
      method: positionalOr(oneOf("GET", "POST", "PUT", "PATCH", "DELETE"), undefined, "HTTP method"),
      path: positionalOr(text("path", { nonEmpty: true }), undefined, `Path below /api/${version}, such as /browsers`),
      body: positionalOr(requestBody(), undefined, "JSON to send, or @file; - reads standard input"),
      query: optionList(queryPair(), "Query parameter; repeat it for several"),
      header: optionList(headerPair(), "Request header; repeat it for several"),
      output: option(path("file"), "Write the response to a file"),
      force: flag(bool(), "Replace an existing file"),
      ...keyOptions,
    },
    examples: EXAMPLES[version],
    more: async ({ home, words }) => listText(version, await list(home, version, words)),
    async run({ home, args, signal, output }): Promise<EndpointList | ApiReply> {
      const { method, path: asked } = args;
      if (method === undefined) return await list(home, version, []);
      if (asked === undefined)
        throw new Failure("usage", `no path given: svc cloud ${version} ${method} <path> [json]`);
      const [{ openApi }, { checkFile, receive }] = await Promise.all([
        import("../../cloud/api.ts"),
        import("../../cloud/answer.ts"),
      ]);
      const receiver = { output, path: args.output, force: args.force };
      const target = targetOf(version, asked, args.query);
      const body = args.body === undefined ? undefined : jsonOf(args.body);
      checkBody(method, body);
      checkFile(receiver);
      const api = openApi({ home, key: args.apiKey });
      try {
        const headers = { accept: "*/*", ...headersOf(args.header) };
        const response = await api.send(method, target, sentBody(method, target, body), signal, { headers });
        return { ...(await receive(response, receiver)), ...(await ignored(response.headers, output)) };
      } catch (error) {
        throw await explained(error, { home, version, method, path: target.slice(version.length + 1) });
      }
    },
    text: (data) => ("endpoints" in data ? listText(version, data) : receivedText(data)),
  });
}

function checkBody(method: string, body: unknown): void {
  if (body !== undefined && method === "GET")
    throw new Failure("usage", "a GET request has no body", "Pass the parameters with --query <name=value>.");
}

const EXAMPLES = {
  v2: [
    "cloud v2 GET /browsers --query pageSize=5",
    `cloud v2 POST /tasks '{"task": "Read the headlines", "startUrl": "https://example.com"}'`,
    "cloud v2 POST /tasks @task.json",
  ],
  v3: [
    `cloud v3 POST /sessions '{"task": "Find the cheapest flight"}'`,
    "cloud v3 GET /browsers",
    `cloud v3 PATCH /browsers/3f2b8c1e-0d4a-4c59-9a7e-5b1d2e6f7a80 '{"action": "stop"}'`,
  ],
};

export const cloudV2 = requestCommand("v2");
export const cloudV3 = requestCommand("v3");

function receivedText({ body, saved, bytes }: ApiReply): string {
  if (saved !== undefined) return `saved: ${saved}\nbytes: ${bytes}`;
  if (body === undefined) return "";
  return typeof body === "string" ? body.replace(/\n$/, "") : JSON.stringify(body, null, 2);
}

/** Tells what was sent and the platform does not know: most often a misspelt name. */
async function ignored(headers: Headers, output: Output | undefined): Promise<Pick<ApiReply, "ignored">> {
  const told = headers.get("x-svc-ignored");
  if (told === null) return {};
  await output?.(`The platform ignored unknown fields: ${shorten(told, 200)}\n`, "stderr");
  return { ignored: told.split(", ") };
}

/** The path below `/api`, with its query. Paths are taken as they stand in documents, too. */
function targetOf(version: Version, asked: string, query: readonly string[]): string {
  if (/^[a-z][a-z\d+.-]*:/i.test(asked) || asked.startsWith("//"))
    throw new Failure(
      "usage",
      "expected a path such as /browsers, got a full URL",
      "Run `svc config set base_url <url>` to set the host.",
    );
  const bare = asked.replace(new RegExp(`^/?(api/)?${version}(?=/|$)`), "");
  const [start = ""] = bare.split("#", 1);
  const pairs = query.map((one): [string, string] => {
    const at = one.indexOf("=");
    return [one.slice(0, at), one.slice(at + 1)];
  });
  const added = new URLSearchParams(pairs).toString();
  const joined = added === "" ? start : `${start}${start.includes("?") ? "&" : "?"}${added}`;
  const whole = `/${version}${joined.startsWith("/") || joined === "" ? "" : "/"}${joined}`;
  if (!new URL(whole, "http://x").pathname.startsWith(`/${version}`))
    throw new Failure("usage", `the path is outside of API ${version}`);
  return whole;
}

/** The text is sent as it was written; it only has to be JSON. */
function jsonOf(given: string): string {
  const written = given.startsWith("@") ? readText(given.slice(1)) : given;
  try {
    JSON.parse(written);
    return written;
  } catch (error) {
    throw new Failure(
      "usage",
      `the body is not valid JSON: ${(error as Error).message}`,
      "Put the JSON in single quotes.",
    );
  }
}

/** The request body. A new task with `url` but without `startUrl` gets both, since both names are in use. */
function sentBody(method: Method, target: string, body: string | undefined): string | undefined {
  if (body === undefined || method !== "POST" || !/^\/v2\/tasks\/?(\?|$)/.test(target)) return body;
  const asked: unknown = JSON.parse(body);
  if (typeof asked !== "object" || asked === null || Array.isArray(asked)) return body;
  const { url, startUrl } = asked as { url?: unknown; startUrl?: unknown };
  if (typeof url !== "string" || startUrl !== undefined) return body;
  return `${body.slice(0, body.lastIndexOf("}")).trimEnd()}, "startUrl": ${JSON.stringify(url)}}`;
}

/** Set by us, or by the connection. */
const OWN_HEADERS = /^(x-svc-api-key|authorization|host|content-length|transfer-encoding|connection)$/;

function headersOf(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(":");
      const name = line.slice(0, at).toLowerCase();
      if (OWN_HEADERS.test(name))
        throw new Failure(
          "usage",
          `the header ${name} cannot be set`,
          "Pass the key with --api-key-env <variable> or --api-key -.",
        );
      return [name, line.slice(at + 1).trim()];
    }),
  );
}

interface Request {
  home: string;
  version: Version;
  method: Method;
  path: string;
}

/** A refusal with its body as data, and with what the endpoint expects. */
async function explained(error: unknown, request: Request): Promise<unknown> {
  const { objectIn, refusalOf } = await import("../../cloud/refusals.ts");
  const failure = asFailure(error);
  const refusal = refusalOf(error);
  if (!failure || !refusal) return error;
  const { endpointOf, knownEndpoints } = await import("../../cloud/endpoints.ts");
  const known = knownEndpoints(request.home, request.version);
  const endpoint = endpointOf(known, request.method, request.path);
  const expected =
    endpoint && (refusal.status === 400 || refusal.status === 422) ? await expectedBody(endpoint) : undefined;
  const said = objectIn(refusal.text);
  // What the platform itself advises is not hidden by what its endpoint expects.
  const isAdvised = typeof said?.hint === "string" && failure.hint !== undefined;
  const advice = expected && isAdvised ? `${failure.hint} ${expected.hint}` : expected?.hint;
  const isElsewhere = refusal.status === 404 && !endpoint;
  const hint = advice ?? (isElsewhere ? elsewhere(known, request) : failure.hint);
  const told = new Failure(failure.code, failure.message, hint, { cause: failure });
  const body = said ?? (refusal.text === "" ? undefined : refusal.text.slice(0, 2_000));
  told.data = { status: refusal.status, ...(body === undefined ? {} : { body }), ...expected?.data };
  return told;
}

async function expectedBody(endpoint: Endpoint): Promise<{ hint: string; data: object } | undefined> {
  const { bodyFields, exampleBody } = await import("../../cloud/endpoints.ts");
  const example = exampleBody(endpoint);
  if (example === undefined) return undefined;
  const fields = endpoint.fields.filter((one) => one.in === "body");
  return {
    hint: `Expected body: '${example}' (${bodyFields(endpoint)}${fields.some(({ required }) => required) ? "; * is required" : ""}).`,
    data: { expected: { fields, example: JSON.parse(example) } },
  };
}

function elsewhere(known: readonly Endpoint[], { version, method, path }: Request): string {
  const near = suggestion(
    `${method} ${path}`,
    known.map((one) => `${one.method} ${one.path}`),
  );
  return near
    ? `Did you mean \`svc cloud ${version} ${near}\`?`
    : `Run \`svc cloud ${version} --help\` to see the endpoints.`;
}

async function list(home: string, version: Version, words: readonly string[]): Promise<EndpointList> {
  const { listEndpoints } = await import("../../cloud/endpoints.ts");
  const { endpoints, source } = await listEndpoints(home, version);
  const wanted = words.filter((word) => !/^(GET|POST|PUT|PATCH|DELETE)$/i.test(word)).map((word) => word.toLowerCase());
  const chosen = endpoints.filter((one) => wanted.every((word) => one.path.toLowerCase().includes(word)));
  return { endpoints: chosen.length > 0 ? chosen : endpoints, source };
}

/** Where the meaning of an endpoint begins. */
const COLUMN = 44;

function listText(version: Version, { endpoints, source }: EndpointList): string {
  return [`Endpoints of API ${version} (${source}); * means required:`, "", ...endpoints.flatMap(endpointLines)].join(
    "\n",
  );
}

function endpointLines({ method, path: where, summary, fields }: Endpoint): string[] {
  const named = (place: string, mark: string) =>
    fields
      .filter((one) => one.in === place)
      .map(({ name, type, required }) => `${mark}${name}${required ? "*" : ""} ${type}`);
  const parts = [...named("query", "?"), ...named("body", "")];
  return [...row(`  ${method.padEnd(7)}${where}`, summary), ...(parts.length === 0 ? [] : folded(parts))].map((line) =>
    line.trimEnd(),
  );
}

/** A path that is too long for the columns has a line of its own. */
function row(name: string, summary: string): string[] {
  if (name.length < COLUMN) return [`${name.padEnd(COLUMN)}  ${summary}`];
  return summary === "" ? [name] : [name, `${" ".repeat(COLUMN)}  ${summary}`];
}

/** Fields in lines of at most 80 columns, below their endpoint. */
function folded(parts: readonly string[]): string[] {
  const indent = " ".repeat(9);
  const lines: string[] = [];
  let line = "";
  for (const [n, part] of parts.entries()) {
    const word = n < parts.length - 1 ? `${part},` : part;
    if (line !== "" && indent.length + line.length + 1 + word.length > 80) {
      lines.push(indent + line);
      line = "";
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, indent + line];
}
