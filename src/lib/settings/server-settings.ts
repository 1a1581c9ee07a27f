/** Settings that only `serve` reads. */
import type { Setting } from "./setting.ts";

export const SERVER_SETTINGS = {
  allow_private_network: {
    type: "boolean",
    fallback: false,
    env: "SVC_ALLOW_PRIVATE_NETWORK",
    meaning: "Browsers of `serve` may reach loopback and private addresses, also where it listens for other machines",
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
} as const satisfies Record<string, Setting>;
