/**
 * Lists the texts that people and models read: errors, hints, help, log lines, descriptions, labels. They are found by their
 * form, two words with a space between, so that a new one cannot be forgotten. Selectors, SQL and code have that form, too, and
 * are left out by the patterns below.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";

const SOURCE = "src";
const WORDS = /\p{L}[\p{L}'’-]+[,.:;!?)]? +[(`'"$<-]?\p{L}/u;
const CODE =
  /^\s*(select|insert|update|delete|create|alter|drop|with|pragma|begin|set local|function\b|\(\s*\)|<\w|import\b)|=>|[{;]\s*$/i;
/** CSS and ARIA: `a[href], button`, `nav > ul`. */
const SELECTOR = /\[[\w-]+([*^$|~]?=|\])|^[\w#.:-]+ > /;

interface Node {
  type: string;
  [key: string]: unknown;
}

/** The page of all texts as Markdown: a heading for each file, one text per line in the order of the source. */
export function stringsPage(): string {
  const names = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.gen\.ts$|\.d\.ts$/.test(name),
  );
  const sections = names.sort().flatMap((name) => {
    const texts = textsOf(name);
    return texts.length === 0 ? [] : [`## ${name}\n\n~~~text\n${texts.join("\n")}\n~~~\n`];
  });
  return [
    "# Texts\n",
    "Every text of the program that a person or a model reads, written by `bun run gen` for review. `${}` stands for a value.\n",
    ...sections,
  ].join("\n");
}

function textsOf(name: string): string[] {
  const { program, errors } = parseSync(name, readFileSync(join(SOURCE, name), "utf8"));
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
  const found = new Set<string>();
  visit(program as unknown as Node, (text) => {
    if (WORDS.test(text) && !CODE.test(text) && !SELECTOR.test(text))
      found.add(text.trim().replace(/\s*\n\s*/g, " ⏎ "));
  });
  return [...found];
}

function visit(node: Node, found: (text: string) => void): void {
  const text = textOf(node);
  if (text !== undefined) found(text);
  if (node.type === "TaggedTemplateExpression" || node.type.startsWith("Import") || isClass(node)) return;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, found);
  }
}

/** Class names of JSX are no texts, although several stand behind each other. */
function isClass({ type, name }: Node): boolean {
  return type === "JSXAttribute" && (name as Node).name === "class";
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

/** The text of a literal, with `${}` for each value; undefined for any other node. */
function textOf(node: Node): string | undefined {
  // A line break in JSX is a space.
  if (node.type === "JSXText") return (node.value as string).replace(/\s*\n\s*/g, " ");
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type !== "TemplateLiteral") return undefined;
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join("${}");
}
