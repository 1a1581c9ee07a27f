import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../support/folder.ts";
import { runProgram } from "../../support/program.ts";

const SCRIPT = `
process.getuid = () => 1000;
const { whyNoSandbox } = await import("./src/browser/launch/launch.ts");
console.log(whyNoSandbox("system") ?? "works");`;

/** What a browser of the system reports for a user other than root, where `unshare` ends with the code. */
async function reason(unshareCode: number, env: Record<string, string>): Promise<string> {
  using folder = temporaryFolder();
  writeFileSync(join(folder.path, "unshare"), `#!/bin/sh\nexit ${unshareCode}\n`, { mode: 0o755 });
  const path = `${folder.path}:${process.env.PATH}`;
  const { stdout } = await runProgram([process.execPath, "-e", SCRIPT], { env: { ...env, PATH: path } });
  return stdout.trim();
}

test.skipIf(process.platform !== "linux")(
  "a Kubernetes pod without user namespaces runs the browser without sandbox",
  async () => {
    const pod = { KUBERNETES_SERVICE_HOST: "10.0.0.1" };
    expect(await reason(1, pod)).toBe("this container does not allow user namespaces");
    expect(await reason(0, pod)).toBe("works");
  },
);
