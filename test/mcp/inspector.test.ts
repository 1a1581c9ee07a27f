/** The official inspector in its command-line mode, as an independent client. */

import { expect, test } from "bun:test";
import { join } from "node:path";
import { homeFixture } from "../e2e/home-fixture.ts";
import { type Data, EXECUTABLE } from "../fixture.ts";
import { runProgram } from "../support/program.ts";

const INSPECTOR = join(
  import.meta.dir,
  "../../node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js",
);

async function inspect(env: Record<string, string | undefined>, ...argv: string[]): Promise<Data> {
  const { stdout, stderr, code } = await runProgram(
    [process.execPath, INSPECTOR, ...argv, "-e", `SVC_HOME=${env.SVC_HOME}`, "--", EXECUTABLE, "--mcp"],
    { env },
  );
  if (code !== 0) throw new Error(`the inspector exited with ${code}: ${stdout}${stderr}`);
  return { ...JSON.parse(stdout), stderr };
}

test("the MCP inspector accepts tools, calls and resources", async () => {
  await using h = homeFixture();
  const { tools, stderr } = await inspect(h.env, "--method", "tools/list", "--strict");
  expect(tools.length).toBeGreaterThan(10);
  expect(stderr).not.toContain("error");
  const url = "data:text/html,<title>Inspected</title><button>Press</button>";
  const call = (name: string, ...args: string[]) =>
    inspect(h.env, "--method", "tools/call", "--tool-name", name, ...args.flatMap((arg) => ["--tool-arg", arg]));
  expect((await call("browser_navigate", `url=${url}`)).structuredContent).toMatchObject({ title: "Inspected" });
  expect((await call("browser_get_state")).content[0].text).toContain("Press");
  expect((await call("browser_screenshot")).content[1]).toMatchObject({ type: "image", mimeType: "image/png" });
  expect((await inspect(h.env, "--method", "resources/list")).resources).toHaveLength(2);
  expect((await inspect(h.env, "--method", "resources/templates/list")).resourceTemplates).toHaveLength(2);
  const { contents } = await inspect(h.env, "--method", "resources/read", "--uri", "svc://state");
  expect(contents[0].text).toContain("Inspected");
});
