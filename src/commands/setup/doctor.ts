import { command } from "../../command.ts";
import { asFailure, Failure } from "../../errors.ts";
import type { NamedCheck } from "../../setup/checks.ts";
import type { Check, Finding } from "../../setup/finding.ts";

const MARKS: Record<Check["status"], string> = { ok: "✓", warning: "⚠", error: "✗" };

export const doctor = command({
  name: "doctor",
  group: "setup",
  summary: "Check that svc works on this machine, and print how to fix problems",
  effect: "read",
  needs: "nothing",
  args: {},
  examples: ["doctor", "doctor --json"],
  async run({ home, sessions, runner, signal }) {
    // Loaded here: it starts a browser, which no other command does in the client.
    const [{ runChecks }, { checkServer }] = await Promise.all([
      import("../../setup/checks.ts"),
      import("../../platform/checks.ts"),
    ]);
    const serve: NamedCheck = [
      "serve",
      async (request) => await server(() => checkServer(home, request.signal)),
      { isOptional: true },
    ];
    const checks = await runChecks({ home, sessions, commands: runner.commands, signal }, [serve]);
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

/** Only `svc serve` needs it: what is missing is a warning. */
async function server(look: () => Promise<{ found: string[]; wrong: string[] }>): Promise<Finding> {
  const { found, wrong } = await look().catch((error) => {
    const failure = asFailure(error);
    if (!failure) throw error;
    return { found: [], wrong: [failure.message] };
  });
  if (wrong.length === 0) return { status: "ok", message: found.join("; ") };
  const message = [`svc serve cannot work: ${wrong.join("; ")}`, ...found].join("; ");
  return { status: "warning", message, fix: "svc config list --serve" };
}

function summarize(checks: readonly Check[]): string {
  const count = (status: Check["status"]) => checks.filter((one) => one.status === status).length;
  return `${count("ok")} of ${checks.length} checks passed, ${count("warning")} with a warning, ${count("error")} failed`;
}

function checkLines({ name, status, message, fix }: Check): string {
  return `${MARKS[status]} ${name}: ${message}${fix === undefined ? "" : `\n    fix: ${fix}`}`;
}
