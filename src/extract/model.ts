/** Asks a language model about the content of a page, until its answer is valid. */
import { Failure } from "../errors.ts";
import { shorten } from "../lib/shorten.ts";
import { jsonIn } from "../models/json.ts";
import type { Model, Turn } from "../models/model.ts";
import { schemaError } from "./fits.ts";
import { type Prompt, promptOf, type Question, wrapSchema } from "./prompt.ts";
import type { JsonObject } from "./schema.ts";

export interface ModelAnswer {
  /** JSON; text only without a schema. */
  result: unknown;
  model: string;
  usage: { input?: number; output?: number };
}

const ATTEMPTS = 2;

/** Asks, and repeats once after an invalid answer. Errors: `model`; the reason of the signal when it is aborted. */
export async function askModel(model: Model, question: Question, signal: AbortSignal): Promise<ModelAnswer> {
  const { schema, isWrapped } = question.schema ? wrapSchema(question.schema) : { schema: undefined, isWrapped: false };
  const prompt = promptOf({ ...question, schema });
  const usage = { input: 0, output: 0 };
  let problem: string | undefined;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const messages = problem === undefined ? prompt : corrected(prompt, problem);
    const reply = await model.ask(turnOf(messages, schema), signal);
    if (!reply.usage.isEstimated) {
      usage.input += reply.usage.input;
      usage.output += reply.usage.output;
    }
    const read = readAnswer(reply.text, schema);
    if ("value" in read) {
      const result = isWrapped ? (read.value as JsonObject).result : read.value;
      return { result, model: reply.model, usage: shownUsage(usage) };
    }
    problem = read.why;
  }
  throw new Failure(
    "model",
    `${model.config.name} gave no valid answer: ${problem}`,
    "Run it again, ask for less with --selector <css>, or loosen the schema.",
  );
}

function turnOf({ system, user }: Prompt, schema: JsonObject | undefined): Turn {
  return { system, tools: [], messages: [{ role: "user", text: user }], schema };
}

function shownUsage({ input, output }: { input: number; output: number }): ModelAnswer["usage"] {
  return { ...(input > 0 ? { input } : {}), ...(output > 0 ? { output } : {}) };
}

function corrected({ system, user }: Prompt, why: string): Prompt {
  return { system, user: `${user}\n\nYour last answer was invalid: ${why}. Answer again, with JSON only.` };
}

function readAnswer(answer: string, schema: JsonObject | undefined): { value: unknown } | { why: string } {
  if (!schema) return jsonIn(answer) ?? { value: answer };
  const found = jsonIn(answer, (value) => schemaError(value, schema) === undefined);
  if (!found) return { why: answer === "" ? "it is empty" : `it is not JSON: ${shorten(answer, 100)}` };
  const why = schemaError(found.value, schema);
  return why === undefined ? found : { why };
}
