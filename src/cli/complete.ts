/**
 * `svc __complete`, which the completion scripts call: prints what completes the end of a line. Starts no daemon and no
 * browser. Prints no errors, because a shell would insert them into the line.
 */
import { localProfiles } from "../browser/profiles/profile.ts";
import { commands } from "../commands/index.ts";
import { SessionClient } from "../daemon/client.ts";
import { localSessions } from "../daemon/sessions.ts";
import { homeFolder } from "../lib/paths.ts";
import { readCallerRules } from "../lib/rules.ts";
import { bashWord, readBashLine } from "../manual/bash-line.ts";
import { type Candidate, type Completion, complete, type Live } from "../manual/completion.ts";
import { writeStdout } from "./print.ts";

/** The person waits for this, so a busy session is not waited for longer. */
const ANSWER_MS = 800;

/**
 * `words` are those of the line after `svc`; the last one is at the cursor. Or the word at the cursor comes first,
 * after `--last` and behind an equal sign. Or they are `--bash`, its word breaks, and the line.
 */
export async function runComplete(words: readonly string[]): Promise<number> {
  try {
    const [form, first = "", ...others] = words;
    if (form === "--bash") writeStdout(await forBash(first, others[0] ?? ""));
    else writeStdout(await forWords(form === "--last" ? [...others, first.slice(1)] : words));
  } catch {
    // No candidates.
  }
  return 0;
}

async function forWords(words: readonly string[]): Promise<string> {
  return print(await complete(words.slice(0, -1), words.at(-1) ?? "", commands, live));
}

async function forBash(breaks: string, text: string): Promise<string> {
  const line = readBashLine(text, breaks);
  const { candidates, files } = await complete(line.words.slice(1), line.current, commands, live);
  const values = candidates.map(({ value, doc }) => ({ value: bashWord(value, line), doc }));
  return print({ candidates: values, files });
}

function print({ candidates, files }: Completion): string {
  return [files ? "files" : "values", ...candidates.map(({ value, doc }) => `${value}\t${doc}`), ""].join("\n");
}

const live: Live = {
  tunnels,
  async sessions() {
    const all = await localSessions(homeFolder(), "").list();
    return all.map(({ name, config }) => ({ value: name, doc: config }));
  },
  tabs: async (session) => tabs(session ?? (process.env.SVC_SESSION || "default")),
  async profiles(browserName = "") {
    const all = localProfiles().filter(({ browser: { name, label } }) =>
      [name, label].some((one) => one.toLowerCase().includes(browserName.toLowerCase())),
    );
    return once(
      all.map(({ browser, directory, display }) => ({ value: directory, doc: `${display} (${browser.label})` })),
    );
  },
  async browsers() {
    const all = localProfiles().map(({ browser }) => ({ value: browser.name, doc: browser.label }));
    return once(all);
  },
};

/** Merges candidates with the same value: two browsers may have profiles of the same name. */
function once(candidates: Candidate[]): Candidate[] {
  const byValue = Map.groupBy(candidates, ({ value }) => value);
  return [...byValue].map(([value, same]) => ({ value, doc: [...new Set(same.map(({ doc }) => doc))].join(", ") }));
}

async function tunnels(): Promise<Candidate[]> {
  const { knownTunnels } = await import("../tunnel/tunnel-files.ts");
  return knownTunnels(homeFolder()).map(({ port, url }) => ({ value: String(port), doc: url ?? "" }));
}

async function tabs(session: string): Promise<Candidate[]> {
  const client = new SessionClient({ home: homeFolder(), session, launch: {}, starts: false });
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const from = { environment: {}, callerRules: readCallerRules(process.env), confirmed: false, isInternal: true };
    const call = { command: "tab list", args: {}, timeoutMs: ANSWER_MS, ...from, signal };
    const outcome = await client.call(call);
    const { tabs = [] } = (outcome.ok ? outcome.data : {}) as {
      tabs?: { index: number; title: string; url: string }[];
    };
    return tabs.map(({ index, title, url }) => ({ value: String(index), doc: title || url }));
  } catch {
    return [];
  } finally {
    client.end();
  }
}
