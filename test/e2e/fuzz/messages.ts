/** Random conversations with a daemon: valid, invalid, truncated, repeated or huge greetings and requests, and garbage. */
import { resolve } from "node:path";
import { stringify } from "devalue";
import { type Args, isList } from "../../../src/args.ts";
import { commands } from "../../../src/commands/index.ts";
import { PROTOCOL } from "../../../src/daemon/wire.ts";
import { Chance, SEED } from "./chance.ts";
import { BARE_HOME_ONLY, EXCLUDED, lineOf } from "./lines.ts";
import { wordFor } from "./values.ts";

export interface Conversation {
  /** The greeting has this version, so the daemon reads the messages after it. */
  isGreeted: boolean;
  /** Command line in the greeting; its answer is plain JSON. */
  line?: readonly string[];
  /** The bytes to send. */
  messages: Uint8Array[];
  /** Size of the pieces in which the bytes are written. */
  pieceBytes: number;
  /** What the client does after everything is sent. */
  end: "wait" | "half-close" | "leave";
}

/** ID of the last request of a conversation. */
export const LAST_ID = 424_242;

const usable = commands.filter(({ name }) => !EXCLUDED.has(name) && !BARE_HOME_ONLY.has(name));

export function conversationOf(n: number, where: { build: string; base: string; cwd: string }): Conversation {
  const chance = new Chance(SEED, n);
  const line = chance.is(0.2) ? lineOf(n, where.base).argv : undefined;
  const greeting = { svc: PROTOCOL, build: where.build, ...(line ? { line, cwd: where.cwd } : {}) };
  const isGreeted = chance.is(0.85);
  const first = Buffer.from(isGreeted ? `${JSON.stringify(greeting)}\n` : wrongGreeting(chance, greeting));
  const requests = Array.from({ length: chance.below(5) }, () => message(chance, where));
  return {
    isGreeted: isGreeted && !line,
    ...(isGreeted && line ? { line } : {}),
    messages: [first, ...requests],
    pieceBytes: chance.pick([1, 7, 100, 65_536, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]),
    end: chance.pick(["wait", "wait", "wait", "half-close", "leave"]),
  };
}

/** A valid request at the end: its answer shows that everything before it was read. */
export function lastRequest(cwd: string): string {
  return `${stringify({ ...common(cwd), id: LAST_ID, command: "tab list", args: {} })}\n`;
}

/** A wrong greeting must not contain `stop`, which would end the daemon. */
function wrongGreeting(chance: Chance, greeting: object): string {
  const key = chance.pick(["svc", "build", "line", "cwd", "callerRules", "environment"]);
  const made = JSON.stringify({ ...greeting, [key]: chance.pick([null, 7, "x", [], {}, [1], { a: 1 }, true, ""]) });
  return chance.pick([
    () => `${made}\n`,
    () => `${made.slice(0, chance.below(made.length))}\n`,
    () => `${chance.garbage()}\n`,
    () => "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    () => `${"[".repeat(100_000)}\n`,
    () => "\n\n\n",
    () => "\x16\x03\x01\x02",
  ])();
}

function message(chance: Chance, where: { base: string; cwd: string }): Uint8Array {
  const request = requestOf(chance, where);
  const whole = () => Buffer.from(`${stringify(request)}\n`);
  const ways: [share: number, make: () => Uint8Array][] = [
    [0.45, whole],
    [0.08, () => Buffer.concat([whole(), whole()])],
    [0.2, () => Buffer.from(`${stringify(mistyped(chance, request))}\n`)],
    [0.08, () => whole().subarray(0, chance.below(200))],
    [0.08, () => flipped(chance, whole())],
    [0.05, () => Buffer.from(`${stringify({ cancel: chance.pick([0, 1, 2, -1, LAST_ID + 1, 1e300, "1"]) })}\n`)],
    [0.05, () => Uint8Array.from({ length: chance.below(300) }, () => chance.below(256))],
    [0.009, () => Buffer.from(`${stringify({ ...request, args: { text: "x".repeat(5_000_000) } })}\n`)],
  ];
  let at = chance.next();
  for (const [share, make] of ways) {
    at -= share;
    if (at < 0) return make();
  }
  return Buffer.from(chance.is(0.02) ? "y".repeat(65 * 1024 * 1024) : "[".repeat(200_000));
}

function common(cwd: string) {
  const rest = { timeoutMs: 500, spentMs: 0, environment: {}, callerRules: {}, cwd };
  return { ...rest, isInternal: false, confirmed: false, streams: false };
}

function requestOf(chance: Chance, { base, cwd }: { base: string; cwd: string }) {
  const command = chance.pick(usable);
  const args: Record<string, unknown> = {};
  for (const [key, arg] of Object.entries(command.args as Args)) {
    if (!chance.is(arg.required ? 0.9 : 0.25)) continue;
    // A daemon's working folder is the root. Clients send absolute paths, and nothing may be written to the root.
    const whole = (value: unknown) =>
      arg.type.completes === "files" && typeof value === "string" ? resolve(cwd, value) : value;
    const word = () => fitting(arg.type.schema.type, wordFor(chance, key, arg, base));
    const one = () => whole(chance.is(0.15) ? odd(chance) : word());
    args[key] = isList(arg) && chance.is(0.9) ? Array.from({ length: chance.below(3) }, one) : one();
  }
  const more = chance.garbage();
  // An object literal with this key sets the prototype, and devalue refuses such objects.
  if (chance.is(0.05) && more !== "__proto__") args[more] = odd(chance);
  const flags = { streams: chance.is(0.3), isInternal: chance.is(0.1), confirmed: chance.is(0.1) };
  return { ...common(cwd), ...flags, id: chance.below(1_000), command: command.name, args };
}

/** Converts a word to the type that the schema names. */
export function fitting(type: unknown, word: string): unknown {
  if (type === "boolean") return word.length % 2 === 0;
  return type === "integer" || type === "number" ? Number(word) : word;
}

function mistyped(chance: Chance, request: object): object {
  const key = chance.pick(Object.keys(request));
  return chance.is(0.1) ? (odd(chance) as object) : { ...request, [key]: odd(chance) };
}

/** A random value, also of types that JSON does not have. */
function odd(chance: Chance): unknown {
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  const deep = Array.from({ length: 300 }).reduce((inner) => [inner], 1);
  return chance.pick([
    ...[null, undefined, true, 0, -1, 1e300, Number.NaN, Number.POSITIVE_INFINITY, -0, "", "x", [], {}, [[]], [null]],
    ...[10n, new Date(0), new Date(Number.NaN), new Map([[1, 2]]), new Set([1]), new Uint8Array(3), /x/g, cycle, deep],
    ...[{ constructor: 1, toString: 2 }, { toJSON: 1 }, ["a", 1], { length: 3 }, "a".repeat(100_000)],
  ]);
}

function flipped(chance: Chance, bytes: Buffer): Buffer {
  const made = Buffer.from(bytes);
  for (let n = chance.below(4); n >= 0; n--) made[chance.below(made.length - 1)] = chance.below(256);
  return made;
}
