/** The workspace folder of a run: given, written and downloaded files. The guard checks paths. */
import { mkdirSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { asFailure, Failure } from "../../errors.ts";
import { writeWhole } from "../../lib/atomic-file.ts";
import { isWithin } from "../../lib/contain.ts";
import { type Outcome, outcomeText } from "../../outcome.ts";
import type { Guard } from "../guard/guard.ts";

/** Maximum characters of a file that the model reads. */
const MAX_FILE = 40_000;

interface Download {
  n: number;
  name: string;
  state: string;
  bytes: number;
  path?: string;
}

export class Workspace {
  readonly #folder: string;
  readonly #guard: Guard;
  /** Numbers of the downloads that were copied here. */
  readonly #saved = new Set<number>();
  /** Paths of the files that the model wrote. */
  readonly #written = new Set<string>();

  constructor(folder: string, guard: Guard) {
    this.#folder = folder;
    this.#guard = guard;
  }

  list(): string {
    return (
      filesIn(this.#folder)
        .map(({ name, bytes }) => `${name}  ${bytes} bytes`)
        .join("\n") || "no files"
    );
  }

  /** The text of a file. `isOwn`: the model wrote it, so it proves nothing. */
  read(name: unknown): { text: string; isOwn: boolean } {
    const path = this.path(name);
    return { text: this.#guard.redact(textOf(path)), isOwn: this.#written.has(path) };
  }

  write(name: unknown, text: string): string {
    const path = this.path(name);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeWhole(path, text);
    this.#written.add(path);
    return relative(this.#folder, path);
  }

  /** Throws `denied` for a path outside of the folder. */
  path(name: unknown): string {
    return this.#guard.path(String(name ?? ""));
  }

  /** One line per download. Copies finished downloads to the workspace, once each. */
  async downloads(listed: readonly Download[], save: (n: number, path: string) => Promise<Outcome>): Promise<string> {
    const lines: string[] = [];
    for (const download of listed) lines.push(await this.#downloadLine(download, save));
    return lines.join("\n") || "no downloads";
  }

  async #downloadLine(
    { n, name, state, bytes, path: saved }: Download,
    save: (n: number, path: string) => Promise<Outcome>,
  ): Promise<string> {
    const line = (file: string, where: string) => `${file}  ${bytes} bytes  ${where}`;
    if (saved !== undefined && isWithin(saved, this.#folder))
      return line(relative(realpathSync(this.#folder), realpathSync(saved)), "in the workspace");
    if (state !== "completed") return line(name, state);
    if (this.#saved.has(n)) return line(name, "in the workspace");
    const path = this.#freePath(name);
    const copied = await save(n, path);
    // A server copies the downloads of its browsers here itself, without a path in the list.
    if (!copied.ok) return this.#exists(name) ? line(name, "in the workspace") : outcomeText(copied);
    this.#saved.add(n);
    return line(relative(this.#folder, path), "saved in the workspace");
  }

  #exists(name: string): boolean {
    return statSync(join(this.#folder, name), { throwIfNoEntry: false })?.isFile() === true;
  }

  /** A path in the workspace that does not exist. */
  #freePath(name: string): string {
    const [, stem = name, ending = ""] = /^(.+?)(\.[^.]{1,10})?$/.exec(name.replace(/[/\\\0]/g, "_")) ?? [];
    for (let n = 1; ; n++) {
      const path = join(this.#folder, n === 1 ? `${stem}${ending}` : `${stem} (${n})${ending}`);
      if (!statSync(path, { throwIfNoEntry: false })) return path;
    }
  }
}

/** The files of a folder and its subfolders, by relative name. */
export function filesIn(folder: string): { name: string; bytes: number; changedMs: number }[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return names.flatMap((name) => {
    const stat = statSync(join(folder, name), { throwIfNoEntry: false });
    return stat?.isFile() ? [{ name, bytes: stat.size, changedMs: stat.mtimeMs }] : [];
  });
}

function textOf(path: string): string {
  try {
    const bytes = readFileSync(path);
    if (bytes.subarray(0, 8_000).includes(0)) return `(not a text file: ${bytes.length} bytes)`;
    const text = bytes.toString("utf8");
    return text.length > MAX_FILE ? `${text.slice(0, MAX_FILE)}\n(cut: ${text.length} characters in all)` : text;
  } catch (error) {
    throw asFailure(error) ?? new Failure("not_found", "there is no such file in the workspace", "Call list_files.");
  }
}
