/** What the page shows beside what the model is told of it: where it stands, and whether it has changed by itself. */
import type { Picture } from "../../models/model.ts";
import type { PageFacts } from "../evidence/done.ts";
import type { Toolbox } from "./toolbox.ts";

/** Between two looks at a page that changes: what ticks changes again. */
const TICK_MS = 700;

/** A message that passes is not longer. */
const MESSAGE_CHARS = 200;

export class PageWatch implements PageFacts {
  readonly #toolbox: Toolbox;
  readonly #fence: (text: string) => string;
  /** What it shows, in short: two that are equal show the same. */
  shown = "";
  url = "";
  title = "";
  #text = "";

  constructor(toolbox: Toolbox, fence: (text: string) => string) {
    this.#toolbox = toolbox;
    this.#fence = fence;
  }

  /** Notes what it shows now. It is not looked at as `state` does: that would take from the model what changes by itself. */
  async look(): Promise<void> {
    const [text, url, title] = await Promise.all([
      this.#read("get text"),
      this.#read("get url"),
      this.#read("get title"),
    ]);
    this.#text = text;
    this.url = url;
    this.title = title;
    this.shown = Bun.hash(`${url}\n${text}`).toString();
  }

  async hasChanged(): Promise<boolean> {
    const before = { shown: this.shown, text: this.#text, url: this.url };
    await this.look();
    if (this.shown === before.shown) return false;
    if (this.url !== before.url) return true;
    if (hasOnlyPassed(before.text, this.#text)) return false;
    const then = this.#text;
    await Bun.sleep(TICK_MS);
    await this.look();
    const isTicking = this.#text !== then && still(this.#text) === still(then);
    return !(isTicking && still(then) === still(before.text));
  }

  async show(): Promise<string> {
    return await this.#state({});
  }

  async news(): Promise<string> {
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

  async files(): Promise<{ kept: readonly string[]; coming: readonly string[] }> {
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

/** True where some short lines went and none came: messages go by themselves after a while. */
function hasOnlyPassed(before: string, now: string): boolean {
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

/** A text without its numbers. */
function still(text: string): string {
  return text.replace(/\d+/g, "0");
}
