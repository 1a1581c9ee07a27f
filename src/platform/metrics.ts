/** What a server counts of itself, as Prometheus reads it. The one door of prom-client. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export interface Metrics {
  /** A request was answered. `route` has no numbers and tokens in it. */
  answered(method: string, route: string, status: number, seconds: number): void;
  /** A browser was given out that long after it was asked for. */
  created(kind: "warm" | "cold", seconds: number): void;
  /** The text format. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Numbers that are looked up when they are asked for: the name after `svc_`, what it means, and the number by label. */
export interface Looked {
  name: string;
  help: string;
  label?: string;
  values(): Record<string, number>;
}

/** Seconds: from what a warm browser takes to what a loaded machine takes. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function metricsOf(looked: readonly Looked[]): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "svc_" });
  const requests = new Histogram({
    name: "svc_http_request_duration_seconds",
    help: "Time from a request to its answer",
    labelNames: ["method", "route", "status"],
    buckets: BUCKETS,
    registers: [registry],
  });
  const starts = new Histogram({
    name: "svc_browser_create_duration_seconds",
    help: "Time from asking for a browser to having it, waiting for a free place included",
    labelNames: ["kind"],
    buckets: BUCKETS,
    registers: [registry],
  });
  for (const { name, help, label, values } of looked) {
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
