/**
 * `npm run bench`: the figures this project promises, each beside something measured in the same run, in turn, so that a
 * slow or noisy machine slows both: an empty program, the bare browser, and the peers from npm. Judges nothing.
 *
 * `--runs=N` pairs (40), `--only=<group>,<group>`, `--no-peers`, `--show` prints what the tokens were counted in. Only a
 * whole run writes bench/RESULTS.md. `agent` as the first word scores language models instead (bench/agent).
 */
import { join } from "node:path";
import { actionFigures } from "./actions.ts";
import { agentBench } from "./agent/main.ts";
import { bareFigures } from "./bare.ts";
import { beforeFigures } from "./before.ts";
import { type Bench, endBench, makeBench } from "./bench.ts";
import { coldFigures } from "./cold.ts";
import { growthFigures } from "./growth.ts";
import { lateFigures } from "./late.ts";
import { lifecycleFigures, murderFigures } from "./lifecycle.ts";
import { listFigures } from "./lists.ts";
import { mcpFigures } from "./mcp.ts";
import { startNothingMore } from "./measure.ts";
import { memoryFigures } from "./memory.ts";
import { platformFigures } from "./platform.ts";
import { markdown } from "./report.ts";
import { sdkFigures } from "./sdk.ts";
import { settlingFigures } from "./settling.ts";
import { sizeFigures } from "./size.ts";
import { stateFigures } from "./state.ts";
import { taskFigures } from "./tasks.ts";
import { tokenFigures } from "./tokens.ts";
import { webhookFigures } from "./webhooks.ts";

const GROUPS: Record<string, (bench: Bench) => Promise<void>> = {
  bare: bareFigures,
  before: beforeFigures,
  settling: settlingFigures,
  late: lateFigures,
  tasks: taskFigures,
  cold: coldFigures,
  state: stateFigures,
  growth: growthFigures,
  actions: actionFigures,
  tokens: tokenFigures,
  memory: memoryFigures,
  mcp: mcpFigures,
  platform: platformFigures,
  lists: listFigures,
  lifecycle: lifecycleFigures,
  murder: murderFigures,
  webhooks: webhookFigures,
  sdk: sdkFigures,
  size: sizeFigures,
};

if (process.argv[2] === "agent") process.exit(await agentBench(process.argv.slice(3)));

const option = (name: string) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);

const only = option("only")?.split(",");
const withPeers = !process.argv.includes("--no-peers");
const unknown = only?.filter((name) => !Object.hasOwn(GROUPS, name)) ?? [];
if (unknown.length > 0) {
  console.error(`no group '${unknown.join("', '")}'; there are ${Object.keys(GROUPS).join(", ")}`);
  process.exit(2);
}

const built = Bun.spawnSync([process.execPath, "build.ts"], { stderr: "inherit" });
if (!built.success) process.exit(1);

const bench = await makeBench({ runs: Number(option("runs") ?? 40), peers: withPeers });
for (const [name, code] of [["SIGINT", 130] as const, ["SIGTERM", 143] as const])
  process.once(name, () => {
    startNothingMore();
    process.exitCode = code;
    void endBench(bench).finally(() => process.exit(code));
  });

try {
  for (const [name, measure] of Object.entries(GROUPS)) {
    if (only && !only.includes(name)) continue;
    console.error(name);
    await measure(bench);
  }
  const table = markdown(bench.measured, bench.runs, bench.slowRuns);
  const whole = !only && withPeers && process.exitCode === undefined;
  if (whole) await Bun.write(join(import.meta.dir, "RESULTS.md"), table);
  console.log(table);
} catch (error) {
  // Interrupted, whatever was under way fails.
  if (process.exitCode === undefined) throw error;
} finally {
  await endBench(bench);
}
