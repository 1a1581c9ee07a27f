/** The types that the published client declares, member by member, against our OpenAPI documents: none may be missing. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { openApiDocument } from "../../src/platform/api/document.ts";

const TYPES = { v2: "index.d.ts", v3: "v3.d.ts" } as const;

/** Named otherwise by us. */
const NAMES: Readonly<Record<string, string>> = { RunTaskRequest: "SessionRunRequest" };

/** Payment by wallet, and the default texts of errors. */
const NOT_OURS = /^X402|Error$/;

/** Members of each object type, as they are written in the client's declarations. */
function declared(file: string): Map<string, string[]> {
  const text = readFileSync(`${import.meta.dir}/../../node_modules/browser-use-sdk/dist/${file}`, "utf8");
  const schemas = text.slice(text.indexOf("\n    schemas: {"));
  const types = [...schemas.matchAll(/\n {8}(\w+): \{(\n.*?)\n {8}\};/gs)];
  return new Map(
    types.map(([, name = "", body = ""]) => [
      name,
      [...body.matchAll(/\n {12}(\w+)\??:/g)].map(([, member = ""]) => member),
    ]),
  );
}

test.each(["v2", "v3"] as const)("%s has every member of every type that the published client declares", (version) => {
  const { schemas } = openApiDocument(version, "").components;
  const types = declared(TYPES[version]);
  expect(types.size).toBeGreaterThan(20);
  const missing = [...types].flatMap(([name, members]) => {
    if (NOT_OURS.test(name)) return [];
    const ours = schemas[NAMES[name] ?? name]?.properties;
    return ours ? members.filter((one) => !(one in ours)).map((one) => `${name}.${one}`) : [name];
  });
  expect(missing).toEqual([]);
});
