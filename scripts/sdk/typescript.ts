/** The TypeScript of `sdk/typescript/src/generated`. Pure. */
import type { JsonSchema } from "../../src/platform/api/document.ts";
import { isNullable, members, nameOf, typesOf } from "../../src/platform/api/document-fields.ts";
import {
  type Api,
  aboutField,
  aboutMethod,
  type Method,
  type Resource,
  refsOf,
  resourcesOf,
  sameShapes,
} from "./model.ts";
import { camel, lowerFirst, sentence, wrapped } from "./words.ts";

export const HEAD = "// Written by `bun run gen` from the endpoints of the platform. Do not edit.\n";
const WIDTH = 108;

/** The files by their names. `main` is the version whose shapes the others share where they are the same. */
export function typescriptFiles(main: Api, other: Api): Record<string, string> {
  const same = sameShapes(main.document, other.document);
  const own = Object.keys(other.document.components.schemas).filter((name) => !same.has(name));
  const names = [...same].sort();
  const borrowed = names.filter((name) =>
    own.some((one) => refsOf(other.document.components.schemas[one]).includes(name)),
  );
  const from = `"./${main.version}-types.ts"`;
  return {
    [`${main.version}-types.ts`]: `${HEAD}\n${shapes(main, Object.keys(main.document.components.schemas))}`,
    [`${main.version}.ts`]: resources(main),
    [`${other.version}-types.ts`]: [
      `${HEAD}`,
      `import type {\n${borrowed.map((name) => `  ${name},\n`).join("")}} from ${from};\n`,
      `export type {\n${names.map((name) => `  ${name},\n`).join("")}} from ${from};\n`,
      shapes(other, own),
    ].join("\n"),
    [`${other.version}.ts`]: resources(other),
  };
}

export function shapes(api: Api, names: readonly string[]): string {
  return [...names]
    .sort()
    .map((name) => shape(name, api.document.components.schemas[name] ?? {}, api))
    .join("\n");
}

function shape(name: string, schema: JsonSchema, api: Api): string {
  const about = comment([sentence(schema.description ?? "")].filter(Boolean), "");
  if (!schema.properties) return `${about}export type ${name} = ${enumeration(schema) ?? typeOf(schema)};\n`;
  return `${about}export interface ${name} {\n${fieldLines(members(schema, "body"), api).join("")}}\n`;
}

function fieldLines(fields: ReturnType<typeof members>, api: Api, named = (name: string) => name): string[] {
  return fields.map((field) => {
    const about = comment([aboutField(field, api.document)].filter(Boolean), "  ");
    return `${about}  ${named(field.name)}${field.required ? "" : "?"}: ${typeOf(field.schema)};\n`;
  });
}

/** More values may come: an editor offers those that are known, and any text goes. */
function enumeration({ enum: values }: JsonSchema): string | undefined {
  if (!values) return undefined;
  const known = values.map((value) => JSON.stringify(value));
  const line = [...known, "(string & {})"].join(" | ");
  if (line.length < WIDTH) return line;
  return `\n${wrapped([...known.map((one) => `| ${one}`), "| (string & {})"].join(" "), WIDTH)
    .map((one) => `  ${one}`)
    .join("\n")}`;
}

export function typeOf(schema: JsonSchema): string {
  const name = nameOf(schema);
  const orNull = (type: string) => (isNullable(schema) ? `${type} | null` : type);
  if (name !== undefined) return orNull(name);
  if (schema.anyOf) return [...new Set(schema.anyOf.map((one) => typeOf(one)))].join(" | ");
  if (schema.enum) return orNull(enumeration(schema) ?? "string");
  const types = typesOf(schema).filter((type) => type !== "null");
  if (types.length === 0) return isNullable(schema) ? "null" : "unknown";
  return orNull(types.map((type) => plainType(type, schema)).join(" | "));
}

function plainType(type: string, schema: JsonSchema): string {
  if (type === "integer") return "number";
  if (type === "array") {
    const item = typeOf(schema.items ?? {});
    return item.includes(" | ") ? `(${item})[]` : `${item}[]`;
  }
  if (type !== "object") return type;
  const own = members(schema, "body");
  if (own.length > 0)
    return `{ ${own.map(({ name, required, schema: one }) => `${name}${required ? "" : "?"}: ${typeOf(one)}`).join("; ")} }`;
  const values = schema.additionalProperties;
  return `Record<string, ${typeof values === "object" ? typeOf(values) : "unknown"}>`;
}

function resources(api: Api): string {
  const { version, root } = api;
  const all = resourcesOf(root);
  const methods = all.flatMap((one) => one.methods);
  const params = methods.map((method) => paramsType(method, api)).filter(Boolean);
  const classes = [...all.map((one) => resourceClass(one, api)), rootClass(api)];
  const text = [...params, ...classes].join("\n");
  const used = Object.keys(api.document.components.schemas).filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  const isUsed = (name: string) => new RegExp(`\\b${name}\\b`).test(text);
  const types = ["CallOptions", "ServerEvent"].filter(isUsed);
  return [
    HEAD,
    ...(isUsed("Pages") ? [`import type { Pages } from "../pages.ts";`] : []),
    `import { ${["route", "Resource"].filter(isUsed).join(", ")} } from "../resource.ts";`,
    `import type { ${types.join(", ")} } from "../types.ts";`,
    `import type {\n${used
      .map((name) => `  ${name},\n`)
      .sort()
      .join("")}} from "./${version}-types.ts";\n`,
    text,
  ].join("\n");
}

/** What goes into the query is named by us; a body has its name already. */
function paramsType(method: Method, api: Api): string {
  const { queryFields, body, fullName, endpoint } = method;
  if (queryFields.length === 0) return "";
  const base = body === undefined ? "" : ` extends ${typeOf(body)}`;
  const about = comment([`Parameters to ${lowerFirst(sentence(endpoint.summary))}`], "");
  return `${about}export interface ${fullName}Params${base} {\n${fieldLines(queryFields, api, camel).join("")}}\n`;
}

function resourceClass({ className, about, methods, resources: below }: Resource, api: Api): string {
  const parts = [...below.map(property), ...methods.map((method) => methodText(method, api))];
  return `${comment([about], "")}export class ${className} extends Resource {\n${parts.join("\n")}}\n`;
}

function rootClass({ version, root }: Api): string {
  const about = comment([`All resources of ${version}.`], "");
  return `${about}export class ${root.className} extends Resource {\n${root.resources.map(property).join("")}}\n`;
}

function property({ name, className }: Resource): string {
  return `  readonly ${name} = new ${className}(this.http);\n`;
}

function methodText(method: Method, api: Api): string {
  const { name, pathFields, answer, paging, isStream, isText } = method;
  const { text, errors, link } = aboutMethod(method, api.version);
  const about = comment(
    [...text, "", ...(errors ? [`@throws {ApiError} with status ${errors}`] : []), `@see ${link}`],
    "  ",
  );
  const params = paramsOf(method);
  const args = [
    ...pathFields.map((field) => `${camel(field.name)}: string`),
    ...params.declared,
    "options?: CallOptions",
  ];
  const row = paging ? typeOf(paging.row) : "";
  const result = answer ? typeOf(answer) : isText ? "string" : "void";
  const returns = isStream ? "AsyncIterable<ServerEvent>" : paging ? `Pages<${result}, ${row}>` : `Promise<${result}>`;
  const path = `route\`/${api.version}${method.path.replace(/\{(\w+)\}/g, (_, one: string) => `\${${camel(one)}}`)}\``;
  const head = `  ${name}(${args.join(", ")}): ${returns} {\n`;
  const signature =
    head.length <= WIDTH + 12 ? head : `  ${name}(\n${args.map((one) => `    ${one},\n`).join("")}  ): ${returns} {\n`;
  return `${about}${signature}${params.split}    return ${callOf(method, path, params)};\n  }\n`;
}

interface Params {
  declared: string[];
  /** The line that parts what is given together. */
  split: string;
  query: string;
  body: string;
}

function paramsOf({ queryFields, bodyFields, body, bodyRequired, fullName }: Method): Params {
  const none = { declared: [], split: "", query: "", body: "" };
  if (queryFields.length === 0 && body === undefined) return none;
  const isRequired = bodyRequired && bodyFields.some((one) => one.required);
  const mustBe = isRequired || queryFields.some((one) => one.required);
  const type = queryFields.length > 0 ? `${fullName}Params` : typeOf(body ?? {});
  const declared = [`params: ${type}${mustBe ? "" : " = {}"}`];
  if (queryFields.length === 0) return { declared, split: "", query: "", body: "params" };
  const names = queryFields.map((field) => camel(field.name));
  const isRenamed = queryFields.some(({ name }) => camel(name) !== name);
  if (body !== undefined)
    return {
      declared,
      split: `    const { ${names.join(", ")}, ...body } = params;\n`,
      query: wire(queryFields, ""),
      body: "body",
    };
  return { declared, split: "", query: isRenamed ? wire(queryFields, "params.") : "params", body: "" };
}

/** The query by the names of the wire. */
function wire(fields: Method["queryFields"], from: string): string {
  const parts = fields.map(({ name }) =>
    camel(name) === name && from === "" ? name : `${name}: ${from}${camel(name)}`,
  );
  return `{ ${parts.join(", ")} }`;
}

function callOf(
  { http, paging, isStream, isText, takesIdempotencyKey }: Method,
  path: string,
  { query, body }: Params,
): string {
  const named = (name: string, value: string) => (value === "" ? [] : [value === name ? name : `${name}: ${value}`]);
  const parts = [
    ...named("query", query),
    ...named("body", body),
    ...(takesIdempotencyKey ? ["takesIdempotencyKey: true"] : []),
    ...(isText ? ["isText: true"] : []),
  ];
  const what = parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
  if (isStream) return `this.http.events(${path}, ${what}, options)`;
  if (!paging) return `this.http.call("${http}", ${path}, ${what}, options)`;
  const { by, field, rows } = paging;
  const args = [path, query || "{}", `{ by: "${by}", field: "${field}", rows: "${rows}" }`, "options"];
  const line = `this.http.pages(${args.join(", ")})`;
  return line.length < WIDTH ? line : `this.http.pages(\n${args.map((one) => `      ${one},\n`).join("")}    )`;
}

function comment(paragraphs: readonly string[], indent: string): string {
  const lines = paragraphs.flatMap((one, at) => {
    const isTag = one.startsWith("@") && (paragraphs[at - 1] ?? "").startsWith("@");
    return [
      ...(at === 0 || isTag || one === "" ? [] : paragraphs[at - 1] === "" ? [] : [""]),
      ...(one === "" ? [""] : wrapped(one, WIDTH - 4)),
    ];
  });
  const text = lines.map((line) => line.replaceAll("*/", "*\\/"));
  if (text.length === 0) return "";
  if (text.length === 1) return `${indent}/** ${text[0]} */\n`;
  return `${indent}/**\n${text.map((line) => `${indent} *${line ? ` ${line}` : ""}\n`).join("")}${indent} */\n`;
}
