/** Settings of the client, of sessions and of their browsers. */
import { DEFAULT_VIEWPORT } from "../limits.ts";
import type { Setting } from "./setting.ts";

export const CLIENT_SETTINGS = {
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
    meaning: `Viewport size of pages, such as 1440x900 or 390x844@3,mobile. Without it: ${DEFAULT_VIEWPORT.width}x${DEFAULT_VIEWPORT.height}`,
  },
  tunnel_ssh_host: {
    type: "text",
    env: "SVC_TUNNEL_SSH_HOST",
    meaning:
      "SSH server for the tunnel provider `ssh`, such as user@example.com:22. It must allow remote port forwarding",
  },
} as const satisfies Record<string, Setting>;
