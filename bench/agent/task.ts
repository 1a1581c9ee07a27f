/** What a task is, and how its end is judged: by what the site keeps, never by what the agent says of it. */
import type { Step } from "./oracle.ts";
import type { Site } from "./site.ts";

export type JsonSchema = Record<string, unknown>;

/** How a run ended. */
export interface Outcome {
  /** What the agent claims. */
  readonly success: boolean;
  /** Why it ended: `done` and `failed` are the agent's own words, the others are ends by a limit. */
  readonly reason: string;
  readonly output: unknown;
}

interface About {
  /** Unique; what `--only` names. */
  readonly name: string;
  readonly kind: Kind;
  /** The task in words, as a person would write it. */
  readonly words: string;
  /** Path of the first page. */
  readonly start?: string;
  /** Schema of the answer; without one it is a text. */
  readonly schema?: JsonSchema;
  readonly secrets?: Readonly<Record<string, string>>;
  /** Hosts that the run may act on; else that of its first page. */
  readonly hosts?: readonly string[];
  /** Files in the workspace. */
  readonly files?: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;
  /** Turns of the model, where the usual limit does not do. */
  readonly steps?: number;
  /** The task cannot be done: the right end is a failure that the agent tells, with nothing changed. */
  readonly isImpossible?: true;
}

export interface Declared<S> extends About {
  site(): Site<S>;
  /** What is missing or wrong; undefined where everything is as it was wanted. */
  check(state: S, output: unknown): string | undefined;
  /** Plausible wrong ends. Each changes the state as an agent in error would, and returns what that agent would answer. */
  readonly wrong: readonly ((state: S) => unknown)[];
  /** Turns that do the task. */
  readonly oracle: readonly Step[];
}

/** One attempt: a site of its own, and the judge of what becomes of it. */
export interface Attempt {
  readonly site: Site<unknown>;
  /** Why this is not the end that was wanted; undefined where it is verified. */
  verdict(outcome: Outcome): string | undefined;
}

export interface Task extends About {
  readonly oracle: readonly Step[];
  attempt(): Attempt;
  /** Judges each plausible wrong end, and the untouched site. All must be refused; returns those that are not. */
  accepted(): string[];
}

export type Kind =
  | "forms"
  | "tables"
  | "search"
  | "widgets"
  | "files"
  | "login"
  | "dialogs"
  | "frames"
  | "shadow"
  | "pointer"
  | "lists"
  | "flows"
  | "editing"
  | "timing"
  | "dead ends"
  | "impossible"
  | "honesty";

export function task<S>({ site, check, wrong, ...about }: Declared<S>): Task {
  const judge = (state: S, outcome: Outcome): string | undefined => {
    if (about.isImpossible && outcome.reason !== "failed") return `it ended as '${outcome.reason}', not as a failure`;
    return check(state, outcome.output);
  };
  return {
    ...about,
    attempt() {
      const made = site();
      return { site: made, verdict: (outcome) => judge(made.state, outcome) };
    },
    accepted() {
      const claim = (output: unknown): Outcome => ({ success: true, reason: "done", output });
      const failure: Outcome = { success: false, reason: "failed", output: null };
      const untouched = [claim("Done."), claim(null), failure].map((outcome) => judge(site().state, outcome));
      const wrongs = wrong.map((spoil) => {
        const { state } = site();
        const output = spoil(state);
        return judge(state, about.isImpossible ? { ...failure, output } : claim(output));
      });
      return [...untouched, ...wrongs].flatMap((why, n) =>
        why !== undefined ? [] : [n < untouched.length ? `untouched (${n})` : `wrong end ${n - untouched.length}`],
      );
    },
  };
}

/** A problem where a value is not the one that was wanted. */
export function differs(what: string, actual: unknown, expected: unknown): string | undefined {
  if (Bun.deepEquals(actual, expected)) return undefined;
  if (Array.isArray(actual) && Array.isArray(expected) && actual.length === expected.length && actual.length > 1) {
    const at = actual.findIndex((one, n) => !Bun.deepEquals(one, expected[n]));
    return differs(`${what} (${at})`, actual[at], expected[at]);
  }
  return `${what} is ${shorten(actual)}, not ${shorten(expected)}`;
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? "undefined";
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

/** A problem unless it is so. */
export function unless(isSo: boolean, problem: string): string | undefined {
  return isSo ? undefined : problem;
}

/** The first problem of several. */
export function first(...problems: readonly (string | undefined)[]): string | undefined {
  return problems.find((one) => one !== undefined);
}

/** A problem unless a text answer has this in it, as words of its own, and none of those that would be wrong. */
export function says(output: unknown, wanted: string, ...wrong: readonly string[]): string | undefined {
  const text = plain(typeof output === "string" ? output : JSON.stringify(output ?? ""));
  if (!holds(text, wanted)) return `the answer ${JSON.stringify(output)} does not say ${wanted}`;
  const slip = wrong.find((one) => holds(text, one));
  return slip === undefined ? undefined : `the answer ${JSON.stringify(output)} says ${slip}`;
}

function holds(text: string, words: string): boolean {
  const escaped = plain(words).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "u").test(text);
}

function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ");
}
