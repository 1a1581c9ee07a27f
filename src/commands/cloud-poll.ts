import type { Version } from "../cloud/openapi.ts";
import type { Ended } from "../cloud/poll.ts";
import { command, type Output, optionOr, positional } from "../command.ts";
import { Failure } from "../errors.ts";
import { integer, text } from "../values.ts";
import { keyOptions } from "./cloud-api.ts";

/** As long as a session of the platform may last. */
const POLL_MS = 14_400_000;

const WHAT = { v2: { noun: "task", path: "/tasks" }, v3: { noun: "session", path: "/sessions" } } as const;

function pollCommand(version: Version) {
  const { noun } = WHAT[version];
  return command({
    name: `cloud ${version} poll`,
    group: "cloud",
    summary: `Wait until a ${noun} of the platform has ended, and print its record`,
    effect: "read",
    needs: "nothing",
    paged: true,
    timeoutMs: POLL_MS,
    args: {
      id: positional(text(`${noun}-id`, { nonEmpty: true }), `The ${noun}, as the platform names it`),
      interval: optionOr(integer("ms", { min: 100, max: 3_600_000 }), 2_000, "Milliseconds between two looks"),
      ...keyOptions,
    },
    examples: [`cloud ${version} poll 3f2b8c1e-0d4a-4c59-9a7e-5b1d2e6f7a80 --timeout 600000`],
    async run({ home, args, signal, output, progress }) {
      if (!/^[\w-]{1,100}$/.test(args.id)) throw new Failure("usage", `that is no identifier of a ${noun}`);
      const [{ openApi }, { poll }] = await Promise.all([import("../cloud/api.ts"), import("../cloud/poll.ts")]);
      const tell = (line: string) => (output ? void output(`${line}\n`, "stderr") : progress(line));
      const api = openApi({ home, key: args.apiKey });
      const ended = await poll(version, { api, id: args.id, intervalMs: args.interval, signal, tell });
      return await wellEnded(ended, output);
    },
    text: (record) => JSON.stringify(record, null, 2),
  });
}

export const cloudV2Poll = pollCommand("v2");
export const cloudV3Poll = pollCommand("v3");

/** The record; where it did not end well, a failure that holds it, and the record printed where a person reads. */
async function wellEnded({ record, wrong }: Ended, output: Output | undefined): Promise<object> {
  if (wrong === undefined) return record;
  await output?.(`${JSON.stringify(record, null, 2)}\n`, "stdout");
  const failure = new Failure("api_refused", wrong);
  failure.data = record;
  throw failure;
}
