/** The one table of settings, and the file that holds them. A file that cannot be understood is told, never overwritten. */

import { readFileSync } from "node:fs";
import { Failure } from "../errors.ts";
import { homeFailure, privateFolder, writeWhole } from "./atomic-file.ts";
import { DEFAULT_VIEWPORT } from "./limits.ts";
import { holding } from "./lock.ts";
import { configFile } from "./paths.ts";
import { quoteWord } from "./words.ts";

export type SettingValue = string | number | boolean;

export interface Setting {
  readonly type: "text" | "integer" | "boolean" | "duration" | "choice" | "list";
  /** The words of a choice. */
  readonly choices?: readonly string[];
  /** The least and the most of a number. */
  readonly min?: number;
  readonly max?: number;
  readonly fallback?: SettingValue;
  /** Never printed. */
  readonly secret?: true;
  /** Environment variable that goes before the file. */
  readonly env?: string;
  /** Every line carries that variable to the daemon: it is the caller's to say, command by command. */
  readonly carried?: true;
  readonly meaning: string;
}

export const SETTINGS = {
  accept_cert: {
    type: "list",
    env: "SVC_ACCEPT_CERT",
    meaning: "Hosts whose certificate is accepted, whatever is wrong with it, as --accept-cert does; comma-separated",
  },
  allowed_domains: {
    type: "list",
    env: "SVC_ALLOWED_DOMAINS",
    meaning: "The browser reaches these hosts alone, like example.com,*.example.org; comma-separated",
  },
  api_key: { type: "text", secret: true, env: "SVC_API_KEY", meaning: "Key of the cloud platform" },
  allow_private_network: {
    type: "boolean",
    fallback: false,
    env: "SVC_ALLOW_PRIVATE_NETWORK",
    meaning: "Browsers of `serve` may reach loopback and private addresses, also where it listens for other machines",
  },
  base_url: { type: "text", env: "SVC_BASE_URL", meaning: "Base address of the cloud platform" },
  blocked_domains: {
    type: "list",
    env: "SVC_BLOCKED_DOMAINS",
    meaning: "The browser never reaches these hosts; comma-separated",
  },
  install_base: {
    type: "text",
    env: "SVC_INSTALL_BASE",
    meaning: "Address or folder of the releases of svc, for `upgrade`",
  },
  browser_mirror: { type: "text", env: "SVC_BROWSER_MIRROR", meaning: "Address that `install` fetches browsers from" },
  browser_path: { type: "text", env: "SVC_BROWSER", meaning: "Executable of the browser to start" },
  ca_cert: { type: "text", env: "SVC_CA_CERT", meaning: "PEM file of certificate authorities that the browser trusts" },
  changes: {
    type: "boolean",
    fallback: false,
    env: "SVC_CHANGES",
    carried: true,
    meaning: "Every action tells what it changed on the page, as --changes does; MCP tools do so unless this is false",
  },
  changes_tokens: {
    type: "integer",
    fallback: 300,
    env: "SVC_CHANGES_TOKENS",
    carried: true,
    meaning: "How much of what it changed an action tells, in tokens",
  },
  cloud_connect_profile_id: {
    type: "text",
    env: "SVC_CLOUD_CONNECT_PROFILE_ID",
    meaning: "Cloud profile of `cloud connect`; made on first use",
  },
  cloud_connect_proxy: {
    type: "text",
    env: "SVC_CLOUD_CONNECT_PROXY",
    meaning: "Country code of the proxy of `cloud connect`, or none; else the platform's choice",
  },
  cloud_connect_recording: {
    type: "boolean",
    fallback: true,
    env: "SVC_CLOUD_CONNECT_RECORDING",
    meaning: "Record the sessions of `cloud connect`",
  },
  cloud_connect_timeout: {
    type: "integer",
    min: 1,
    env: "SVC_CLOUD_CONNECT_TIMEOUT",
    meaning: "Limit of a session of `cloud connect`, in minutes",
  },
  confirm: {
    type: "list",
    env: "SVC_CONFIRM",
    meaning:
      "What needs a person's yes: effects (write, destroy), groups or names of commands, like destroy,upload,eval; comma-separated",
  },
  content_boundaries: {
    type: "boolean",
    fallback: false,
    env: "SVC_CONTENT_BOUNDARIES",
    meaning: "Fence what comes from pages with an unguessable marker, as --content-boundaries does",
  },
  dialogs: {
    type: "choice",
    choices: ["ask", "accept", "dismiss"],
    fallback: "ask",
    env: "SVC_DIALOGS",
    meaning: "What becomes of confirm and prompt: ask (left open for `dialog accept|dismiss`), accept, dismiss",
  },
  downloads_folder: {
    type: "text",
    env: "SVC_DOWNLOADS_FOLDER",
    meaning: "Folder that downloads are saved in, in place of one of the session",
  },
  file_root: {
    type: "text",
    env: "SVC_FILE_ROOT",
    meaning: "Folder that every path of a command must lie in, links followed",
  },
  geolocation: {
    type: "text",
    env: "SVC_GEOLOCATION",
    meaning: "Latitude and longitude of pages that ask where they are, like 48.2,16.37",
  },
  http_credentials: {
    type: "text",
    env: "SVC_HTTP_CREDENTIALS",
    meaning: "File of names and passwords for servers that ask by HTTP: machine HOST login NAME password SECRET",
  },
  idle_timeout: {
    type: "duration",
    fallback: "30m",
    env: "SVC_IDLE_TIMEOUT",
    meaning: "A session without commands for this long ends; like 90s, 30m, 2h; 0 is never",
  },
  llm_api_key: {
    type: "text",
    secret: true,
    env: "SVC_LLM_API_KEY",
    meaning: "Key of the language model; else OPENAI_API_KEY or ANTHROPIC_API_KEY of the environment",
  },
  llm_base_url: {
    type: "text",
    env: "SVC_LLM_BASE_URL",
    meaning: "Address of the language model's server: any that speaks OpenAI's API, or Anthropic's",
  },
  llm_first_byte_timeout: {
    type: "duration",
    fallback: "2m",
    env: "SVC_LLM_FIRST_BYTE_TIMEOUT",
    meaning: "How long a language model may take to begin its answer, like 90s; 0 is without end",
  },
  llm_idle_timeout: {
    type: "duration",
    fallback: "1m",
    env: "SVC_LLM_IDLE_TIMEOUT",
    meaning: "How long a language model may pause within its answer; 0 is without end",
  },
  llm_model: {
    type: "text",
    env: "SVC_LLM_MODEL",
    meaning: "The language model to ask: a name of `models_file`, or what the server of `llm_base_url` calls it",
  },
  llm_retries: {
    type: "integer",
    max: 10,
    fallback: 2,
    env: "SVC_LLM_RETRIES",
    meaning: "How often a language model is asked again when its server is busy or fails",
  },
  llm_timeout: {
    type: "duration",
    fallback: "10m",
    env: "SVC_LLM_TIMEOUT",
    meaning: "How long a whole answer of a language model may take; 0 is without end",
  },
  models_file: {
    type: "text",
    env: "SVC_MODELS_FILE",
    meaning: "JSON file of several language models by name; else models.json in the home, where there is one",
  },
  permissions: {
    type: "list",
    env: "SVC_PERMISSIONS",
    meaning: "What pages may without a question, like geolocation,notifications@https://example.com; comma-separated",
  },
  report_permissions: {
    type: "boolean",
    fallback: false,
    env: "SVC_REPORT_PERMISSIONS",
    meaning: "Tell which permissions pages asked for and were refused, as --report-permissions does",
  },
  serve_concurrency: {
    type: "integer",
    min: 1,
    fallback: 10,
    env: "SVC_SERVE_CONCURRENCY",
    meaning: "Browsers that `serve` runs at the same time",
  },
  serve_countries: {
    type: "text",
    env: "SVC_SERVE_COUNTRIES",
    meaning: "JSON file of `serve`: country code to the address of a proxy there",
  },
  serve_database_url: {
    type: "text",
    secret: true,
    env: "SVC_SERVE_DATABASE_URL",
    meaning: "Database of `serve`: postgres://… or sqlite://…; else a file in the home",
  },
  serve_host: {
    type: "text",
    fallback: "127.0.0.1",
    env: "SVC_SERVE_HOST",
    meaning: "Address that `serve` listens on",
  },
  serve_hosts: {
    type: "list",
    env: "SVC_SERVE_HOSTS",
    meaning: "More host names by which `serve` may be called; comma-separated",
  },
  serve_idle_timeout: {
    type: "duration",
    fallback: "0",
    env: "SVC_SERVE_IDLE_TIMEOUT",
    meaning: "A browser of `serve` without a client for this long is stopped, like 10m; 0 is never",
  },
  serve_key_headers: {
    type: "list",
    env: "SVC_SERVE_KEY_HEADERS",
    meaning:
      "More headers in which `serve` takes the key, for clients written for another service, like X-Api-Key; comma-separated",
  },
  serve_node_url: {
    type: "text",
    env: "SVC_SERVE_NODE_URL",
    meaning:
      "Address by which other servers of the same database reach this one, like http://10.0.0.5:8787; else where it listens",
  },
  serve_objects: {
    type: "text",
    env: "SVC_SERVE_OBJECTS",
    meaning: "Where `serve` keeps profiles, recordings and files: a folder, or s3://bucket/prefix",
  },
  serve_port: {
    type: "integer",
    max: 65_535,
    fallback: 8787,
    env: "SVC_SERVE_PORT",
    meaning: "Port that `serve` listens on",
  },
  serve_price_browser_hour: {
    type: "text",
    env: "SVC_SERVE_PRICE_BROWSER_HOUR",
    meaning: "What an hour of a browser of `serve` costs its callers, in US dollars like 0.02; else nothing",
  },
  serve_price_proxy_gb: {
    type: "text",
    env: "SVC_SERVE_PRICE_PROXY_GB",
    meaning: "What a gigabyte through a proxy of `serve` costs its callers, in US dollars like 2.50; else nothing",
  },
  serve_proxy: {
    type: "text",
    secret: true,
    env: "SVC_SERVE_PROXY",
    meaning:
      "Proxy of browsers of `serve` that ask for none by name, like http://user:password@host:port or socks5://host:port",
  },
  serve_public_url: {
    type: "text",
    env: "SVC_SERVE_PUBLIC_URL",
    meaning: "Address by which callers reach `serve`, like https://svc.example.com",
  },
  serve_queue: {
    type: "integer",
    fallback: 100,
    env: "SVC_SERVE_QUEUE",
    meaning: "Callers that `serve` lets wait for a browser; further ones are refused",
  },
  serve_queue_timeout: {
    type: "duration",
    fallback: "2m",
    env: "SVC_SERVE_QUEUE_TIMEOUT",
    meaning: "How long a caller of `serve` waits for a browser at most, where it asks for that; else 15 s",
  },
  serve_rate_limit: {
    type: "integer",
    fallback: 6_000,
    env: "SVC_SERVE_RATE_LIMIT",
    meaning: "Requests a minute that `serve` takes of one key; 0 is any number",
  },
  serve_s3_access_key: {
    type: "text",
    secret: true,
    env: "SVC_SERVE_S3_ACCESS_KEY",
    meaning: "Access key of the S3 storage of `serve`",
  },
  serve_s3_endpoint: { type: "text", env: "SVC_SERVE_S3_ENDPOINT", meaning: "Address of the S3 storage of `serve`" },
  serve_s3_region: { type: "text", env: "SVC_SERVE_S3_REGION", meaning: "Region of the S3 storage of `serve`" },
  serve_s3_secret_key: {
    type: "text",
    secret: true,
    env: "SVC_SERVE_S3_SECRET_KEY",
    meaning: "Secret key of the S3 storage of `serve`",
  },
  serve_secret: {
    type: "text",
    secret: true,
    env: "SVC_SERVE_SECRET",
    meaning:
      "Secret that seals profiles and signs addresses of `serve`, 32 characters or more; else a file in the home",
  },
  serve_tls_cert: { type: "text", env: "SVC_SERVE_TLS_CERT", meaning: "Certificate file of `serve`, for https" },
  serve_tls_key: { type: "text", env: "SVC_SERVE_TLS_KEY", meaning: "Key file of the certificate of `serve`" },
  serve_warm: {
    type: "integer",
    fallback: 1,
    env: "SVC_SERVE_WARM",
    meaning: "Browsers that `serve` keeps started in advance",
  },
  serve_workspace_quota: {
    type: "integer",
    max: 1_000_000_000,
    fallback: 5_000,
    env: "SVC_SERVE_WORKSPACE_QUOTA",
    meaning: "Megabytes of files that one workspace of `serve` may hold; 0 is any number",
  },
  python: { type: "text", env: "SVC_PYTHON", meaning: "Executable of Python 3.11 or later that `python` runs" },
  settle: {
    type: "integer",
    fallback: 1_500,
    env: "SVC_SETTLE",
    carried: true,
    meaning:
      "How long after an action a read waits at most until the page is at rest, in milliseconds; 0 is not at all",
  },
  tunnel_command: {
    type: "text",
    env: "SVC_TUNNEL_COMMAND",
    meaning: "Command of the provider `command`; {port} stands for the port, and it prints the address",
  },
  tunnel_provider: {
    type: "choice",
    choices: ["cloudflared", "ssh", "command"],
    fallback: "cloudflared",
    env: "SVC_TUNNEL_PROVIDER",
    meaning: "What makes tunnels",
  },
  viewport_size: {
    type: "text",
    env: "SVC_VIEWPORT_SIZE",
    meaning: `Size of the pages: 1440x900, 390x844@3,mobile; else ${DEFAULT_VIEWPORT.width}x${DEFAULT_VIEWPORT.height}`,
  },
  tunnel_ssh_host: {
    type: "text",
    env: "SVC_TUNNEL_SSH_HOST",
    meaning: "Host of the provider `ssh`, like user@example.com:22; it must allow reverse forwarding",
  },
} as const satisfies Record<string, Setting>;

export type SettingKey = keyof typeof SETTINGS;

export function settingOf(key: SettingKey): Setting {
  return SETTINGS[key];
}

/** True for the variable of a setting that every line carries. */
export function isCarried(variable: string): boolean {
  return Object.values<Setting>(SETTINGS).some(({ env, carried }) => carried && env === variable);
}

/** True for those that `serve` reads and nothing else does. */
export function isOfServer(key: string): boolean {
  return key.startsWith("serve_") || key === "allow_private_network";
}

/** The key itself, or `not_found` with the keys there are. */
export function checkKey(key: string): SettingKey {
  if (Object.hasOwn(SETTINGS, key)) return key as SettingKey;
  // Those of the side that is meant: nobody reads through all of them.
  const isMeant = key.startsWith("serv");
  const known = Object.keys(SETTINGS).filter((name) => isOfServer(name) === isMeant);
  throw new Failure(
    "usage",
    `unknown setting '${key}'; there are ${known.join(", ")}`,
    `Run \`svc config list${isMeant ? " --serve" : ""}\` to see what they mean.`,
  );
}

/** The text as a value of the setting's type. */
export function parseSetting(key: SettingKey, text: string): SettingValue {
  const { type, choices = [], min = 0, max = Number.POSITIVE_INFINITY } = settingOf(key);
  const bad = (expected: string) =>
    new Failure("usage", `invalid value for ${key}: expected ${expected}, got '${text}'`);
  if (text.trim() === "")
    throw new Failure("usage", `${key} must not be empty`, `Run \`svc config unset ${key}\` to remove it.`);
  if (type === "integer") {
    const limits = max < Number.POSITIVE_INFINITY ? ` from ${min} to ${max}` : min > 0 ? `, ${min} or more` : "";
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= min && number <= max)) throw bad(`a whole number${limits}`);
    return number;
  }
  if (type === "boolean") {
    if (/^(true|1|yes)$/i.test(text)) return true;
    if (/^(false|0|no)$/i.test(text)) return false;
    throw bad("true or false");
  }
  if (type === "choice" && !choices.includes(text)) throw bad(`one of ${choices.join(", ")}`);
  if (type === "list" && listOf(text).length === 0) throw bad("words with commas between them");
  if (type === "duration" && durationMs(text) === undefined) throw bad("a time like 90s, 30m or 2h, or 0");
  return text;
}

/** The words of a setting of type `list`: trimmed, empty ones left out. */
export function listOf(value: SettingValue | undefined): string[] {
  return String(value ?? "")
    .split(/[\s,]+/)
    .filter(Boolean);
}

const UNITS: Record<string, number> = { ms: 1, s: 1_000, "": 1_000, m: 60_000, h: 3_600_000 };

/** `90s`, `30m`, `2h`, `500ms`; a number alone is seconds; `0` and `never` are 0. Undefined for anything else. */
export function durationMs(text: string): number | undefined {
  if (text === "never") return 0;
  const [, digits, unit] = /^(\d{1,9})(ms|s|m|h|)$/.exec(text) ?? [];
  const factor = UNITS[unit ?? ""];
  return digits === undefined || factor === undefined ? undefined : Math.min(Number(digits) * factor, 2_147_483_647);
}

export function readSettings(home: string): Partial<Record<string, SettingValue>> {
  const path = configFile(home);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw homeFailure(error, `cannot read ${path}`);
  }
  const corrupt = new Failure(
    "bad_file",
    `${path} is not a JSON object`,
    `Mend the file or move it away: mv ${quoteWord(path)} ${quoteWord(`${path}.bad`)}`,
  );
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw corrupt;
    return value as Record<string, SettingValue>;
  } catch {
    throw corrupt;
  }
}

/** Changes one setting and keeps all others, those unknown to this version included. */
export function writeSetting(home: string, key: SettingKey, value: SettingValue | undefined): void {
  readSettings(home);
  privateFolder(home);
  const file = configFile(home);
  // Two that read, change and write at the same time would lose what one of them wrote.
  holding(`${file}.lock`, () => {
    const settings = readSettings(home);
    if (value === undefined) delete settings[key];
    else settings[key] = value;
    writeWhole(file, `${JSON.stringify(settings, null, 2)}\n`);
  });
}

export type SettingSource = "environment" | "file" | "default" | "unset";

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The value in force and where it comes from: environment, then file, then default. In the daemon `environment` is the
 * caller's, as far as a command asked for it.
 */
export function resolveSetting(
  home: string,
  key: SettingKey,
  environment: Environment = process.env,
): { value?: SettingValue; source: SettingSource } {
  const declared = settingOf(key);
  const fromEnv = declared.env === undefined ? undefined : environment[declared.env];
  if (fromEnv?.trim()) return { value: parseSetting(key, fromEnv), source: "environment" };
  const held = readSettings(home)[key];
  if (held !== undefined) return { value: held, source: "file" };
  return declared.fallback === undefined ? { source: "unset" } : { value: declared.fallback, source: "default" };
}

export function setting(home: string, key: SettingKey, environment?: Environment): SettingValue | undefined {
  return resolveSetting(home, key, environment).value;
}
