import { optionOr, positional } from "../../args.ts";
import type { Version } from "../../cloud/openapi.ts";
import type { Ended } from "../../cloud/poll.ts";
import { command, type Output } from "../../command.ts";
import { asFailure, Failure } from "../../errors.ts";
import { MAX_BROWSER_MINUTES } from "../../lib/limits.ts";
import { integer, text } from "../../values.ts";
import { keyOptions } from "./cloud-api.ts";

/** As long as a session of the platform may last. */
const POLL_MS = MAX_BROWSER_MINUTES * 60_000;

const LIST = {
  v2: "Run `svc cloud v2 GET /tasks` to list the tasks.",
  v3: "Run `svc cloud v3 GET /sessions` to list the sessions.",
} as const;

const WHAT = { v2: { noun: "task", path: "/tasks" }, v3: { noun: "session", path: "/sessions" } } as const;

function pollCommand(version: Version) {
  const { noun } = WHAT[version];
  return command({
    name: `cloud ${version} poll`,
    group: "cloud",
    summary: `Wait until a ${noun} on the platform has ended, and print it as JSON`,
    effect: "read",
    needs: "nothing",
    paged: true,
    timeoutMs: POLL_MS,
    args: {
      id: positional(text(`${noun}-id`, { nonEmpty: true }), `Id of the ${noun}`),
      interval: optionOr(
        integer("ms", { min: 100, max: 3_600_000 }),
        2_000,
        "Time between two requests, in milliseconds",
      ),
      ...keyOptions,
    },
    examples: [`cloud ${version} poll 3f2b8c1e-0d4a-4c59-9a7e-5b1d2e6f7a80 --timeout 600000`],
    async run({ home, args, signal, output, progress }) {
      if (!/^[\w-]{1,100}$/.test(args.id)) throw new Failure("usage", `that is not the id of a ${noun}`, LIST[version]);
      const [{ openApi, statusOf }, { poll }] = await Promise.all([
        import("../../cloud/api.ts"),
        import("../../cloud/poll.ts"),
      ]);
      const tell = (line: string) => (output ? void output(`${line}\n`, "stderr") : progress(line));
      const api = openApi({ home, key: args.apiKey });
      const polling = { api, id: args.id, intervalMs: args.interval, signal, tell };
      const ended = await poll(version, polling).catch((error) => {
        const reason = signal.aborted ? signal.reason : error;
        throw hinted(reason, statusOf(reason), `${version} poll ${args.id}`, LIST[version]);
      });
      return await wellEnded(ended, output);
    },
    text: (record) => JSON.stringify(record, null, 2),
  });
}

export const cloudV2Poll = pollCommand("v2");
export const cloudV3Poll = pollCommand("v3");

/** A failure with the hint that fits whoever waits; others as they are. */
function hinted(error: unknown, status: number | undefined, line: string, list: string): unknown {
  const failure = asFailure(error);
  const hint =
    failure?.code === "timeout"
      ? `It continues on the platform: run \`svc cloud ${line}\` again, or wait longer with --timeout <ms>.`
      : status === 404
        ? list
        : undefined;
  return failure && hint ? new Failure(failure.code, failure.message, hint, { cause: failure }) : error;
}

/** The record; where it did not end well, a failure that holds it, and the record printed where a person reads. */
export async function wellEnded(
  { record, wrong }: Ended,
  output: Output | undefined,
): Promise<Record<string, unknown>> {
  if (wrong === undefined) return record;
  await output?.(`${JSON.stringify(record, null, 2)}\n`, "stdout");
  const failure = new Failure(
    "api_refused",
    wrong,
    "Read the JSON on standard output: it says what was done and how it ended.",
  );
  failure.data = record;
  throw failure;
}
