/** Reads the models file. Its errors name the invalid entry, and never repeat a value that may be a key. */
import { Failure } from "../errors.ts";
import { readText } from "../lib/atomic-file.ts";
import type { ModelConfig } from "./model.ts";

/** An entry of the models file. */
export interface Entry {
  name: string;
  /** The name that its server uses; default: `name`. */
  model: string;
  baseUrl: string | undefined;
  provider: ModelConfig["provider"] | undefined;
  keyVariable: string | undefined;
  prices: ModelConfig["prices"];
  contextTokens: number | undefined;
  vision: boolean | undefined;
  thinking: boolean | undefined;
}

export interface ModelsFile {
  models: Entry[];
  default: string | undefined;
  fallback: string | undefined;
}

type JsonObject = Record<string, unknown>;

/** Errors: `bad_file`; `not_found` and `io` when it cannot be read. */
export function readModels(path: string): ModelsFile {
  const wrong = (why: string) =>
    new Failure("bad_file", `${path}: ${why}`, "Correct the file; docs/models.md describes its format.");
  let value: unknown;
  try {
    value = JSON.parse(readText(path).replace(/^\uFEFF/, ""));
  } catch (error) {
    // The message of the parser quotes the text, which may contain a key.
    throw error instanceof Failure ? error : wrong("it is not JSON");
  }
  if (!isObject(value)) throw wrong('it must be an object with "models"');
  checkKeys(value, ["models", "default", "fallback"], "", wrong);
  if (!Array.isArray(value.models) || value.models.length === 0)
    throw wrong('"models" must be a list of at least one model');
  const models = value.models.map((one, at) => entryOf(one, `models[${at}]`, wrong));
  const names = models.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw wrong(`two models have the name "${twice}"`);
  const reference = (key: "default" | "fallback") => {
    const name = (value as JsonObject)[key];
    if (name === undefined) return undefined;
    if (typeof name !== "string" || !names.includes(name)) throw wrong(`"${key}" must be one of ${names.join(", ")}`);
    return name;
  };
  return { models, default: reference("default"), fallback: reference("fallback") };
}

type Wrong = (why: string) => Failure;

const KEYS = "name model baseUrl provider keyVariable prices contextTokens vision thinking".split(" ");

/** The name of an environment variable. Anything else may be the key itself. */
const VARIABLE = /^[A-Z_][A-Z0-9_]{0,99}$/i;

function entryOf(value: unknown, at: string, wrong: Wrong): Entry {
  if (!isObject(value)) throw wrong(`${at} must be an object`);
  const secret = Object.keys(value).find((key) => /^(api_?)?(key|token)$|secret/i.test(key));
  if (secret !== undefined)
    throw wrong(
      `${at}.${secret}: a key must not be in the file; set "keyVariable" to the name of the environment variable that holds it`,
    );
  checkKeys(value, KEYS, at, wrong);
  const name = read(value, "name", "a string of 1 to 200 characters", isText, at, wrong);
  const model = read(value, "model", "a string of 1 to 200 characters", isText, at, wrong) ?? name;
  if (name === undefined || model === undefined) throw wrong(`${at} needs a "name"`);
  return {
    name,
    model,
    baseUrl: read(value, "baseUrl", "an http or https address", isAddress, at, wrong),
    provider: read(value, "provider", '"openai" or "anthropic"', isProvider, at, wrong),
    keyVariable: read(value, "keyVariable", "the name of an environment variable", isVariable, at, wrong),
    prices: pricesOf(value.prices, `${at}.prices`, wrong),
    contextTokens: read(value, "contextTokens", "a whole number, 1000 or more", isSize, at, wrong),
    vision: read(value, "vision", "true or false", isFlag, at, wrong),
    thinking: read(value, "thinking", "true or false", isFlag, at, wrong),
  };
}

function pricesOf(value: unknown, at: string, wrong: Wrong): Entry["prices"] {
  if (value === undefined) return undefined;
  if (!isObject(value))
    throw wrong(`${at} must be an object with "input" and "output", in US dollars per million tokens`);
  checkKeys(value, ["input", "cachedInput", "output"], at, wrong);
  const price = (key: string) => read(value, key, "a number, 0 or more", isPrice, at, wrong);
  const [input, cachedInput, output] = [price("input"), price("cachedInput"), price("output")];
  if (input === undefined || output === undefined) throw wrong(`${at} needs "input" and "output"`);
  return { input, output, ...(cachedInput === undefined ? {} : { cachedInput }) };
}

/** Rejects unknown keys, such as misspelled ones. */
function checkKeys(value: JsonObject, keys: readonly string[], at: string, wrong: Wrong): void {
  const unknown = Object.keys(value).find((key) => !keys.includes(key));
  if (unknown === undefined) return;
  throw wrong(`${at === "" ? "" : `${at}: `}unknown key "${unknown}"; the keys are ${keys.join(", ")}`);
}

function read<T>(
  value: JsonObject,
  key: string,
  expected: string,
  is: (one: unknown) => one is T,
  at: string,
  wrong: Wrong,
): T | undefined {
  const one = value[key];
  if (one === undefined) return undefined;
  if (!is(one)) throw wrong(`${at}.${key} must be ${expected}`);
  return one;
}

const isObject = (one: unknown): one is JsonObject => typeof one === "object" && one !== null && !Array.isArray(one);
const isText = (one: unknown): one is string => typeof one === "string" && one.trim() !== "" && one.length <= 200;
const isAddress = (one: unknown): one is string =>
  typeof one === "string" && /^https?:$/.test(URL.parse(one)?.protocol ?? "");
const isProvider = (one: unknown): one is ModelConfig["provider"] => one === "openai" || one === "anthropic";
const isVariable = (one: unknown): one is string => typeof one === "string" && VARIABLE.test(one);
const isSize = (one: unknown): one is number => Number.isInteger(one) && (one as number) >= 1_000;
const isFlag = (one: unknown): one is boolean => typeof one === "boolean";
const isPrice = (one: unknown): one is number => typeof one === "number" && Number.isFinite(one) && one >= 0;
