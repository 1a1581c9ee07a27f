/**
 * Derives the JSON Schema of every command's reply from the TypeScript type that its handler returns, with the doc comments of
 * the fields as descriptions. The type is the only declaration. Fails on a type that says nothing, such as `any` or `object`.
 */
import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import {
  API,
  type Checker,
  type Project,
  type Type,
  TypeFlags,
  type TypeReference,
  type Symbol as TypeSymbol,
  type UnionType,
} from "typescript/unstable/async";
import type { Args } from "../src/args.ts";
import type { AnyCommand } from "../src/command.ts";
import { commands } from "../src/commands/index.ts";
import type { ReplySchema, ReplySchemas } from "../src/manual/replies.ts";

const FOLDER = "src/commands";
/** `SymbolFlags.Optional`, which the package does not export by name. */
const OPTIONAL = 16_777_216;
/** What the wrappers of `src/commands/shared/` add to a reply: key, file and exported type. */
const ADDED = {
  found: ["src/page/locate/locator.ts", "FoundElement"],
  found_to: ["src/page/locate/locator.ts", "FoundElement"],
  changes: ["src/page/snapshot/report.ts", "ReportedChanges"],
} as const;

/** The content of `src/manual/replies.gen.json`. Throws when a reply has no exact type. */
export async function repliesSource(): Promise<string> {
  const api = new API({ cwd: process.cwd() });
  try {
    const project = (await api.updateSnapshot({ openProjects: [resolve("tsconfig.json")] })).getProjects()[0];
    if (!project) throw new Error("tsconfig.json names no project");
    return `${JSON.stringify(await schemasOf(project), null, 1)}\n`;
  } finally {
    await api.close();
  }
}

async function schemasOf(project: Project): Promise<ReplySchemas> {
  const converter = new Converter(project.checker);
  const types = await replyTypes(project);
  const added: Record<string, ReplySchema> = {};
  for (const [key, [file, name]] of Object.entries(ADDED))
    added[key] = await converter.schema(await exportedType(project, file, name), key);
  const replies: Record<string, ReplySchema> = {};
  for (const command of commands) {
    const type = types.get(command.name);
    if (!type) throw new Error(`${command.name}: no exported command of this name in ${FOLDER}`);
    const more = Object.fromEntries(addedKeys(command).map((key) => [key, added[key] as ReplySchema]));
    replies[command.name] = converter.withProperties(await converter.schema(type, command.name), more);
  }
  if (converter.faults.length > 0) throw new Error(converter.faults.join("\n"));
  return { $defs: converter.defs, replies };
}

function addedKeys({ args }: AnyCommand): (keyof typeof ADDED)[] {
  const ends = Math.max(0, ...Object.values(args as Args).map(({ type }) => type.elements ?? 0));
  return [
    ...(ends > 0 ? (["found"] as const) : []),
    ...(ends > 1 ? (["found_to"] as const) : []),
    ...(args.changes?.isCommon ? (["changes"] as const) : []),
  ];
}

/** The type of the reply of each command, by the command's name: the third type argument of `Command`. */
async function replyTypes(project: Project): Promise<Map<string, Type>> {
  const types = new Map<string, Type>();
  for (const name of readdirSync(FOLDER, { recursive: true, encoding: "utf8" })) {
    const path = resolve(FOLDER, name);
    if (!name.endsWith(".ts") || name === "index.ts") continue;
    const values = (await import(path)) as Record<string, Partial<AnyCommand> | undefined>;
    for (const symbol of await exportsOf(project, path)) {
      const value = values[symbol.name];
      if (typeof value?.name !== "string" || typeof value.run !== "function") continue;
      const type = (await project.checker.getTypeOfSymbol(symbol)) as TypeReference;
      const [, , reply] = await project.checker.getTypeArguments(type);
      if (reply) types.set(value.name, reply);
    }
  }
  return types;
}

async function exportsOf({ program, checker }: Project, path: string): Promise<readonly TypeSymbol[]> {
  const source = await program.getSourceFile(path);
  const module = source && (await checker.getSymbolAtLocation(source));
  return module ? await checker.getExportsOfModule(module) : [];
}

async function exportedType(project: Project, file: string, name: string): Promise<Type> {
  const symbol = (await exportsOf(project, resolve(file))).find((one) => one.name === name);
  if (!symbol) throw new Error(`${file} exports no ${name}`);
  return await project.checker.getDeclaredTypeOfSymbol(symbol);
}

/** Fields with fractions. Every other number in a reply is whole; the test run checks that. */
const FRACTIONS =
  /^(x|y|dx|dy|width|height|amount|.*[uU]sd|.*[mM]s|.*_ms|expires|asked_expires|minimum|maximum|value|default)$/;

const has = (type: Type, flags: TypeFlags) => (type.flags & flags) !== 0;

/** Converts types to schemas. Named types become definitions, so that recursion ends and a reader sees their names. */
class Converter {
  readonly defs: Record<string, ReplySchema> = {};
  readonly faults: string[] = [];
  readonly #checker: Checker;
  readonly #named = new Map<string, number>();

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  async schema(type: Type, path: string): Promise<ReplySchema> {
    const simple = simpleSchema(type);
    if (simple) return simple;
    // Any JSON, where commands pass on what they were given.
    if (has(type, TypeFlags.NonPrimitive) && path.includes(".")) return { type: "object" };
    if (type.isUnionType()) return await this.#union(type, path);
    if (await this.#checker.isTupleType(type)) return await this.#tuple(type as TypeReference, path);
    if (await this.#checker.isArrayType(type)) {
      const [item] = await this.#checker.getTypeArguments(type as TypeReference);
      return { type: "array", items: item ? await this.schema(item, `${path}[]`) : {} };
    }
    if (!type.isObjectType() && !type.isIntersectionType())
      return this.#fault(`${path}: the type ${await this.#checker.typeToString(type)} says nothing about the reply`);
    const name = await nameOf(type);
    return name === undefined ? await this.#object(type, path) : await this.#definition(name, type, path);
  }

  /** The schema with more optional properties, in each of its variants. */
  withProperties(schema: ReplySchema, more: Record<string, ReplySchema>): ReplySchema {
    if (Object.keys(more).length === 0) return schema;
    if (schema.anyOf) return { ...schema, anyOf: schema.anyOf.map((one) => this.withProperties(one, more)) };
    const object = schema.$ref ? this.defs[schema.$ref.slice("#/$defs/".length)] : schema;
    return { ...object, properties: { ...object?.properties, ...more } };
  }

  #fault(message: string): ReplySchema {
    this.faults.push(message);
    return {};
  }

  async #definition(name: string, type: Type, path: string): Promise<ReplySchema> {
    const known = this.#named.get(name);
    if (known === undefined) {
      this.#named.set(name, type.id);
      this.defs[name] = await this.#object(type, path);
    } else if (known !== type.id) return this.#fault(`${path}: another type of replies has the name ${name}`);
    return { $ref: `#/$defs/${name}` };
  }

  async #union(type: UnionType, path: string): Promise<ReplySchema> {
    const members = (await type.getTypes()).filter((one) => !has(one, TypeFlags.Undefined));
    const all: ReplySchema[] = [];
    for (const one of members) all.push(await this.schema(one, path));
    const values = all.flatMap((one) => ("const" in one ? [one.const] : []));
    const isBoolean = values.length === 2 && values.every((one) => typeof one === "boolean");
    const one: ReplySchema = isBoolean ? { type: "boolean" } : { enum: values };
    const others = all.filter((one) => !("const" in one));
    const different = new Map(others.map((one) => [JSON.stringify(one), one]));
    const variants = [...(values.length > 0 ? [one] : []), ...different.values()];
    return variants.length === 1 ? (variants[0] as ReplySchema) : { anyOf: variants };
  }

  async #tuple(type: TypeReference, path: string): Promise<ReplySchema> {
    const prefixItems: ReplySchema[] = [];
    for (const one of await this.#checker.getTypeArguments(type)) prefixItems.push(await this.schema(one, `${path}[]`));
    return { type: "array", prefixItems, minItems: prefixItems.length, maxItems: prefixItems.length };
  }

  async #object(type: Type, path: string): Promise<ReplySchema> {
    const properties: Record<string, ReplySchema> = {};
    const required: string[] = [];
    for (const symbol of await this.#checker.getPropertiesOfType(type)) {
      const property = await this.#property(symbol, `${path}.${symbol.name}`);
      if (!property) continue;
      properties[symbol.name] = property.schema;
      if (property.required) required.push(symbol.name);
    }
    const [index] = await this.#checker.getIndexInfosOfType(type);
    const others = index && { additionalProperties: await this.schema(index.valueType, `${path}.*`) };
    if (Object.keys(properties).length === 0) return { type: "object", ...others };
    return { type: "object", properties, ...(required.length > 0 ? { required } : {}), ...others };
  }

  /** Undefined for a property that is never there. Docs beside a reference are kept. */
  async #property(symbol: TypeSymbol, path: string): Promise<{ schema: ReplySchema; required: boolean } | undefined> {
    const type = await this.#checker.getTypeOfSymbol(symbol);
    if (!type || has(type, TypeFlags.Never | TypeFlags.Undefined)) return undefined;
    const members = type.isUnionType() ? await type.getTypes() : [type];
    const isOptional = (symbol.flags & OPTIONAL) !== 0 || members.some((one) => has(one, TypeFlags.Undefined));
    const doc = (await symbol.getDocumentationComment(this.#checker)).replaceAll(/\s+/g, " ").trim();
    const schema = whole(symbol.name, await this.schema(type, path));
    // `unknown` may be undefined, and is then left out of the JSON.
    const required = !isOptional && !has(type, TypeFlags.Unknown);
    return { schema: doc === "" ? schema : { ...schema, description: doc }, required };
  }
}

function whole(name: string, schema: ReplySchema): ReplySchema {
  if (FRACTIONS.test(name)) return schema;
  if (schema.type === "number") return { ...schema, type: "integer" };
  if (schema.anyOf) return { ...schema, anyOf: schema.anyOf.map((one) => whole(name, one)) };
  return schema.items ? { ...schema, items: whole(name, schema.items) } : schema;
}

function simpleSchema(type: Type): ReplySchema | undefined {
  if (has(type, TypeFlags.Unknown)) return {};
  if (type.isStringLiteralType() || type.isNumberLiteralType()) return { const: type.value };
  if (has(type, TypeFlags.BooleanLiteral)) return { const: (type as unknown as { value: boolean }).value };
  if (has(type, TypeFlags.StringLike)) return { type: "string" };
  if (has(type, TypeFlags.NumberLike)) return { type: "number" };
  if (has(type, TypeFlags.Boolean)) return { type: "boolean" };
  return has(type, TypeFlags.Null) ? { type: "null" } : undefined;
}

/** The name that the source gives to an object type. Generic types and those without a name are written in place. */
async function nameOf(type: Type): Promise<string | undefined> {
  const alias = await type.getAliasSymbol();
  if (alias) return (await type.getAliasTypeArguments()).length > 0 ? undefined : alias.name;
  const name = (await type.getSymbol())?.name;
  return name === undefined || name.startsWith("__") ? undefined : name;
}
