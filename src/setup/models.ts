/** The check of language models in `doctor`: which are configured, whether their servers respond, and whether they accept the key. */
import { asFailure } from "../errors.ts";
import { capabilitiesOf, recall } from "../models/abilities.ts";
import type { ModelConfig } from "../models/model.ts";
import { type Registry, readRegistry } from "../models/registry.ts";
import { identityOf } from "../models/request.ts";
import { listModels } from "../models/servers.ts";
import type { CheckRequest, Finding } from "./finding.ts";

/** Each server is asked for its list of models, which costs nothing. */
const ANSWER_MS = 3_000;

interface ModelCheck {
  text: string;
  isProblem: boolean;
}

export async function models({ home, signal }: CheckRequest): Promise<Finding> {
  let registry: Registry;
  try {
    registry = readRegistry(home, process.env);
  } catch (error) {
    const failure = asFailure(error);
    if (!failure) throw error;
    return { status: "warning", message: failure.message };
  }
  const { models, default: first } = registry;
  if (models.length === 0)
    return { status: "ok", message: "none is configured; only `svc run` and questions of `svc extract` need one" };
  const quick = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
  const checks = await Promise.all(models.map((config) => checkModel(config, home, quick)));
  signal.throwIfAborted();
  const message = checks.map(({ text }, at) => (models[at] === first ? `${text} (default)` : text)).join("; ");
  const problem = models.find((_, at) => checks[at]?.isProblem);
  if (!problem) return { status: "ok", message };
  return { status: "warning", message, ...(problem.file === undefined ? { fix: "svc config list" } : {}) };
}

async function checkModel(config: ModelConfig, home: string, signal: AbortSignal): Promise<ModelCheck> {
  const { name, key, keyVariable, model, baseUrl } = config;
  const at = `${name} at ${new URL(baseUrl).host}`;
  const problem = (why: string): ModelCheck => ({ text: `${at} ${why}`, isProblem: true });
  if (keyVariable !== undefined && !key)
    return problem(`has no key: the environment variable ${keyVariable} is not set`);
  try {
    const { status, isListed } = await listModels(config, signal);
    if (status === 401 || status === 403) return problem(key === undefined ? "requires a key" : "rejects the key");
    if (status >= 500 || status === 429) return problem(`responded with status ${status}`);
    if (isListed === false) return problem(`responds, but does not list ${model}`);
    // Not every server lists its models, so that this is no fault yet.
    const unlisted = status >= 400 ? ` with status ${status} when asked for its models` : "";
    return { text: `${at} responds${unlisted}${lacks(config, home)}`, isProblem: false };
  } catch {
    return problem("cannot be reached");
  }
}

const WORDS = {
  tools: "tools",
  streamedTools: "streamed tools",
  requiredTool: "required tools",
  jsonSchema: "JSON schemas",
  vision: "pictures",
  usage: "token counts",
} as const;

/** Capabilities that the model was found to lack. svc works around them. */
function lacks(config: ModelConfig, home: string): string {
  const known = recall(home, identityOf(config));
  if (!known) return "";
  const can = { ...capabilitiesOf(known.abilities), ...(config.vision === undefined ? {} : { vision: config.vision }) };
  const missing = (Object.keys(WORDS) as (keyof typeof WORDS)[]).filter((one) => !can[one]).map((one) => WORDS[one]);
  return missing.length === 0 ? "" : `, without ${missing.join(", ")}`;
}
