/**
 * Asks the npm registry for known vulnerabilities of the packages in the executable. Fails for those of at least `moderate`
 * severity. Where the registry cannot be asked (no network, a mirror without that endpoint) it says so and succeeds.
 */
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..");
const SEVERITIES = ["moderate", "high", "critical"];

/** How long npm waits for the registry. */
const TIMEOUT_MS = 10_000;

/** The parts of npm's JSON report that are used here. */
interface Report {
  vulnerabilities?: Record<string, { severity: string; via: (string | { title: string; url: string })[] }>;
  message?: string;
  error?: { summary?: string };
}

export interface Audit {
  /** A line for each vulnerable package. */
  found: string[];
  /** Why nothing is known; undefined when the registry has answered. */
  skipped?: string;
}

/** Reads what `npm audit --json` printed. */
export function readAudit(output: string): Audit {
  let report: Report;
  try {
    report = JSON.parse(output) as Report;
  } catch {
    return { found: [], skipped: "npm printed no report" };
  }
  if (!report.vulnerabilities)
    return {
      found: [],
      skipped: report.message || report.error?.summary || "npm reported neither success nor failure",
    };
  const found = Object.entries(report.vulnerabilities)
    .filter(([, { severity }]) => SEVERITIES.includes(severity))
    .map(([name, { severity, via }]) => {
      const causes = via.map((one) => (typeof one === "string" ? `through ${one}` : `${one.title}, ${one.url}`));
      return `${name}: ${severity}: ${causes.join("; ")}`;
    });
  return { found };
}

/** Runs `npm audit` for the packages of a folder, without those for development. */
export async function audit(folder = ROOT, env: Record<string, string> = {}): Promise<Audit> {
  const npm = Bun.which("npm");
  if (!npm) return { found: [], skipped: "npm is not installed" };
  const line = [npm, "audit", "--omit=dev", "--json", "--fetch-retries=0", `--fetch-timeout=${TIMEOUT_MS}`];
  const child = Bun.spawn(line, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
  });
  return readAudit(await child.stdout.text());
}

if (import.meta.main) {
  const { found, skipped } = await audit();
  if (skipped !== undefined) console.log(`skipped: ${skipped}`);
  for (const line of found) console.log(line);
  process.exit(found.length === 0 ? 0 : 1);
}
