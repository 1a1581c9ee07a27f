/**
 * A server with a scripted agent as a separate process, which can be killed: `bun agent-server.ts <home> <options as JSON>`.
 * Prints `{"url","key"}`.
 */

import { served } from "../served.ts";
import { type Script, scripted } from "./agents.ts";

const forever: Script = async ({ act, step }) => {
  for (;;) {
    await act(["get", "url"]);
    await step();
  }
};
const wait: Script = async ({ signal }) => {
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
  return undefined;
};

/** Does one action, then waits. */
const look: Script = async (at) => {
  await at.act(["get", "url"]);
  await at.step();
  return await wait(at);
};

const options = JSON.parse(process.argv[3] ?? "{}");
const p = await served({ home: process.argv[2] ?? "", ...options }, scripted({ forever, wait, look }));
console.log(JSON.stringify({ url: p.url, key: p.key }));
