// Runs calls of the built TypeScript SDK for the tests, on any runtime: lines of JSON in, lines of JSON out. `driver.py` is its twin.
import process from "node:process";
import { createInterface } from "node:readline";
import { inspect } from "node:util";

const { Svc } = await import(process.argv[2]);
const running = new Map();

/** `signal` is given where the test may cancel the call: it belongs into the last argument. */
async function answer({ client, method, args = [], params, as, limit = 100_000 }, signal) {
  const { options, ...rest } = params ?? {};
  const given = signal ? [{ ...rest, signal }] : [...(params ? [rest] : []), ...(options ? [options] : [])];
  const [last, ...before] = [...method].reverse();
  const value = before.reduceRight((resource, name) => resource[name], new Svc(client))[last](...args, ...given);
  if (as === "page" || typeof value?.[Symbol.asyncIterator] !== "function") return await value;
  const rows = [];
  for await (const one of value) if (rows.push(one) >= limit) break;
  return rows;
}

function failure(error) {
  const { name, message, code, hint, status, requestId, problems, stack, cause } = error;
  const shown = [inspect(error), stack, inspect(cause)].join("\n");
  return { name, message, code, hint, status, requestId, problems, shown };
}

async function run(call) {
  const leaving = new AbortController();
  running.set(call.id, leaving);
  const outcome = await answer(call, call.isCancellable ? leaving.signal : undefined).then(
    (value) => ({ value: value ?? null }),
    (error) => ({ error: failure(error) }),
  );
  console.log(JSON.stringify({ id: call.id, ...outcome }));
}

for await (const line of createInterface({ input: process.stdin })) {
  const call = JSON.parse(line);
  if ("cancel" in call)
    running.get(call.cancel).abort(Object.assign(new Error("cancelled"), { name: "CancelledError" }));
  else void run(call);
}
