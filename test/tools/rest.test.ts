/** Names the command or tool that shows the rest of a long answer. */
import { expect, test } from "bun:test";
import { commands } from "../../src/commands/index.ts";
import { changesText } from "../../src/page/snapshot/report.ts";
import { chooseTools } from "../../src/tools/tools.ts";
import { withToolNames } from "../../src/tools/words.ts";

test("names the tool that shows omitted lines", () => {
  const cut = { elements: 3, reason: "3 more elements" };
  const text = changesText({ url: "", title: "", tree: "+ [1]<button>A", elements: [], cut });
  expect(text).toContain("Run `svc state --diff` to see the rest.");
  const told = withToolNames(text, [...chooseTools(commands, "all").callable.values()]);
  expect(told).toContain("Run `browser_state` with diff to see the rest.");
});
