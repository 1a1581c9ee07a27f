import { command } from "../command.ts";
import { Failure } from "../errors.ts";
import type { Check } from "../setup/checks.ts";

const MARKS: Record<Check["status"], string> = { ok: "✓", warning: "⚠", error: "✗" };

export const doctor = command({
  name: "doctor",
  group: "setup",
  summary: "Check that svc can do its work here, and tell what mends it",
  effect: "read",
  needs: "nothing",
  args: {},
  examples: ["doctor", "doctor --json"],
  async run({ home, sessions, runner, signal }) {
    // Loaded here: it starts a browser, which no other command does in the client.
    const { runChecks } = await import("../setup/checks.ts");
    const checks = await runChecks({ home, sessions, commands: runner.commands, signal });
    const summary = summarize(checks);
    const errors = checks.filter(({ status }) => status === "error");
    if (errors.length > 0) {
      const warnings = checks.filter(({ status }) => status === "warning");
      const fix = errors.find((one) => one.fix !== undefined)?.fix;
      throw new Failure(
        "unhealthy",
        [summary, ...[...errors, ...warnings].map(checkLines)].join("\n"),
        fix === undefined ? undefined : `Run \`${fix}\`.`,
      );
    }
    return { status: "healthy", checks, summary };
  },
  text: ({ checks, summary }) => [...checks.map(checkLines), summary].join("\n"),
});

function summarize(checks: readonly Check[]): string {
  const count = (status: Check["status"]) => checks.filter((one) => one.status === status).length;
  return `${count("ok")} of ${checks.length} checks passed, ${count("warning")} with a warning, ${count("error")} failed`;
}

function checkLines({ name, status, message, fix }: Check): string {
  return `${MARKS[status]} ${name}: ${message}${fix === undefined ? "" : `\n    fix: ${fix}`}`;
}
