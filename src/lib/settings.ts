/** The one table of settings, and the file that holds them. A file that cannot be understood is told, never overwritten. */
import { readFileSync } from "node:fs";
import { Failure } from "../errors.ts";
import { homeFailure, privateFolder, writeWhole } from "./atomic-file.ts";
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
    meaning: "Hosts whose TLS certificate is accepted even if it is invalid; comma-separated. Same as --accept-cert",
  },
  allowed_domains: {
    type: "list",
    env: "SVC_ALLOWED_DOMAINS",
    meaning: "The only hosts that the browser may reach, such as example.com,*.example.org; comma-separated",
  },
  api_key: { type: "text", secret: true, env: "SVC_API_KEY", meaning: "API key of the cloud platform" },
  allow_private_network: {
    type: "boolean",
    fallback: false,
    env: "SVC_ALLOW_PRIVATE_NETWORK",
    meaning:
      "Allow browsers of `serve` to reach loopback and private addresses even when `serve` listens for other machines",
  },
  base_url: { type: "text", env: "SVC_BASE_URL", meaning: "Base address of the cloud platform" },
  blocked_domains: {
    type: "list",
    env: "SVC_BLOCKED_DOMAINS",
    meaning: "Hosts that the browser must never reach; comma-separated",
  },
  install_base: { type: "text", env: "SVC_INSTALL_BASE", meaning: "URL or folder of svc's releases, for `upgrade`" },
  browser_mirror: { type: "text", env: "SVC_BROWSER_MIRROR", meaning: "URL that `install` downloads browsers from" },
  browser_path: { type: "text", env: "SVC_BROWSER", meaning: "Browser executable to start" },
  ca_cert: { type: "text", env: "SVC_CA_CERT", meaning: "PEM file of certificate authorities that the browser trusts" },
  changes: {
    type: "boolean",
    fallback: false,
    env: "SVC_CHANGES",
    carried: true,
    meaning:
      "Every action reports what it changed on the page, as with --changes. MCP tools report it unless this is false",
  },
  changes_tokens: {
    type: "integer",
    fallback: 300,
    env: "SVC_CHANGES_TOKENS",
    carried: true,
    meaning: "Maximum length of a report of changes, in tokens",
  },
  cloud_connect_profile_id: {
    type: "text",
    env: "SVC_CLOUD_CONNECT_PROFILE_ID",
    meaning: "Cloud profile that `cloud connect` uses; created on first use",
  },
  cloud_connect_proxy: {
    type: "text",
    env: "SVC_CLOUD_CONNECT_PROXY",
    meaning: "Country code of the proxy for `cloud connect`, or `none`. Without it the platform chooses",
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
    meaning: "Maximum duration of a `cloud connect` session, in minutes",
  },
  confirm: {
    type: "list",
    env: "SVC_CONFIRM",
    meaning:
      "Commands that need a person's confirmation: effects (write, destroy), command groups or command names, such as destroy,upload,eval; comma-separated",
  },
  content_boundaries: {
    type: "boolean",
    fallback: false,
    env: "SVC_CONTENT_BOUNDARIES",
    meaning: "Put unguessable markers around page content in the output, as with --content-boundaries",
  },
  dialogs: {
    type: "choice",
    choices: ["ask", "accept", "dismiss"],
    fallback: "ask",
    env: "SVC_DIALOGS",
    meaning:
      "What to do with confirm and prompt dialogs: ask (leave open for `dialog accept|dismiss`), accept or dismiss",
  },
  downloads_folder: {
    type: "text",
    env: "SVC_DOWNLOADS_FOLDER",
    meaning: "Folder to save downloads in, instead of the session's own",
  },
  file_root: {
    type: "text",
    env: "SVC_FILE_ROOT",
    meaning: "Only files in this folder may be used by commands; symbolic links are followed first",
  },
  geolocation: {
    type: "text",
    env: "SVC_GEOLOCATION",
    meaning: "Latitude and longitude that pages get when they ask for the location, such as 48.2,16.37",
  },
  http_credentials: {
    type: "text",
    env: "SVC_HTTP_CREDENTIALS",
    meaning:
      "File of names and passwords for HTTP authentication, one per line: machine HOST login NAME password SECRET",
  },
  idle_timeout: {
    type: "duration",
    fallback: "30m",
    env: "SVC_IDLE_TIMEOUT",
    meaning: "A session ends after this long without commands, such as 90s, 30m or 2h; 0 means never",
  },
  llm_api_key: {
    type: "text",
    secret: true,
    env: "SVC_LLM_API_KEY",
    meaning: "API key of the language model. Without it: OPENAI_API_KEY or ANTHROPIC_API_KEY from the environment",
  },
  llm_base_url: {
    type: "text",
    env: "SVC_LLM_BASE_URL",
    meaning: "URL of the language model's server: any server with the OpenAI or Anthropic API",
  },
  llm_first_byte_timeout: {
    type: "duration",
    fallback: "2m",
    env: "SVC_LLM_FIRST_BYTE_TIMEOUT",
    meaning: "How long to wait until a language model begins its answer, such as 90s; 0 means no limit",
  },
  llm_idle_timeout: {
    type: "duration",
    fallback: "1m",
    env: "SVC_LLM_IDLE_TIMEOUT",
    meaning: "How long a language model may pause within an answer; 0 means no limit",
  },
  llm_model: {
    type: "text",
    env: "SVC_LLM_MODEL",
    meaning: "Language model to use: a name from `models_file`, or a model name of the server at `llm_base_url`",
  },
  llm_retries: {
    type: "integer",
    max: 10,
    fallback: 2,
    env: "SVC_LLM_RETRIES",
    meaning: "How many times to retry a request to a language model when its server is busy or fails",
  },
  llm_timeout: {
    type: "duration",
    fallback: "10m",
    env: "SVC_LLM_TIMEOUT",
    meaning: "How long a complete answer of a language model may take; 0 means no limit",
  },
  models_file: {
    type: "text",
    env: "SVC_MODELS_FILE",
    meaning:
      "JSON file that defines several language models by name. Without it: models.json in the home folder, if present",
  },
  permissions: {
    type: "list",
    env: "SVC_PERMISSIONS",
    meaning:
      "Permissions that pages get without asking, such as geolocation,notifications@https://example.com; comma-separated",
  },
  report_permissions: {
    type: "boolean",
    fallback: false,
    env: "SVC_REPORT_PERMISSIONS",
    meaning: "Report the permissions that pages asked for and did not get, as with --report-permissions",
  },
  serve_concurrency: {
    type: "integer",
    min: 1,
    fallback: 10,
    env: "SVC_SERVE_CONCURRENCY",
    meaning: "Maximum number of browsers that `serve` runs at the same time",
  },
  serve_countries: {
    type: "text",
    env: "SVC_SERVE_COUNTRIES",
    meaning: "JSON file for `serve` that maps country codes to proxy URLs",
  },
  serve_database_url: {
    type: "text",
    secret: true,
    env: "SVC_SERVE_DATABASE_URL",
    meaning: "Database of `serve`: postgres://… or sqlite://…. Without it: a file in the home folder",
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
    meaning: "Additional host names that clients may use to reach `serve`; comma-separated",
  },
  serve_idle_timeout: {
    type: "duration",
    fallback: "0",
    env: "SVC_SERVE_IDLE_TIMEOUT",
    meaning: "`serve` stops a browser after this long without a client, such as 10m; 0 means never",
  },
  serve_key_headers: {
    type: "list",
    env: "SVC_SERVE_KEY_HEADERS",
    meaning:
      "Additional request headers in which `serve` accepts the API key, for clients of other services, such as X-Api-Key; comma-separated",
  },
  serve_node_url: {
    type: "text",
    env: "SVC_SERVE_NODE_URL",
    meaning:
      "URL at which other servers with the same database reach this server, such as http://10.0.0.5:8787. Without it: the listen address",
  },
  serve_objects: {
    type: "text",
    env: "SVC_SERVE_OBJECTS",
    meaning: "Where `serve` stores profiles, recordings and files: a folder, or s3://bucket/prefix",
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
    meaning: "Price of a browser hour that `serve` charges, in US dollars, such as 0.02. Without it: free",
  },
  serve_price_proxy_gb: {
    type: "text",
    env: "SVC_SERVE_PRICE_PROXY_GB",
    meaning: "Price of a gigabyte of proxy traffic that `serve` charges, in US dollars, such as 2.50. Without it: free",
  },
  serve_proxy: {
    type: "text",
    secret: true,
    env: "SVC_SERVE_PROXY",
    meaning:
      "Proxy for browsers of `serve` that do not request one by name, such as http://user:password@host:port or socks5://host:port",
  },
  serve_public_url: {
    type: "text",
    env: "SVC_SERVE_PUBLIC_URL",
    meaning: "URL at which clients reach `serve`, such as https://svc.example.com",
  },
  serve_queue: {
    type: "integer",
    fallback: 100,
    env: "SVC_SERVE_QUEUE",
    meaning: "Maximum number of requests that wait for a free browser of `serve`; more are refused",
  },
  serve_queue_timeout: {
    type: "duration",
    fallback: "2m",
    env: "SVC_SERVE_QUEUE_TIMEOUT",
    meaning:
      "Longest time that a request may ask to wait for a free browser of `serve`. Requests that name no time wait 15 s",
  },
  serve_rate_limit: {
    type: "integer",
    fallback: 6_000,
    env: "SVC_SERVE_RATE_LIMIT",
    meaning: "Requests per minute that `serve` accepts for each API key; 0 means no limit",
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
      "Secret that encrypts profiles and signs URLs of `serve`, 32 characters or more. Without it: a file in the home folder",
  },
  serve_tls_cert: { type: "text", env: "SVC_SERVE_TLS_CERT", meaning: "TLS certificate file of `serve`" },
  serve_tls_key: { type: "text", env: "SVC_SERVE_TLS_KEY", meaning: "Private key file for `serve_tls_cert`" },
  serve_warm: {
    type: "integer",
    fallback: 1,
    env: "SVC_SERVE_WARM",
    meaning: "Number of browsers that `serve` starts in advance",
  },
  serve_workspace_quota: {
    type: "integer",
    max: 1_000_000_000,
    fallback: 5_000,
    env: "SVC_SERVE_WORKSPACE_QUOTA",
    meaning: "Maximum size of a workspace of `serve`, in megabytes; 0 means no limit",
  },
  python: { type: "text", env: "SVC_PYTHON", meaning: "Python executable for `python`, version 3.11 or later" },
  settle: {
    type: "integer",
    fallback: 1_500,
    env: "SVC_SETTLE",
    carried: true,
    meaning:
      "After an action, a read waits at most this long until the page stops changing, in milliseconds; 0 means no wait",
  },
  tunnel_command: {
    type: "text",
    env: "SVC_TUNNEL_COMMAND",
    meaning:
      "Command that the tunnel provider `command` runs. {port} is replaced by the local port; the command must print the public URL",
  },
  tunnel_provider: {
    type: "choice",
    choices: ["cloudflared", "ssh", "command"],
    fallback: "cloudflared",
    env: "SVC_TUNNEL_PROVIDER",
    meaning: "Program that `tunnel` uses",
  },
  viewport_size: {
    type: "text",
    env: "SVC_VIEWPORT_SIZE",
    meaning: "Viewport size of pages, such as 1440x900 or 390x844@3,mobile. Without it: 1280x720",
  },
  tunnel_ssh_host: {
    type: "text",
    env: "SVC_TUNNEL_SSH_HOST",
    meaning:
      "SSH server for the tunnel provider `ssh`, such as user@example.com:22. It must allow remote port forwarding",
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
