/** Random lines, messages and bytes for `fuzz.test.ts`, made from the list of commands: right, nearly right and wrong. */
import { type AnyCommand, type Arg, type Args, optionName } from "../../src/command.ts";
import { commands } from "../../src/commands/index.ts";
import { globals } from "../../src/manual/globals.ts";
import { random } from "../property/random.ts";

/** What would install something, runs until it is interrupted, asks other machines, or starts two browsers each time. */
const LEFT_OUT = /^(serve( .*)?|install|setup|tunnel|doctor|cloud v[23] poll|profile update)$/;

const COMMANDS = commands.filter(({ name, endless }) => !LEFT_OUT.test(name) && !endless);

const ODD = [
  "",
  " ",
  "-",
  "--",
  "---",
  "-0",
  "0",
  "1",
  "2",
  "-1",
  "1e9",
  "99999999999999999999",
  "NaN",
  "null",
  "true",
  "[]",
  "{}",
  '{"a":',
  "=",
  "a=b",
  "=x",
  "\\=",
  "../..",
  "/",
  "/dev/null",
  "/proc/self/mem",
  "/root/none/none",
  ".",
  "~",
  "*",
  "a\nb",
  "\t",
  "\u001b[31m",
  "\u202e",
  "é",
  "日本語",
  "🙂",
  "\ud800x",
  "'",
  '"',
  "`",
  "$(false)",
  "%s%n",
  "data:text/html,<input><button>b</button>",
  "about:blank",
  "http://127.0.0.1:1/",
  "javascript:1",
  "file:///none",
  "http://[::1",
  "localhost:99999",
  "Save",
  "css=*",
  "/(/",
  "document.title",
  "throw 1",
  "1 +",
  "Control+a",
  "Hyper+q",
  "down",
  "all",
  "x".repeat(256),
  "y/".repeat(2_100),
];

export class Words {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = random(seed);
  }

  chance(share: number): boolean {
    return this.#next() < share;
  }

  upTo(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  one<T>(of: readonly T[]): T {
    return of[this.upTo(of.length)] as T;
  }

  /** A word that a shell can give: no NUL, and well-formed. */
  odd(): string {
    if (this.chance(0.02)) return "z".repeat(this.upTo(100_000));
    const text = this.chance(0.1)
      ? Array.from({ length: this.upTo(12) }, () => String.fromCodePoint(1 + this.upTo(0xd7ff))).join("")
      : this.one(ODD);
    return text.toWellFormed();
  }

  value({ type }: Arg): string {
    if (this.chance(0.35)) return this.odd();
    if (type.choices) return this.one(type.choices);
    const { minimum = 0, maximum = 20 } = type.schema;
    if (type.schema.type === "integer")
      return String(minimum + this.upTo(Math.min(maximum, minimum + 30) - minimum + 1));
    return this.one(["a", "example", "1", "title", "b", "Save", "data:text/html,<p>x", "x=y"]);
  }

  options(args: Args): string[] {
    return Object.entries(args).flatMap(([key, arg]) => {
      if ((arg.place !== "option" && arg.place !== "flag") || this.chance(0.85)) return [];
      const name = this.chance(0.05) ? `--${this.odd()}` : `--${optionName(key, arg)}`;
      if (arg.place === "flag") return this.chance(0.1) ? [`${name}=${this.odd()}`] : [name];
      return this.chance(0.5) ? [`${name}=${this.value(arg)}`] : [name, this.value(arg)];
    });
  }

  command(): AnyCommand {
    return this.one(COMMANDS);
  }

  line(): string[] {
    const { name, aliases = [], args } = this.command();
    const spelled = this.chance(0.1) ? this.one([name, ...aliases]) : name;
    const words = this.chance(0.03) ? [this.odd()] : spelled.split(" ");
    const places = Object.values(args as Args).flatMap((arg) => {
      if (arg.place === "positional") return arg.required || this.chance(0.5) ? [this.value(arg)] : [];
      return arg.place === "positionals" ? Array.from({ length: this.upTo(3) }, () => this.value(arg)) : [];
    });
    const { headed, connect, profile, browser, mcp, tools, session, cdpUrl, ...common } = globals as Args;
    const more = [...this.options(args as Args), ...this.options(common as Args)];
    if (this.chance(0.08)) more.push(this.odd());
    if (this.chance(0.05)) places.splice(this.upTo(places.length + 1), 0, this.odd());
    if (this.chance(0.05)) places.unshift("--");
    const line = this.chance(0.7) ? [...words, ...places, ...more] : [...words, ...more, ...places];
    return line.map((word) => word.replaceAll("\0", ""));
  }

  /** Any JSON. */
  json(depth = 0): unknown {
    const kind = this.upTo(depth > 2 ? 6 : 8);
    if (kind === 0) return null;
    if (kind === 1) return this.one([0, 1, -1, 1.5, 1e300, 2 ** 53]);
    if (kind === 2) return this.chance(0.5);
    if (kind < 6) return this.odd();
    if (kind === 6) return Array.from({ length: this.upTo(4) }, () => this.json(depth + 1));
    return Object.fromEntries(
      Array.from({ length: this.upTo(4) }, () => [this.odd().slice(0, 20), this.json(depth + 1)]),
    );
  }

  /** Arguments of a command as JSON: right, nearly right and wrong. */
  args({ args }: AnyCommand): Record<string, unknown> {
    const given: Record<string, unknown> = {};
    for (const [key, arg] of Object.entries(args as Args)) {
      if (!arg.required && this.chance(0.7)) continue;
      const text = this.value(arg);
      given[key] = this.chance(0.3) ? this.json() : arg.type.schema.type === "integer" ? Number(text) : text;
    }
    if (this.chance(0.1)) given[this.odd().slice(0, 20)] = this.json();
    return given;
  }

  /** A message with some of it replaced, dropped or cut off. */
  spoiled(message: Record<string, unknown>): string {
    const spoiled = { ...message };
    for (const key of Object.keys(spoiled)) {
      if (this.chance(0.12)) spoiled[key] = this.json();
      else if (this.chance(0.05)) delete spoiled[key];
    }
    const text = JSON.stringify(spoiled);
    return this.chance(0.05) ? text.slice(0, this.upTo(text.length)) : text;
  }

  bytes(): Uint8Array {
    return Uint8Array.from({ length: this.upTo(300) }, () => this.upTo(256));
  }
}
