/** The JSON Schemas of what commands reply: their `data` with `--json`. Generated from the types of the handlers. */
import document from "./replies.gen.json" with { type: "text" };

/** The part of JSON Schema that replies use. */
export interface ReplySchema {
  type?: string;
  description?: string;
  properties?: Record<string, ReplySchema>;
  required?: string[];
  additionalProperties?: ReplySchema | false;
  items?: ReplySchema;
  prefixItems?: ReplySchema[];
  minItems?: number;
  maxItems?: number;
  anyOf?: ReplySchema[];
  enum?: unknown[];
  const?: unknown;
  $ref?: string;
  $defs?: Record<string, ReplySchema>;
}

/** The generated file: named types, and a schema by the name of each command. */
export interface ReplySchemas {
  $defs: Record<string, ReplySchema>;
  replies: Record<string, ReplySchema>;
}

let schemas: ReplySchemas | undefined;

/** All replies. Read when it is first needed: most runs never do. */
export function replySchemas(): ReplySchemas {
  schemas ??= JSON.parse(document as unknown as string) as ReplySchemas;
  return schemas;
}

/** The schema of one command's reply, with the named types that it uses. Accepts anything before `bun run gen` has written it. */
export function replySchema(command: string): ReplySchema {
  const { $defs, replies } = replySchemas();
  const own = replies[command] ?? {};
  const used: Record<string, ReplySchema> = {};
  const collect = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    const { $ref } = part as ReplySchema;
    // A schema that describes schemas has a property of this name.
    const name = typeof $ref === "string" ? $ref.slice("#/$defs/".length) : undefined;
    const def = name === undefined || name in used ? undefined : $defs[name];
    if (name !== undefined && def) {
      used[name] = def;
      collect(def);
    }
    for (const inner of Object.values(part)) collect(inner);
  };
  collect(own);
  return Object.keys(used).length === 0 ? own : { ...own, $defs: used };
}
