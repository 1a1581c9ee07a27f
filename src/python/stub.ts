/** Type declarations of Python's `browser`, for editors and type checkers. Written from the list of commands. */
import type { AnyCommand } from "../command.ts";
import { type ReplySchema, replySchemas } from "../manual/replies.ts";
import { type Method, methodsOf } from "./methods.ts";
import { pythonName } from "./python-hint.ts";

const HEAD = `"""Types of \`browser\`, which \`svc python\` defines. Pyright and Pylance read this file if it is called __builtins__.pyi
and lies in the root folder of the project: svc python --types > __builtins__.pyi

Every reply is a dictionary whose keys are attributes. A key with "may be absent" raises AttributeError when it is absent;
\`reply.get("key")\` returns None instead.
"""
from os import PathLike
from typing import Any, Literal, overload

class Reply(dict[str, Any]): ...

class SvcError(Exception):
    code: str
    hint: str | None
    data: Any
`;

/** Members that \`helper.py\` defines itself, in place of the method of the same name. */
const OWN: Record<string, string> = {
  wait: "def wait(self, seconds: float) -> None: ...",
  screenshot: "def screenshot(self, path: str | PathLike[str] | None = None, **options: Any) -> bytes: ...",
  scroll: `def scroll(self, direction: str = "down", amount: int | None = None, **options: Any) -> ScrollReply: ...`,
  fill: "def fill(self, *fields: str | dict[Any, Any], timeout: float | None = None) -> FillReply: ...",
};

/** The stub file. Pure. */
export function pythonStub(commands: readonly AnyCommand[]): string {
  const { $defs, replies } = replySchemas();
  const classes = Object.entries($defs).map(([name, schema]) => classOf(name, schema));
  const methods = methodsOf(commands).flatMap((method) => {
    const schema = replies[method.command] ?? {};
    const name = replyName(method, schema);
    if (name === replyClass(method)) classes.push(classOf(name, schema));
    return OWN[method.name] ?? definitions(method, name);
  });
  const members = ["Error = SvcError", "url: str", "title: str", "html: str", OWN.wait, ...methods];
  return [
    HEAD,
    ...classes,
    `class Browser:\n${members.map((one) => `    ${one}`).join("\n")}\n`,
    "browser: Browser\n",
  ].join("\n");
}

const replyClass = ({ name }: Method) =>
  `${name.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase())}Reply`;

/** A reply of a named type has its name. */
function replyName(method: Method, { $ref, anyOf, properties }: ReplySchema): string {
  if ($ref) return defName($ref);
  return anyOf || properties ? replyClass(method) : "Reply";
}

const defName = ($ref: string) => $ref.slice("#/$defs/".length);

/** Names that are methods of every dictionary: such a field is read as `reply["keys"]`. */
const OF_DICTIONARIES: ReadonlySet<string> = new Set([
  "clear",
  "copy",
  "get",
  "items",
  "keys",
  "pop",
  "update",
  "values",
]);

/** One class with the fields of all variants: a field that one of them lacks may be absent. */
function classOf(name: string, schema: ReplySchema): string {
  const variants = variantsOf(schema);
  const keys = [...new Set(variants.flatMap(({ properties = {} }) => Object.keys(properties)))];
  const lines = keys
    .filter((key) => /^[a-z_]\w*$/i.test(key) && pythonName(key) === key && !OF_DICTIONARIES.has(key))
    .map((key) => {
      const types = variants.flatMap(({ properties }) => properties?.[key] ?? []);
      const isThere = variants.every(({ required }) => required?.includes(key));
      const docs = [types[0]?.description, isThere ? undefined : "May be absent."].filter(Boolean).join(" ");
      const type = [...new Set(types.map(typeOf))].join(" | ");
      return `    ${key}: ${type}${docs === "" ? "" : `\n    """${docs.replaceAll("\\", "\\\\").replaceAll('"""', "'''")}"""`}`;
    });
  return `class ${name}(Reply):\n${lines.length === 0 ? "    ..." : lines.join("\n")}\n`;
}

function variantsOf(schema: ReplySchema): ReplySchema[] {
  if (schema.anyOf) return schema.anyOf.flatMap(variantsOf);
  return [schema.$ref ? (replySchemas().$defs[defName(schema.$ref)] ?? {}) : schema];
}

const SIMPLE: Record<string, string> = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  null: "None",
};

/** The Python type of a value. An object without a name is a dictionary with attributes. */
function typeOf(schema: ReplySchema): string {
  const { $ref, anyOf, enum: values, type = "", items, prefixItems, properties, additionalProperties } = schema;
  if ($ref) return defName($ref);
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(" | ");
  if (values ?? "const" in schema) return `Literal[${(values ?? [schema.const]).map(literal).join(", ")}]`;
  if (type === "array") return `list[${items ? typeOf(items) : [...new Set(prefixItems?.map(typeOf))].join(" | ")}]`;
  if (type === "object") return properties ? "Reply" : `dict[str, ${typeOf(additionalProperties || {})}]`;
  return SIMPLE[type] ?? "Any";
}

function literal(value: unknown): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  return value === null ? "None" : JSON.stringify(value);
}

const PARAMETERS: Record<string, string> = {
  ...SIMPLE,
  number: "float",
  array: "list[Any] | Any",
  object: "dict[str, Any]",
};

/** A method takes an index, or in its place what addresses an element: two overloads. */
function definitions(method: Method, reply: string): string[] {
  const name = pythonName(method.name);
  const addressed = new Set(method.params.map(({ addresses }) => addresses));
  const define = (params: Method["params"]) => `def ${name}(${parameters(params)}) -> ${reply}: ...`;
  if (addressed.size < 2) return [define(method.params)];
  const ways = [
    method.params.filter(({ addresses }) => addresses === undefined),
    method.params.filter(({ key }) => !addressed.has(key)),
  ];
  return ways.flatMap((params) => ["@overload", define(params)]);
}

/** The parameters as `help()` shows them. */
function parameters(params: Method["params"]): string {
  const typed = ({ name, schema, required }: Method["params"][number]) => {
    const type = PARAMETERS[schema] ?? "Any";
    return `${pythonName(name)}: ${required ? type : `${type} | None = None`}`;
  };
  const [first] = params.filter(({ place }) => place === "positionals");
  return [
    "self",
    ...params.filter(({ place }) => place === "positional").map(typed),
    first ? `*${pythonName(first.name)}: ${PARAMETERS[first.schema] ?? "Any"}` : "*",
    ...params.filter(({ place }) => !place.startsWith("positional")).map(typed),
    "timeout: float | None = None",
  ].join(", ");
}
