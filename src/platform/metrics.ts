/** Metrics of the server in Prometheus format. The only importer of prom-client. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export interface Metrics {
  /** Counts a response. `route` comes from `routeOf`. */
  answered(method: string, route: string, status: number, seconds: number): void;
  /** Counts a browser and the time from the request to it; `warm` if it came from the pool. */
  created(kind: "warm" | "cold", seconds: number): void;
  /** All metrics in the text format. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** A metric whose values are read at each scrape. */
export interface SampledMetric {
  /** The part after `svc_`; `_total` at the end makes it a counter. */
  name: string;
  help: string;
  label?: string;
  /** Value by value of the label. */
  values(): Record<string, number>;
}

/** Bounds in seconds, from a warm browser to a loaded machine. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function metricsOf(sampled: readonly SampledMetric[]): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "svc_" });
  const requests = new Histogram({
    name: "svc_http_request_duration_seconds",
    help: "Time from a request to its response",
    labelNames: ["method", "route", "status"],
    buckets: BUCKETS,
    registers: [registry],
  });
  const starts = new Histogram({
    name: "svc_browser_create_duration_seconds",
    help: "Time from a free slot to a ready browser, without the wait in the queue",
    labelNames: ["kind"],
    buckets: BUCKETS,
    registers: [registry],
  });
  for (const { name, help, label, values } of sampled) {
    const Kind = name.endsWith("_total") ? Counter : Gauge;
    new Kind({
      name: `svc_${name}`,
      help,
      labelNames: label ? [label] : [],
      registers: [registry],
      collect() {
        this.reset();
        for (const [key, value] of Object.entries(values())) this.inc(label ? { [label]: key } : {}, value);
      },
    });
  }
  return {
    answered: (method, route, status, seconds) => requests.observe({ method, route, status }, seconds),
    created: (kind, seconds) => starts.observe({ kind }, seconds),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** An identifier in a path: a number or a UUID. */
const ID = /^(\d+|[0-9a-f]{8}-[0-9a-f-]{27})$/i;

/** First segments of the paths of this server; all other paths share one label. */
const ROOTS = new Set([
  "api",
  "cdp",
  "live",
  "share",
  "files",
  "connect",
  "json",
  "healthz",
  "readyz",
  "metrics",
  "dashboard",
  "",
]);

/** A path as a label of bounded number, without identifiers and tokens: `/api/v3/browsers/{id}`, `/cdp/*`, `other`. */
export function routeOf(path: string): string {
  const [, root = "", ...rest] = path.split("/");
  if (!ROOTS.has(root)) return "other";
  if (root === "api") return `/api/${rest.slice(0, 6).map(segmentOf).join("/")}`;
  return root === "" || rest.length === 0 ? `/${root}` : `/${root}/*`;
}

function segmentOf(segment: string): string {
  if (ID.test(segment)) return "{id}";
  return /^[\w.-]{1,24}$/.test(segment) ? segment : "*";
}
