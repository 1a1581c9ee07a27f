/** What the SDKs of `sdk/` and the dashboard have of the endpoints, and the SDKs of each other: path to text. */
import { readFileSync } from "node:fs";
import { buildDocuments } from "../../src/platform/api/document-fields.ts";
import type { AnyEndpoint } from "../../src/platform/api/http/endpoint.ts";
import { endpointTypes } from "./endpoint-types.ts";
import { apiOf } from "./model.ts";
import { pythonFiles } from "./python.ts";
import { typescriptFiles } from "./typescript.ts";
import { unasync } from "./unasync.ts";

const PYTHON = "sdk/python/src/svc_sdk";

/** Written by hand with `await`, and generated without. Transports have nothing in common. */
const HELPERS = ["browsers", "client", "files", "http", "resource", "run", "sessions", "workspaces"];

export function sdkFiles(endpoints: readonly AnyEndpoint[]): Record<string, string> {
  const documents = buildDocuments();
  const v3 = apiOf("v3", documents.v3, endpoints);
  const v2 = apiOf("v2", documents.v2, endpoints);
  const python = pythonFiles(v3, v2);
  for (const [name, text] of Object.entries(python))
    if (name.endsWith("aio.py")) python[name.replace("aio", "sync")] = unasync(text, name);
  const helpers = HELPERS.map((name) => [
    `${name}.py`,
    unasync(readFileSync(`${PYTHON}/_async/${name}.py`, "utf8"), `_async/${name}.py`),
  ]);
  return {
    ...within("sdk/typescript/src/generated", typescriptFiles(v3, v2)),
    ...within(`${PYTHON}/_generated`, python),
    ...within(`${PYTHON}/_sync`, Object.fromEntries(helpers)),
    ...within("src/platform/web/page/api", { "v3.gen.ts": endpointTypes(v3), "v2.gen.ts": endpointTypes(v2) }),
  };
}

function within(folder: string, files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}
