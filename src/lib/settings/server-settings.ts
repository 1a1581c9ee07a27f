/** Settings that only `serve` reads. */
import type { Setting } from "./setting.ts";

export const SERVER_SETTINGS = {
  allow_private_network: {
    type: "boolean",
    fallback: false,
    env: "SVC_ALLOW_PRIVATE_NETWORK",
    meaning:
      "Allow browsers of `serve` to reach loopback and private addresses even when `serve` listens for other machines",
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
} as const satisfies Record<string, Setting>;
