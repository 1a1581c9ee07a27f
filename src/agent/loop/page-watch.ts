/** Tracks the page between turns: its address, its text, and whether it changes by itself. */
import type { Picture } from "../../models/model.ts";
import type { PageFacts } from "../evidence/completion-check.ts";
import type { Toolbox } from "./toolbox.ts";

/** Delay between two reads of a changing page, to detect counters and clocks. */
const TICK_MS = 700;

/** Maximum length of a message that disappears by itself. */
const MESSAGE_CHARS = 200;

export class PageWatch implements PageFacts {
  readonly #toolbox: Toolbox;
  readonly #fence: (text: string) => string;
  /** Hash of address and text. */
  fingerprint = "";
  url = "";
  title = "";
  #text = "";

  constructor(toolbox: Toolbox, fence: (text: string) => string) {
    this.#toolbox = toolbox;
    this.#fence = fence;
  }

  /** Reads the page without `state`: that would remove changes from the next diff of the model. */
  async refresh(): Promise<void> {
    const [text, url, title] = await Promise.all([
      this.#read("get text"),
      this.#read("get url"),
      this.#read("get title"),
    ]);
    this.#text = text;
    this.url = url;
    this.title = title;
    this.fingerprint = Bun.hash(`${url}\n${text}`).toString();
  }

  async hasChanged(): Promise<boolean> {
    const before = { fingerprint: this.fingerprint, text: this.#text, url: this.url };
    await this.refresh();
    if (this.fingerprint === before.fingerprint) return false;
    if (this.url !== before.url) return true;
    if (onlyLostShortLines(before.text, this.#text)) return false;
    const then = this.#text;
    await Bun.sleep(TICK_MS);
    await this.refresh();
    const isTicking = this.#text !== then && withoutNumbers(this.#text) === withoutNumbers(then);
    return !(isTicking && withoutNumbers(then) === withoutNumbers(before.text));
  }

  async show(): Promise<string> {
    return await this.#state({});
  }

  async changes(): Promise<string> {
    return await this.#state({ diff: true });
  }

  async #state(args: { diff?: true }): Promise<string> {
    const { text } = await this.#toolbox.run({ id: "", name: "state", args });
    return this.#fence(text);
  }

  async unfinished(): Promise<{ forms: string[][]; dialogs: string[] }> {
    const read = await this.#toolbox.command("get unfinished", {});
    return read.ok ? (read.data as { forms: string[][]; dialogs: string[] }) : { forms: [], dialogs: [] };
  }

  async files(): Promise<{ present: readonly string[]; pending: readonly string[] }> {
    return await this.#toolbox.files();
  }

  async picture(): Promise<Picture | undefined> {
    const taken = await this.#toolbox.command("screenshot", { format: "jpeg", quality: 70 });
    const { screenshot, format } = (taken.ok ? taken.data : {}) as { screenshot?: string; format?: string };
    return screenshot && format
      ? { bytes: Uint8Array.fromBase64(screenshot), mediaType: `image/${format}` }
      : undefined;
  }

  async #read(name: string): Promise<string> {
    const read = await this.#toolbox.command(name, {});
    if (!read.ok) return read.error.code;
    const { text, url, title } = read.data as Record<string, string>;
    return (name === "get text" ? text : name === "get url" ? url : title) ?? "";
  }
}

/** True when only a few short lines disappeared, as messages do after a while. */
function onlyLostShortLines(before: string, now: string): boolean {
  const left = new Map<string, number>();
  for (const line of before.split("\n")) left.set(line, (left.get(line) ?? 0) + 1);
  for (const line of now.split("\n")) {
    const count = left.get(line) ?? 0;
    if (count === 0 && line.trim() !== "") return false;
    left.set(line, count - 1);
  }
  const gone = [...left].reduce((sum, [line, count]) => sum + line.length * Math.max(0, count), 0);
  return gone <= MESSAGE_CHARS;
}

/** Replaces all numbers by zero. */
function withoutNumbers(text: string): string {
  return text.replace(/\d+/g, "0");
}
