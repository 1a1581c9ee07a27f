/** Settings of the client, of sessions and of their browsers. */
import { DEFAULT_VIEWPORT } from "../limits.ts";
import type { Setting } from "./setting.ts";

export const CLIENT_SETTINGS = {
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
