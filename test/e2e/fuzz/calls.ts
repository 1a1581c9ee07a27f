/** Random messages for an MCP server: valid, invalid, truncated, repeated, cancelled or huge requests, and garbage. */
import { type Args, isList } from "../../../src/args.ts";
import { commands } from "../../../src/commands/index.ts";
import { snake } from "../../../src/tools/tool.ts";
import { chooseTools } from "../../../src/tools/tools.ts";
import { Chance, SEED } from "./chance.ts";
import { BARE_HOME_ONLY, EXCLUDED } from "./lines.ts";
import { fitting } from "./messages.ts";
import { wordFor } from "./values.ts";

/** Leaves out commands that must not start, end the session or change its settings. */
const isUsable = (name: string) => !EXCLUDED.has(name) && !BARE_HOME_ONLY.has(name);

const TOOLS = [...chooseTools(commands, "all").callable.values()].filter((tool) => tool.commands.every(isUsable));

const METHODS = [
  ...[
    "tools/list",
    "resources/list",
    "resources/templates/list",
    "ping",
    "prompts/list",
    "completion/complete",
    "initialize",
  ],
  ...[
    "logging/setLevel",
    "sampling/createMessage",
    "tasks/list",
    "",
    "tools",
    "__proto__",
    "notifications/initialized",
    "rpc.x",
  ],
];

export interface Sent {
  /** The message with its line end. */
  text: string;
  /** ID of a request that must be answered. */
  asks?: number;
}

/** Makes message `n`; its ID, if it has one, is unique. */
export function callOf(n: number, base: string, seed = SEED): Sent {
  const chance = new Chance(seed, n);
  const id = n + 10;
  const request = requestOf(chance, id, base);
  const text = JSON.stringify(request);
  const ways: [share: number, make: () => Sent][] = [
    [0.66, () => ({ text, asks: id })],
    [0.04, () => ({ text: `${text}\n${text}` })],
    [0.04, () => ({ text: text.slice(0, chance.below(text.length)) })],
    [0.06, () => ({ text: JSON.stringify(mistyped(chance, request)) })],
    [0.05, () => ({ text: `${text}\n${JSON.stringify(cancelling(chance, id))}` })],
    [0.05, () => ({ text: JSON.stringify({ jsonrpc: "2.0", method: chance.pick(METHODS), params: { a: 1 } }) })],
    [0.04, () => ({ text: JSON.stringify([request, request]) })],
    [0.02, () => ({ text: "[".repeat(50_000) })],
    [0.002, () => ({ text: `{"jsonrpc":"2.0","method":"${"x".repeat(17 * 1024 * 1024)}"}` })],
  ];
  let at = chance.next();
  for (const [share, make] of ways) {
    at -= share;
    if (at < 0) return withEnd(make());
  }
  return withEnd({ text: chance.garbage() });
}

function withEnd({ text, ...rest }: Sent): Sent {
  return { text: `${text}\n`, ...rest };
}

function cancelling(chance: Chance, id: number): object {
  const requestId = chance.is(0.7) ? id : chance.pick([0, -1, "x", null, {}, 1e300]);
  return { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId, reason: "no longer" } };
}

function requestOf(chance: Chance, id: number, base: string): object {
  const whole = (method: string, params?: unknown) => ({ jsonrpc: "2.0", id, method, params });
  if (chance.is(0.1)) return whole(chance.pick(METHODS), chance.pick([undefined, {}, { cursor: "x" }, { level: 7 }]));
  if (chance.is(0.06))
    return whole("resources/read", { uri: chance.pick(["svc://x", "", "file:///", "svc://sessions", 7, null]) });
  const tool = chance.pick(TOOLS);
  const name = chance.is(0.05) ? chance.pick([chance.garbage(), "browser_nothing", "", "__proto__"]) : tool.name;
  const call = { name, arguments: argumentsOf(chance, tool.commands, Object.keys(tool.properties), base) };
  return whole(
    "tools/call",
    chance.is(0.1) ? { ...call, _meta: { progressToken: chance.pick([1, "t", null, {}]) } } : call,
  );
}

function argumentsOf(chance: Chance, names: readonly string[], keys: readonly string[], base: string): unknown {
  if (chance.is(0.03)) return chance.pick([null, [], "x", 7, undefined]);
  const given: Record<string, unknown> = { timeout_ms: chance.is(0.03) ? odd(chance) : 500 };
  Object.assign(given, declaredArguments(chance, names, base));
  // Arguments that only the tool has.
  for (const key of keys)
    if (!(key in given) && chance.is(0.3)) given[key] = chance.is(0.5) ? chance.below(12) : odd(chance);
  if (chance.is(0.05)) Object.defineProperty(given, chance.garbage(), { value: odd(chance), enumerable: true });
  if (chance.is(0.05)) given.session = chance.pick(["default", "", "a/b", 7, null, {}, "é", "default"]);
  return given;
}

/** Values for some of the arguments that the commands declare. */
function declaredArguments(chance: Chance, names: readonly string[], base: string): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  const declared = commands
    .filter(({ name }) => names.includes(name))
    .flatMap(({ args }) => Object.entries(args as Args));
  for (const [key, arg] of declared) {
    if (!chance.is(arg.required ? 0.85 : 0.2)) continue;
    const one = () => (chance.is(0.15) ? odd(chance) : fitting(arg.type.schema.type, wordFor(chance, key, arg, base)));
    given[snake(key)] = isList(arg) && chance.is(0.9) ? [one(), one()] : one();
  }
  return given;
}

/** A random JSON value. */
function odd(chance: Chance): unknown {
  const deep = Array.from({ length: 300 }).reduce((inner) => [inner], 1);
  return chance.pick([
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e300,
    "",
    "x",
    "\ud800",
    [],
    {},
    [[]],
    [null],
    { a: { b: 1 } },
    deep,
    chance.garbage(),
  ]);
}

function mistyped(chance: Chance, request: object): object {
  const key = chance.pick(["jsonrpc", "id", "method", "params"]);
  return { ...request, [key]: chance.pick([null, 7, "x", [], {}, [1], true, "", 1.5]) };
}
