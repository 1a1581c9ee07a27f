/**
 * An agent that knows only what it has read in answers. It works in one of two ways: each action tells what it changed
 * (`--changes`, `fill`), or a `state` follows each action. Counts its calls.
 */

/** Runs one line of `svc` and returns what it prints; throws where it fails. */
export type Run = (words: readonly string[]) => Promise<string>;

export type Way = "changes" | "state";

/** An element of a tree as it is printed: `[5]<button in=Lamp>Buy`. */
const ELEMENT = /\[(\d+)\]<([^>]*)>([^[\n|]*)/g;

const FIELD = /^(input|select|textarea)/;

interface Found {
  index: string;
  facts: string;
}

export class Agent {
  calls = 0;
  /** Of the calls, looks between two fields of one form: an agent that dares may leave them out. */
  looksBetweenFields = 0;
  /** Of the calls, looks because the answer to an action did not tell enough. */
  extraLooks = 0;
  readonly #run: Run;
  readonly #way: Way;
  /** Answers, the newest last. */
  readonly #read: string[] = [];

  constructor(run: Run, way: Way) {
    this.#run = run;
    this.#way = way;
  }

  async open(url: string): Promise<void> {
    await this.act("open", url);
  }

  /** Acts, and comes to know what that led to. */
  async act(...words: string[]): Promise<void> {
    if (this.#way === "changes") return await this.#call([...words, "--changes"]);
    await this.#call(words);
    await this.#call(["state"]);
  }

  async click(name: string, inside?: string): Promise<void> {
    await this.act("click", await this.number(name, inside));
  }

  /** Fields by name, with what they are to hold: text, the label of an option, or `on`. */
  async fill(fields: Record<string, string>): Promise<void> {
    const found: [Found, string][] = [];
    for (const [name, value] of Object.entries(fields)) found.push([await this.#find(name, undefined, FIELD), value]);
    if (this.#way === "changes")
      return await this.act("fill", ...found.map(([{ index }, value]) => `${index}=${value}`));
    for (const [{ index, facts }, value] of found) await this.act(...setting(index, facts, value));
    this.looksBetweenFields += found.length - 1;
  }

  /** The number of the element with this name, of several the one in or after what has the other words. */
  async number(name: string, inside?: string): Promise<string> {
    return (await this.#find(name, inside)).index;
  }

  /** What the last answer says: the first group of the pattern. */
  async sees(pattern: RegExp): Promise<string> {
    const seen = () => pattern.exec(this.#read.at(-1) ?? "");
    const found = seen() ?? (await this.#lookAgain(seen));
    if (!found) throw new Error(`${pattern} is not in what the agent read last:\n${this.#read.at(-1)}`);
    return found[1] ?? found[0];
  }

  async #find(name: string, inside?: string, kind = /^/): Promise<Found> {
    const known = () => this.#read.findLast((answer) => elementIn(answer, name, inside, kind));
    const answer = known() ?? (await this.#lookAgain(known));
    const found = elementIn(answer ?? "", name, inside, kind);
    if (!found)
      throw new Error(`the agent knows no '${name}'${inside ? ` in '${inside}'` : ""}:\n${this.#read.at(-1)}`);
    return found;
  }

  async #lookAgain<T>(know: () => T | null | undefined): Promise<T | undefined> {
    if (this.#way === "state") return undefined;
    this.extraLooks++;
    await this.#call(["state"]);
    return know() ?? undefined;
  }

  async #call(words: readonly string[]): Promise<void> {
    this.calls++;
    this.#read.push(await this.#run(words));
  }
}

/** The line of `svc` that sets one field, as agents did it before `fill`. */
function setting(index: string, facts: string, value: string): string[] {
  if (facts.startsWith("select")) return ["select", index, value];
  return /type=(checkbox|radio)/.test(facts) ? ["check", index] : ["input", index, value];
}

/**
 * The element of an answer that has the name; of several the one that says it is in what was meant, else the first after it.
 * What the answer tells to be gone does not count.
 */
function elementIn(answer: string, name: string, inside: string | undefined, kind: RegExp): Found | undefined {
  const text = answer.replace(/^- .*$/gm, "");
  let before = 0;
  let near: Found | undefined;
  for (const { 0: whole, 1: index = "", 2: facts = "", 3: words = "", index: at } of text.matchAll(ELEMENT)) {
    // What stands around an element is not its name.
    const own = facts.replace(/ in=("[^"]*"|\S+)/, "");
    if (words.trim() !== name && !own.includes(`="${name}"`) && !own.endsWith(`=${name}`)) continue;
    if (!kind.test(facts)) continue;
    const around = text.slice(before, at);
    before = at + whole.length;
    if (inside === undefined || facts.includes(inside)) return { index, facts };
    if (around.includes(inside)) near ??= { index, facts };
  }
  return near;
}
