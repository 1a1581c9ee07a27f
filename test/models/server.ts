/**
 * A scripted stand-in for the servers of language models. It speaks OpenAI's chat completions and Anthropic's messages over
 * HTTP, streamed or not, and answers what a script says. Whole tasks are driven with it: a script is the model.
 *
 *     using server = scriptedModel([call("open", { url }), [call("click", { index: 3 })], "Done."]);
 *     server.url              // base URL; `${url}/anthropic` is the same server in Anthropic's protocol
 *     server.config           // a ModelConfig for `openModel`; `server.anthropic` the other protocol
 *     server.requests         // the turns asked for, in order, as `Conversation`s (see conversation.ts)
 *
 * A script is one of
 * - a list of turns: the n-th request gets the n-th turn. One too many is refused with 400 and a message that says so.
 * - a function of the conversation: `(asked) => asked.last.includes("Total") ? "12" : call("state")`. It has no memory of
 *   its own, so any number of sessions may ask at the same time. It may be async.
 * - `perTask((asked) => turns)`: a list or a generator per task (the first message of the user), for several tasks at once
 *   or for scripts that read what they see. `yield` gives a turn and returns the next request:
 *
 *     scriptedModel(perTask(function* (asked) {
 *       asked = yield call("open", { url });
 *       asked = yield call("click", { index: indexOf(asked.last, /Save/) });
 *       yield call("done", { success: true, output: "saved", evidence: asked.last });
 *     }))
 *
 * A turn is a text, a call, a list of calls, or an object: what is said (`text`, `thoughts`, `calls`, `finish`, `usage`), how
 * it is cut (`chunk`, `named`), and what goes wrong on the way (`Fault`: status, delays, silence, an end in the middle…).
 * A model that was refused its tools writes calls into its text, so the same script drives it.
 *
 * `options` say what the server cannot do (`refuses`), which holds for every request. Probes of capabilities are answered by
 * the server itself, as its options say, and are kept in `server.probes`: they take no turn of the script.
 */

import type { ModelConfig } from "../../src/models/model.ts";
import { PROBE } from "../../src/models/probe.ts";
import { localServer } from "../support/server.ts";
import { type Answer, events, type ScriptedCall, whole } from "./answers.ts";
import { type Body, type Conversation, readConversation } from "./conversation.ts";
import { error, keyOf, type Refused, refusal } from "./refusals.ts";

export type { Answer, ScriptedCall } from "./answers.ts";
export type { Conversation } from "./conversation.ts";
export type { Refused } from "./refusals.ts";

/** What goes wrong with one answer. */
export interface Fault {
  /** Answered with this status, and with `body` or an error in the words of the protocol. */
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** How long nothing comes, not even the head of the answer. */
  silentMs?: number;
  /** Between two events of a stream. */
  slowMs?: number;
  /** The stream falls silent for good after this many events. */
  stallsAfter?: number;
  /** The stream ends after this many events, as if it were whole. */
  endsAfter?: number;
  /** The connection breaks after this many events. */
  breaksAfter?: number;
  /** Bytes in one write: events and letters are cut anywhere. */
  bytes?: number;
}

export type Turn = string | ScriptedCall | readonly ScriptedCall[] | (Answer & Fault);

export type Script = readonly Turn[] | ((asked: Conversation) => Turn | Promise<Turn>);

export interface ScriptedOptions {
  /** What the server answers with 400, whoever asks. */
  refuses?: readonly Refused[];
  /** It tells no token counts. */
  withoutUsage?: true;
  /** It takes pictures and does not look at them. */
  blind?: true;
  /** It takes tools and never calls one: calls are left out, text stays. */
  deafToTools?: true;
  /** Streams leave calls out; they come in whole documents alone. */
  losesStreamedCalls?: true;
  /** It thinks about a probe until it is cut off. */
  broods?: true;
  /** Words of its refusals, in place of those that say what is refused. */
  refusal?: string;
  /** Tokens that it holds, told by its list of models. */
  contextTokens?: number;
  /** Answers with one JSON document, also where a stream was asked for. */
  neverStreams?: true;
  /** Else any key is taken. */
  key?: string;
  /** Added to every answer. */
  latencyMs?: number;
}

export interface ScriptedServer extends Disposable {
  readonly url: string;
  readonly config: ModelConfig;
  readonly anthropic: ModelConfig;
  /** Those that took a turn of the script. */
  readonly requests: readonly Conversation[];
  /** Those that the server's options refused. */
  readonly refused: readonly Conversation[];
  readonly probes: readonly Conversation[];
  /** Requests that the other side gave up. */
  aborted(): number;
}

export function call(name: string, args: Record<string, unknown> | string = {}): ScriptedCall {
  return { name, args };
}

/** The index, as in `[12]`, of the first line that fits. Throws where none does: the script is at a loss. */
export function indexOf(text: string, line: RegExp | string): number {
  const fits = (one: string) => (typeof line === "string" ? one.includes(line) : line.test(one));
  const found = text.split("\n").find((one) => fits(one) && /\[\d+\]/.test(one));
  const index = /\[(\d+)\]/.exec(found ?? "")?.[1];
  if (index === undefined) throw new Error(`no line with an index fits ${line} in:\n${text}`);
  return Number(index);
}

/** A script for each task, told apart by the first message of its user. */
export function perTask(start: (asked: Conversation) => Iterable<Turn, unknown, Conversation>): Script {
  const running = new Map<string, Iterator<Turn, unknown, Conversation>>();
  return (asked) => {
    const known = running.get(asked.first);
    const script = known ?? start(asked)[Symbol.iterator]();
    running.set(asked.first, script);
    const { done, value } = script.next(asked);
    return done ? outOfTurns(`the script of "${asked.first.slice(0, 60)}" is at its end`) : (value as Turn);
  };
}

export function scriptedModel(script: Script, options: ScriptedOptions = {}): ScriptedServer {
  const requests: Conversation[] = [];
  const refused: Conversation[] = [];
  const probes: Conversation[] = [];
  let aborted = 0;
  const server = localServer({
    error: () => new Response(null, { status: 500 }),
    async fetch(request) {
      request.signal.addEventListener("abort", () => aborted++);
      const { pathname } = new URL(request.url);
      if (pathname.endsWith("/models")) return listing(request.headers, options);
      if (!/\/(chat\/completions|messages)$/.test(pathname)) return new Response("no such path", { status: 404 });
      const asked = readConversation(pathname, request.headers, (await request.json()) as Body);
      const isProbe = asked.system.startsWith(PROBE);
      if (options.latencyMs) await Bun.sleep(options.latencyMs);
      const no = refusal(asked, options);
      (isProbe ? probes : no ? refused : requests).push(asked);
      if (no) return no;
      if (isProbe) return respond(asked, shaped(asked, probeTurn(asked, options), options), options);
      const turn = await turnOf(script, asked, requests.length);
      return respond(asked, shaped(asked, turn, options), options);
    },
  });
  const url = `http://127.0.0.1:${server.port}`;
  const config = (provider: ModelConfig["provider"], baseUrl: string): ModelConfig => ({
    ...{ name: "scripted", provider, baseUrl, model: "scripted-1", key: options.key ?? "sk-scripted" },
    prices: { input: 1, cachedInput: 0.1, output: 10 },
    contextTokens: 128_000,
  });
  return {
    url,
    config: config("openai", `${url}/v1`),
    anthropic: config("anthropic", `${url}/anthropic/v1`),
    requests,
    refused,
    probes,
    aborted: () => aborted,
    [Symbol.dispose]: () => void server.stop(true),
  };
}

async function turnOf(script: Script, asked: Conversation, count: number): Promise<Turn> {
  try {
    if (typeof script === "function") return await script(asked);
    return script[count - 1] ?? outOfTurns(`the script has ${script.length} turns, and this is request ${count}`);
  } catch (error) {
    return outOfTurns(`the script failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The list of models, as vLLM has it. */
function listing(headers: Headers, options: ScriptedOptions): Response {
  const { key, contextTokens } = options;
  if (key !== undefined && keyOf(headers) !== key) return error(401, "invalid key");
  const known = contextTokens === undefined ? {} : { max_model_len: contextTokens };
  return Response.json({ object: "list", data: [{ id: "scripted-1", object: "model", ...known }] });
}

/** Nothing that is tried again. */
function outOfTurns(message: string): Fault {
  return { status: 400, body: JSON.stringify({ error: { type: "invalid_request_error", message } }) };
}

/** What a model with these abilities answers to a probe: it calls the tool, or gives JSON. */
function probeTurn(asked: Conversation, { blind, broods }: ScriptedOptions): Turn {
  if (broods) return { thoughts: "hm", finish: "length" };
  const seen = asked.messages.some(({ pictures }) => pictures > 0) && !blind;
  const answer = seen ? { left: "blue", right: "yellow" } : { left: "none", right: "none" };
  const [tool] = asked.tools;
  return tool ? call(tool.name, answer) : JSON.stringify(answer);
}

function shaped(asked: Conversation, turn: Turn, options: ScriptedOptions): Answer & Fault {
  const answer: Answer & Fault =
    typeof turn === "string"
      ? { text: turn }
      : isCalls(turn)
        ? { calls: turn }
        : "name" in turn
          ? { calls: [turn as ScriptedCall] }
          : (turn as Answer & Fault);
  const usage = options.withoutUsage ? { usage: false as const } : {};
  const isDeaf = options.deafToTools || (options.losesStreamedCalls && asked.streamed);
  if (!isDeaf || asked.tools.length === 0) return { ...answer, ...usage };
  return { ...answer, ...usage, calls: [], text: answer.text ?? "I would rather talk about it." };
}

function isCalls(turn: Turn): turn is readonly ScriptedCall[] {
  return Array.isArray(turn);
}

async function respond(asked: Conversation, answer: Answer & Fault, options: ScriptedOptions): Promise<Response> {
  if (answer.silentMs) await Bun.sleep(answer.silentMs);
  const { status, headers, body = '{"error":{"type":"api_error","message":"scripted failure"}}' } = answer;
  if (status !== undefined) return new Response(body, { status, headers: { ...JSON_TYPE, ...headers } });
  if (!asked.streamed || options.neverStreams) return Response.json(whole(asked, answer));
  return new Response(streamed(events(asked, answer), answer), { headers: { "Content-Type": "text/event-stream" } });
}

const JSON_TYPE = { "Content-Type": "application/json" };

function streamed(sent: readonly string[], fault: Fault): ReadableStream<Uint8Array> {
  const { slowMs = 0, stallsAfter, endsAfter, breaksAfter, bytes } = fault;
  const upTo = Math.min(stallsAfter ?? sent.length, endsAfter ?? sent.length, breaksAfter ?? sent.length);
  return new ReadableStream({
    async start(controller) {
      try {
        for (const write of written(sent.slice(0, upTo).join(""), sent.slice(0, upTo), bytes)) {
          controller.enqueue(write);
          await Bun.sleep(slowMs);
        }
        if (breaksAfter !== undefined) controller.error();
        else if (stallsAfter === undefined) controller.close();
      } catch {
        // The other side is gone.
      }
    },
  });
}

function written(text: string, sent: readonly string[], bytes: number | undefined): Uint8Array[] {
  const encoder = new TextEncoder();
  if (bytes === undefined) return sent.map((one) => encoder.encode(one));
  const all = encoder.encode(text);
  return Array.from({ length: Math.ceil(all.length / bytes) }, (_, at) => all.slice(at * bytes, (at + 1) * bytes));
}
