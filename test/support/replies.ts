/** Checks the replies of the whole test run against the schemas of their commands. */
import { Validator } from "@cfworker/json-schema";
import { parseLine } from "../../src/cli/parse.ts";
import { commands } from "../../src/commands/index.ts";
import { type ReplySchema, replySchema } from "../../src/manual/replies.ts";

const validators = new Map<string, Validator>();

/** Throws when the data is not what the schema of the line's command says, also for a field that it does not name. */
export function checkReply(argv: readonly string[], data: unknown): void {
  const command = commandOf(argv);
  if (command === undefined) return;
  let validator = validators.get(command);
  validator ??= new Validator(closed(replySchema(command)) as object, "2020-12", false);
  validators.set(command, validator);
  const { valid, errors } = validator.validate(data);
  if (valid) return;
  const faults = errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`).join("\n");
  throw new Error(`the reply of '${command}' does not match its schema:\n${faults}\n${JSON.stringify(data)}`);
}

/** Undefined for a line that only the client reads, such as an older spelling. */
function commandOf(argv: readonly string[]): string | undefined {
  try {
    return parseLine(argv, commands).command?.name;
  } catch {
    return undefined;
  }
}

/** The schema, with no fields but those that it names. */
function closed(schema: ReplySchema): ReplySchema {
  return JSON.parse(JSON.stringify(schema), (_, part) =>
    part?.type === "object" && part.properties && !("additionalProperties" in part)
      ? { ...part, additionalProperties: false }
      : part,
  );
}
