/** Failures of models: messages without keys, and hints. */
import { Failure } from "../errors.ts";
import { shorten } from "../lib/shorten.ts";
import type { ModelConfig } from "./model.ts";
import { IncompleteAnswer, type WireError } from "./wire.ts";

/** The reason as a clause, such as `host answered 500: …`. */
export function reasonOf({ baseUrl, key }: ModelConfig, error: WireError): string {
  const { host } = new URL(baseUrl);
  const { status, message } = error;
  if (error instanceof IncompleteAnswer) return `${host}: ${message}`;
  const what = status === undefined ? `${host} could not be reached` : `${host} answered ${status}`;
  return `${what}: ${shorten(withoutKey(message, key).replace(/\s+/g, " "), 300)}`;
}

export function modelFailure(config: ModelConfig, error: WireError): Failure {
  return new Failure("model", reasonOf(config, error), hintFor(config, error));
}

function withoutKey(text: string, key: string | undefined): string {
  return key === undefined || key.length < 4 ? text : text.replaceAll(key, "••••");
}

function hintFor(config: ModelConfig, error: WireError): string {
  const { status } = error;
  const { model, name, file } = config;
  if (status === 401 || status === 403) return keyHint(config);
  if (isTooLong(config, error))
    return "Use a model with a larger context; with `svc extract`, send less of the page: --max-tokens <n> or --selector <css>.";
  if (status === 429 || (status !== undefined && status >= 500)) return "Run the command again later.";
  if (error instanceof IncompleteAnswer)
    return "Run the command again, or raise llm_first_byte_timeout, llm_idle_timeout or llm_timeout: `svc config list` shows them.";
  if (file !== undefined) return `Check "baseUrl" and "model" of ${shorten(name)} in ${file}.`;
  if (status === 404) return `Check llm_base_url and the name ${shorten(model)}: run \`svc config list\`.`;
  if (status === 400) return "Check llm_base_url and llm_model: run `svc config list`.";
  if (status === undefined || status < 400) return "Check llm_base_url: run `svc config get llm_base_url`.";
  return "Run the command again later.";
}

function keyHint({ key, name, file, keyVariable }: ModelConfig): string {
  if (keyVariable !== undefined) return `Check the key of ${shorten(name)} in the environment variable ${keyVariable}.`;
  if (file !== undefined) return `Give ${shorten(name)} a "keyVariable" in ${file}.`;
  return key === undefined
    ? "Run `svc config set llm_api_key - < <file>`, or set SVC_LLM_API_KEY."
    : "Check the key: run `svc config get llm_api_key`.";
}

function isTooLong({ key }: ModelConfig, { status, message }: WireError): boolean {
  return status === 413 || (status === 400 && /token|context|length|large|long/i.test(withoutKey(message, key)));
}
