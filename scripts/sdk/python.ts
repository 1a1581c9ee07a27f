/** The Python of `sdk/python/src/svc_sdk/_generated`: shapes, and resources that wait with `await`. Pure. */
import type { JsonSchema } from "../../src/platform/api/document.ts";
import { type Field, isNullable, members, nameOf } from "../../src/platform/api/document-fields.ts";
import {
  type Api,
  aboutField,
  aboutMethod,
  type Method,
  type Resource,
  refsOf,
  resourcesOf,
  sameShapes,
  sentShapes,
} from "./model.ts";
import { doc, HEAD, identifier, spoken, typeOf, WIDTH } from "./python-words.ts";
import { sentence, snake, wrapped } from "./words.ts";

/** The files by their names. `main` is the version whose shapes the others share where they are the same. */
export function pythonFiles(main: Api, other: Api): Record<string, string> {
  const same = sameShapes(main.document, other.document);
  const own = Object.keys(other.document.components.schemas).filter((name) => !same.has(name));
  const all = Object.keys(main.document.components.schemas);
  const shared = [...same].sort();
  return {
    "types.py": shapesFile(`Shapes of ${main.version} of the API.`, main, all, []),
    [`${other.version}_types.py`]: shapesFile(`Shapes of ${other.version} of the API.`, other, own, shared),
    "aio.py": resourcesFile(main, "types"),
    [`${other.version}_aio.py`]: resourcesFile(other, `${other.version}_types`),
  };
}

function shapesFile(about: string, api: Api, names: readonly string[], shared: readonly string[]): string {
  const { schemas } = api.document.components;
  const sent = sentShapes(api);
  const bodies = new Set(resourcesOf(api.root).flatMap(({ methods }) => methods.map(({ body }) => nameOf(body ?? {}))));
  // A body is taken apart into arguments of its method.
  const isHeld = (name: string) => Object.values(schemas).some((one) => refsOf(one).includes(name));
  const kept = [...names].filter((name) => !bodies.has(name) || isHeld(name)).sort();
  const sharedKept = shared.filter((name) => !bodies.has(name) || isHeld(name));
  // Aliases are values: they stand before what uses them.
  const aliases = kept.filter((name) => !schemas[name]?.properties);
  const models = kept.filter((name) => schemas[name]?.properties);
  const keywords = KEYWORDS.filter(() => shared.length === 0);
  const text = [
    ...aliases.map((name) => alias(name, schemas[name] ?? {})),
    ...models.map((name) => model(name, schemas[name] ?? {}, sent.has(name), api)),
    ...keywords.map((one) => keywordArguments(one, api)),
  ].join("");
  const uses = (word: string) => new RegExp(`\\b${word}\\b`).test(text);
  const typing = ["Any", "Literal", "TypeAlias", "TypedDict"].filter(uses);
  const abc = ["Mapping", "Sequence"].filter(uses);
  return [
    HEAD(about),
    ...(abc.length > 0 ? [`from collections.abc import ${abc.join(", ")}`] : []),
    ...(uses("datetime") ? ["from datetime import datetime"] : []),
    ...(uses("Decimal") ? ["from decimal import Decimal"] : []),
    ...(typing.length > 0 ? [`from typing import ${typing.join(", ")}`] : []),
    "",
    `from .._models import ${["NOT_GIVEN", "Model", "NotGiven"].filter(uses).join(", ")}`,
    ...(sharedKept.length > 0
      ? [`from .types import (\n${sharedKept.map((name) => `    ${name} as ${name},\n`).join("")})`]
      : []),
    "",
    `__all__ = [\n${[...sharedKept, ...kept, ...keywords.map(({ name }) => name)]
      .sort()
      .map((name) => `    "${name}",\n`)
      .join("")}]\n`,
    text,
  ].join("\n");
}

/** Methods whose arguments a helper passes on, as a TypedDict for its keyword arguments. */
const KEYWORDS: readonly { name: string; method: string; without: readonly string[] }[] = [
  { name: "BrowserParams", method: "browsers.create", without: [] },
  { name: "TaskParams", method: "sessions.create", without: ["task", "outputSchema"] },
];

function keywordArguments({ name, method, without }: (typeof KEYWORDS)[number], api: Api): string {
  const [resource, called] = method.split(".");
  const methods = api.root.resources.find((one) => one.name === resource)?.methods;
  const found = methods?.find((one) => one.name === called);
  if (!found) throw new Error(`${method} is missing`);
  const lines = argumentsOf(found)
    .filter((field) => !without.includes(field.name))
    .map((field) => {
      const about = doc([spoken(aboutField(field, api.document))].filter(Boolean), "    ");
      return `    ${identifier(field.name)}: ${typeOf(field.schema, "input", true)}\n${about}`;
    });
  const about = without.length > 0 ? `Further arguments of \`${method}\`.` : `Arguments of \`${method}\`.`;
  return `\n\nclass ${name}(TypedDict, total=False):\n${[doc([about], "    "), ...lines].join("\n")}`;
}

function alias(name: string, schema: JsonSchema): string {
  const about = schema.description ? `"""${sentence(schema.description)}"""\n` : "";
  const values = schema.enum?.map((value) => JSON.stringify(value));
  if (!values) return `\n${name}: TypeAlias = ${typeOf(schema, "answer")}\n${about}`;
  const line = `${name}: TypeAlias = Literal[${values.join(", ")}] | str`;
  if (line.length <= WIDTH) return `\n${line}\n${about}`;
  const lines = wrapped(`${values.join(", ")},`, WIDTH - 8).map((one) => `        ${one}\n`);
  return `\n${name}: TypeAlias = (\n    Literal[\n${lines.join("")}    ]\n    | str\n)\n${about}`;
}

function model(name: string, schema: JsonSchema, isSent: boolean, api: Api): string {
  const about = doc([sentence(schema.description ?? "")].filter(Boolean), "    ");
  const seen = new Set<string>();
  const fields = members(schema, "body").filter(
    ({ name: own }) => !seen.has(identifier(own)) && seen.add(identifier(own)),
  );
  const lines = fields.map((field) => {
    const said = spoken(aboutField(field, api.document));
    const text = doc([said].filter(Boolean), "    ");
    return `    ${identifier(field.name)}: ${modelType(field, isSent)}\n${text}`;
  });
  const body = [about, ...lines].filter(Boolean).join("\n");
  return `\n\nclass ${name}(Model):\n${body || "    pass\n"}`;
}

/** What may be left out of what is sent is not sent; what an answer leaves out is None, or what stands for it. */
function modelType({ schema, required }: Field, isSent: boolean): string {
  const type = typeOf(schema, isSent ? "input" : "answer", false);
  if (required) return type;
  if (isSent) return `${type} | NotGiven = NOT_GIVEN`;
  const fallback = schema.default;
  if (typeof fallback === "boolean") return `${type} = ${fallback ? "True" : "False"}`;
  if (typeof fallback === "number" || typeof fallback === "string") return `${type} = ${JSON.stringify(fallback)}`;
  return `${isNullable(schema) || type === "Any" ? type : `${type} | None`} = None`;
}

function resourcesFile(api: Api, types: string): string {
  const text = [...resourcesOf(api.root).map((one) => resourceClass(one, api)), rootClass(api)].join("");
  const uses = (word: string) => new RegExp(`(?<!["\\w])${word}\\b`).test(text);
  const used = Object.keys(api.document.components.schemas).filter(uses).sort();
  const abc = ["AsyncIterator", "Mapping", "Sequence"].filter(uses);
  const typing = ["Any", "Literal"].filter(uses);
  return [
    HEAD(`Resources of ${api.version} of the API.`),
    ...(abc.length > 0 ? [`from collections.abc import ${abc.join(", ")}`] : []),
    ...(uses("datetime") ? ["from datetime import datetime"] : []),
    ...(uses("Decimal") ? ["from decimal import Decimal"] : []),
    "from functools import cached_property",
    ...(typing.length > 0 ? [`from typing import ${typing.join(", ")}`] : []),
    "",
    `from .._async.resource import ${["AsyncPages", "AsyncResource"].filter(uses).join(", ")}`,
    `from .._models import ${["NOT_GIVEN", "NotGiven"].filter(uses).join(", ")}`,
    `from .._options import ${["CallOptions", "Paging", "ServerEvent", "route"].filter(uses).join(", ")}`,
    `from .${types} import (\n${used.map((name) => `    ${name},\n`).join("")})\n`,
    text,
  ].join("\n");
}

function resourceClass(resource: Resource, api: Api): string {
  const { className, about, methods, resources } = resource;
  const parts = [...resources.map(property), ...methods.map((method) => methodText(method, api))];
  return `\nclass Async${className}(AsyncResource):\n${doc([about], "    ")}\n${parts.join("\n")}\n`;
}

function rootClass({ version, root }: Api): string {
  const about = doc([`All resources of ${version}.`], "    ");
  return `\nclass Async${root.className}(AsyncResource):\n${about}\n${root.resources.map(property).join("\n")}`;
}

function property({ name, className }: Resource): string {
  return `    @cached_property\n    def ${snake(name)}(self) -> Async${className}:\n        return Async${className}(self._http)\n`;
}

function methodText(method: Method, api: Api): string {
  const { pathFields, answer, paging, isStream, isText } = method;
  const isPlain = !paging && !isStream;
  const fields = argumentsOf(method);
  const args = [
    "self",
    ...pathFields.map(({ name }) => `${identifier(name)}: str`),
    "*",
    ...fields.map((field) => {
      const type = typeOf(field.schema, "input", true);
      return `${identifier(field.name)}: ${type}${field.required ? "" : " | NotGiven = NOT_GIVEN"}`;
    }),
    "options: CallOptions | None = None",
  ];
  const result = answer ? typeOf(answer, "answer") : isText ? "str" : "None";
  const row = paging ? typeOf(paging.row, "answer") : "";
  const returns = isStream ? "AsyncIterator[ServerEvent]" : paging ? `AsyncPages[${result}, ${row}]` : result;
  const head = `    ${isPlain ? "async " : ""}def ${snake(method.name)}(`;
  const line = `${head}${args.join(", ")}) -> ${returns}:\n`;
  const signature =
    line.length <= WIDTH ? line : `${head}\n${args.map((one) => `        ${one},\n`).join("")}    ) -> ${returns}:\n`;
  return `${signature}${methodDoc(method, fields, api)}${callText(method, result, api.version)}`;
}

/** Required ones first. */
function argumentsOf({ queryFields, bodyFields }: Method): Field[] {
  return [...queryFields, ...bodyFields].sort((a, b) => Number(b.required) - Number(a.required));
}

function methodDoc(method: Method, fields: readonly Field[], api: Api): string {
  const { text, errors, link } = aboutMethod(method, api.version);
  const told = fields.flatMap((field) => {
    const said = spoken(aboutField(field, api.document));
    if (!said) return [];
    const lines = wrapped(`${identifier(field.name)}: ${said}`, WIDTH - 16);
    return lines.map((one, at) => `${at === 0 ? "    " : "        "}${one}`);
  });
  const lines = [
    ...text.flatMap((one, at) => [...(at === 0 ? [] : [""]), ...wrapped(spoken(one), WIDTH - 8)]),
    ...(told.length > 0 ? ["", "Args:", ...told] : []),
    ...(errors ? ["", "Raises:", `    ApiError: with status ${errors}`] : []),
    "",
    `See ${link}`,
  ];
  return `        """${lines.map((one, at) => (at === 0 || one === "" ? one : `        ${one}`)).join("\n")}\n        """\n`;
}

function callText(method: Method, result: string, version: string): string {
  const { http, queryFields, bodyFields, body, paging, isStream, takesIdempotencyKey } = method;
  const where = `route(${pathArgs(method, version)})`;
  const parts = [
    ...(isStream ? [where] : paging ? [where, result, typeOf(paging.row, "answer")] : [`"${http}"`, where, result]),
    ...(queryFields.length > 0 ? [`query=${wire(queryFields)}`] : []),
    ...(body !== undefined ? [`body=${wire(bodyFields)}`] : []),
    ...(paging ? [`paging=Paging("${paging.by}", "${paging.field}", "${paging.rows}")`] : []),
    ...(takesIdempotencyKey ? ["takes_idempotency_key=True"] : []),
    "options=options",
  ];
  const call = isStream ? "self._http.events(" : paging ? "self._http.pages(" : "self._http.call(";
  const before = `        return ${paging || isStream ? "" : "await "}${call}`;
  const line = `${before}${parts.join(", ")})\n`;
  return line.length <= WIDTH && !line.slice(0, -1).includes("\n")
    ? line
    : `${before}\n${parts.map((one) => `            ${one},\n`).join("")}        )\n`;
}

function pathArgs({ path, pathFields }: Method, version: string): string {
  return [`"/${version}${path.replace(/\{\w+\}/g, "{}")}"`, ...pathFields.map(({ name }) => identifier(name))].join(
    ", ",
  );
}

function wire(fields: readonly Field[]): string {
  const line = `{${fields.map(({ name }) => `"${name}": ${identifier(name)}`).join(", ")}}`;
  if (line.length <= WIDTH - 30) return line;
  return `{\n${fields.map(({ name }) => `                "${name}": ${identifier(name)},\n`).join("")}            }`;
}
