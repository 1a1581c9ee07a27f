/** The tools without a command: script, notes, files, questions, and done. */
import type { JsonObject } from "../../extract/schema.ts";
import type { ToolSpec } from "../../models/model.ts";
import type { JsonSchema } from "../../value-type.ts";

function spec(
  name: string,
  description: string,
  properties: Record<string, unknown>,
  required = Object.keys(properties),
): ToolSpec {
  return { name, description, schema: { type: "object", properties, required } as unknown as JsonSchema };
}

const text = (description: string) => ({ type: "string", description });

const OWN: readonly ToolSpec[] = [
  spec(
    "script",
    "Run JavaScript over these same tools, each an async function of an object: `for (let n = 2; n <= 5; n++) { await click({text: String(n)}); rows.push(...(await extract({schema})).result); } return rows`. Each returns an object: text as a call answers it, and data: result (of a schema), tables [{columns, rows}], links [{text, url}], elements [{index, role, text, value}] (of state). For loops, conditions, sums, collecting from many pages and files. A call that fails throws. The answer contains print(…) and the returned value",
    { code: text("Body of an async function") },
  ),
  spec("note", "Write down what will be needed later: notes outlast old pages", { text: text("What was found") }),
  spec("downloads", "Finished downloads; each is copied to the workspace", {}),
  spec("list_files", "Files of the workspace", {}),
  spec("read_file", "Read a file of the workspace as text", { path: text("Name as listed") }),
  spec("write_file", "Write a text file into the workspace: it is part of the result", {
    path: text("Name"),
    text: text("Content"),
  }),
  spec(
    "ask",
    "Hand over to a person, and wait: for a captcha, a code that only they have, a decision that is theirs. Not for what you can find out",
    { question: text("What they are to do or say") },
  ),
];

/** Names of the required arguments that a call lacks. */
export function missingArguments(name: string, args: Readonly<Record<string, unknown>>): readonly string[] {
  const schema = OWN.find((one) => one.name === name)?.schema as { required?: readonly string[] } | undefined;
  return (schema?.required ?? []).filter((one) => args[one] === undefined || args[one] === null);
}

/** `schema` becomes the schema of the argument `output` of `done`. */
export function ownSpecs(schema: JsonObject | undefined): ToolSpec[] {
  const output = schema ?? text("The complete answer to the task: the caller sees nothing else");
  const done = spec(
    "done",
    "End the task, alone in its turn: after you saw its outcome on the page, or when it cannot be done",
    {
      success: { type: "boolean", description: "True only when the whole task is done and you saw it" },
      kind: {
        type: "string",
        enum: ["deed", "question"],
        description:
          "deed: the task changes, sends, buys or downloads something. question: it only asks for information",
      },
      output,
      evidence: text(
        "Words copied from the page that prove it: for a deed, from the changes of your last action or a look after it; for a failure, what prevented the task",
      ),
    },
  );
  return [...OWN, done];
}
