/** An oracle: the turns that do a task, as calls of the agent's tools. What has to be read first is a function of the answers. */

export interface Call {
  readonly tool: string;
  readonly args: Record<string, unknown>;
}

/** What the oracle has read so far. */
export interface Seen {
  /** Address of the site, without a slash at its end. */
  readonly base: string;
  /** Answers to the calls of the last turn. */
  readonly last: string;
  /** All answers, the newest last. */
  readonly all: readonly string[];
  /** First group of the pattern in the newest answer that has it. Throws where none has. */
  match(pattern: RegExp): string;
  /** Number of the element with this text or attribute; of several the one in, or first after, what has the other words. */
  index(name: string, inside?: string): number;
}

/** One turn: a call, several calls, or what is to be read from the answers. */
export type Step = Call | readonly Call[] | ((seen: Seen) => Call | readonly Call[]);

export const call = (tool: string, args: Record<string, unknown> = {}): Call => ({ tool, args });

/** A path is resolved against the address of the site. */
export const open = (url: string) => call("open", { url });
export const back = () => call("back");
export const look = (args: Record<string, unknown> = {}) => call("state", args);
export const click = (text: string, more: Record<string, unknown> = {}) => call("click", { text, ...more });
export const press = (role: string, name: string, more: Record<string, unknown> = {}) =>
  call("click", { role, name, ...more });
export const clickOn =
  (name: string, inside?: string): Step =>
  (seen) =>
    call("click", { index: seen.index(name, inside) });
export const fill = (...fields: string[]) => call("fill", { fields });
export const type = (text: string, label: string) => call("type", { text, label });
export const keys = (...pressed: string[]) => call("keys", { keys: pressed });
export const waitFor = (text: string) => call("wait", { text });
/** An answer that fits a schema is that of a question. */
export const done = (output: unknown, evidence: string, kind = typeof output === "string" ? "deed" : "question") =>
  call("done", { success: true, kind, output, evidence });
export const fail = (output: string, evidence: string) => call("done", { success: false, output, evidence });

/** An element of a tree as it is printed: `[5]<button in=Lamp>Buy`. */
const ELEMENT = /\[(\d+)\]<([^>]*)>([^[\n|]*)/g;

export function seen(base: string, answers: readonly string[]): Seen {
  return {
    base,
    last: answers.at(-1) ?? "",
    all: answers,
    match(pattern) {
      for (const answer of answers.toReversed()) {
        const found = pattern.exec(answer);
        if (found) return found[1] ?? found[0];
      }
      throw new Error(`${pattern} is in no answer; the last was\n${answers.at(-1)}`);
    },
    index(name, inside) {
      for (const answer of answers.toReversed()) {
        const found = elementIn(answer, name, inside);
        if (found !== undefined) return found;
      }
      throw new Error(`no '${name}'${inside ? ` in '${inside}'` : ""} in any answer; the last was\n${answers.at(-1)}`);
    },
  };
}

function elementIn(answer: string, name: string, inside: string | undefined): number | undefined {
  // What an answer tells to be gone does not count.
  const text = answer.replace(/^- .*$/gm, "");
  let before = 0;
  let near: number | undefined;
  for (const { 0: whole, 1: index = "", 2: facts = "", 3: words = "", index: at } of text.matchAll(ELEMENT)) {
    // What stands around an element is not its name.
    const own = facts.replace(/ in=("[^"]*"|\S+)/, "");
    if (words.trim() !== name && !own.includes(`="${name}"`) && !own.endsWith(`=${name}`)) continue;
    const around = text.slice(before, at);
    before = at + whole.length;
    if (inside === undefined || facts.includes(inside)) return Number(index);
    if (around.includes(inside)) near ??= Number(index);
  }
  return near;
}

/** The calls of a turn, with paths resolved. */
export function turn(step: Step, read: Seen): readonly Call[] {
  const made = typeof step === "function" ? step(read) : step;
  const calls = Array.isArray(made) ? (made as readonly Call[]) : [made as Call];
  return calls.map(({ tool, args }) => {
    const isPath = tool === "open" && typeof args.url === "string" && args.url.startsWith("/");
    return { tool, args: isPath ? { ...args, url: `${read.base}${args.url}` } : args };
  });
}
