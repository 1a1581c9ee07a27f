/** What a tool returns as structured content, as a JSON Schema. */
import { type ReplySchema, replySchema } from "../manual/replies.ts";
import type { Tool } from "./tool.ts";

/** The root is an object, as the protocol wants it; events may be added to it. Undefined for tools without a fixed form. */
export function outputSchema({ replies }: Tool): (Record<string, unknown> & { type: "object" }) | undefined {
  if (replies.length === 0) return undefined;
  const $defs: Record<string, ReplySchema> = {};
  const variants = replies.map((name) => {
    const { $defs: own, ...reply } = bare(replySchema(name));
    Object.assign($defs, own);
    return reply;
  });
  // Changes come without their elements: the tree says the same.
  if ($defs.ReportedChanges) $defs.ReportedChanges = without($defs.ReportedChanges, "elements");
  const [first = {}] = variants;
  const root = variants.length > 1 ? { anyOf: variants } : first.$ref ? { allOf: [first] } : first;
  return { ...root, type: "object", ...(Object.keys($defs).length > 0 ? { $defs } : {}) };
}

function without({ properties = {}, required = [], ...rest }: ReplySchema, key: string): ReplySchema {
  const { [key]: _, ...others } = properties;
  return { ...rest, properties: others, required: required.filter((one) => one !== key) };
}

const ANY = { anyOf: ["string", "number", "boolean", "object", "array", "null"].map((type) => ({ type })) };

/** Without descriptions, since no reader sees them, and with all JSON types where any is possible: checkers warn of `{}` and of a list of types. */
function bare(schema: ReplySchema): ReplySchema {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key === "description" && typeof value === "string") return undefined;
    const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
    return isEmpty && !Array.isArray(value) ? ANY : value;
  });
}
