/** Which language model is configured: its server, its name and its key. Reads settings, and asks nobody. */
import { Failure } from "../errors.ts";
import { isLoopback } from "../lib/loopback.ts";
import { type Environment, setting } from "../lib/settings.ts";

export interface Choice {
  provider: "openai" | "anthropic";
  baseUrl: string;
  model: string;
  key: string | undefined;
}

/** Variables of the caller's environment that decide. */
export const MODEL_ENVIRONMENT = [
  "SVC_LLM_BASE_URL",
  "SVC_LLM_MODEL",
  "SVC_LLM_API_KEY",
  "OPENAI_API_KEY",
  "ANTHROPIC_API_KEY",
] as const;

const OPENAI = "https://api.openai.com/v1";
const ANTHROPIC = "https://api.anthropic.com/v1";

const WITHOUT = "Without a model, `svc extract` reads the page, and `--schema` takes selectors.";

function noModel(why: string, how: string): Failure {
  return new Failure("no_model", why, `Run \`${how}\`. ${WITHOUT}`);
}

/** The model in force. `no_model` when it is not known which, or by what key. */
export function chooseModel(home: string, environment: Environment): Choice {
  const text = (key: "llm_base_url" | "llm_model" | "llm_api_key") => {
    const value = setting(home, key, environment);
    return value === undefined ? undefined : String(value);
  };
  const model = text("llm_model");
  const configured = text("llm_base_url");
  const ownKey = text("llm_api_key");
  const { OPENAI_API_KEY: openAiKey, ANTHROPIC_API_KEY: anthropicKey } = environment;
  if (model === undefined) {
    const how = configured === undefined && !openAiKey && !anthropicKey;
    throw noModel(
      "this needs a language model, and none is configured",
      how
        ? "svc config set llm_base_url <url>` and `svc config set llm_model <name>"
        : "svc config set llm_model <name>",
    );
  }
  if (configured !== undefined) {
    const url = addressOf(configured);
    const isAnthropic = isOf(url, "anthropic.com") || /(^|\/)anthropic(\/|$)/.test(url.pathname);
    const vendorKey = isAnthropic ? anthropicKey : openAiKey;
    // A key of a vendor goes to that vendor, or to a proxy on this machine: never to whoever else is configured.
    const isTrusted = isOf(url, isAnthropic ? "anthropic.com" : "openai.com") || isLoopback(url.hostname);
    const key = ownKey ?? (isTrusted ? vendorKey : undefined);
    return { provider: isAnthropic ? "anthropic" : "openai", baseUrl: versioned(url, isAnthropic), model, key };
  }
  if (/^claude/i.test(model)) {
    const key = ownKey ?? anthropicKey;
    if (!key) throw noModel(`there is no key for ${model}`, "svc config set llm_api_key - < <file>");
    return { provider: "anthropic", baseUrl: ANTHROPIC, model, key };
  }
  if (!openAiKey) throw noModel(`it is not known who serves ${model}`, "svc config set llm_base_url <url>");
  return { provider: "openai", baseUrl: OPENAI, model, key: ownKey ?? openAiKey };
}

export function addressOf(text: string): URL {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new Failure(
    "usage",
    "llm_base_url is not the address of a server",
    "Run `svc config set llm_base_url https://host/v1`.",
  );
}

function isOf({ hostname }: URL, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`);
}

/** People leave the version out; no server answers without it. */
function versioned(url: URL, isAnthropic: boolean): string {
  const path = url.pathname.replace(/\/+$/, "");
  const isBare = path === "" || (isAnthropic && !/\/v\d+$/.test(path));
  return `${url.origin}${path}${isBare ? "/v1" : ""}`;
}
