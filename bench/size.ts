/** What the executable consists of, and what its archives weigh. The same on every machine. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { gzip, tar } from "../scripts/release/archive.ts";
import { docsArchive } from "../scripts/release/docs.ts";
import { bundledFiles } from "../scripts/release/packages.ts";
import { hostTarget } from "../scripts/release/targets.ts";
import { xz } from "../scripts/release/xz.ts";
import { sdkPackages } from "../scripts/sdk/packages.ts";
import { megabytes, note, reportFigure } from "./report.ts";

/** Of the parts of the JavaScript, those that are named. The others are summed up. */
const NAMED = 12;

export async function sizeFigures(): Promise<void> {
  const target = hostTarget();
  const executable = join("dist", target.executable);
  const total = statSync(executable).size;
  const runtime = statSync(process.execPath).size;
  const files = [...(await sdkPackages("dist/sdk")), await docsArchive("dist/docs")];
  const carried = files.reduce((sum, path) => sum + statSync(path).size, 0);
  const parts = await javascript();
  const code = [...parts.values()].reduce((sum, size) => sum + size, 0);
  report("executable", total);
  report("of it: Bun's runtime", runtime);
  report("of it: JavaScript, minified", code);
  report("of it: bytecode of that JavaScript", total - runtime - code - carried);
  report("of it: SDK packages and documentation", carried);
  note(`JavaScript by part, in KB: ${shares(parts)}`);
  const whole = await tar([{ name: target.executable, data: await Bun.file(executable).bytes() }], 0);
  report("archive, `.tar.gz`", gzip(whole).length);
  report("archive, `.tar.xz`", (await xz(whole, target.machine)).length, 45);
}

function report(figure: string, bytes: number, limit?: number): void {
  reportFigure(figure, bytes / 1e6, megabytes, limit === undefined ? {} : { limit });
}

/** Bytes by part: a folder of `src`, or a package. */
async function javascript(): Promise<Map<string, number>> {
  const parts = new Map<string, number>();
  for (const [path, bytes] of await bundledFiles("src/main.ts")) {
    const words = path.replace(/^.*node_modules\//, "").split("/");
    const part = words.slice(0, words[0] === "src" || words[0]?.startsWith("@") ? 2 : 1).join("/");
    parts.set(part, (parts.get(part) ?? 0) + bytes);
  }
  return parts;
}

function shares(parts: ReadonlyMap<string, number>): string {
  const sorted = [...parts].sort(([, a], [, b]) => b - a);
  const rest = sorted.splice(NAMED).reduce((sum, [, bytes]) => sum + bytes, 0);
  return [...sorted, ["others", rest] as const]
    .map(([part, bytes]) => `${part} ${Math.round(bytes / 1000)}`)
    .join(", ");
}
