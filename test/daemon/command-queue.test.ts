import { expect, test } from "bun:test";
import { CommandQueue } from "../../src/daemon/worker.ts";
import { Failure } from "../../src/errors.ts";

const neverAborted = new AbortController().signal;

/** A queue whose work ends on request, with a log of the events. */
function scene() {
  const queue = new CommandQueue();
  const events: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, isRead: boolean, signal = neverAborted) =>
    queue
      .run(isRead, signal, async () => {
        events.push(`${name} begins`);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        events.push(`${name} ends`);
      })
      .catch((error) => events.push(`${name} ${(error as Failure).code}`));
  const end = async (name: string) => {
    ends.get(name)?.();
    await Bun.sleep(1);
  };
  return { run, end, events };
}

test("writes run one after the other, in the order of arrival", async () => {
  const { run, end, events } = scene();
  void run("a", false);
  void run("b", false);
  await Bun.sleep(1);
  expect(events).toEqual(["a begins"]);
  await end("a");
  expect(events).toEqual(["a begins", "a ends", "b begins"]);
  await end("b");
});

test("reads run beside each other after earlier writes, and delay no write", async () => {
  const { run, end, events } = scene();
  void run("write", false);
  void run("read", true);
  void run("other", true);
  void run("next", false);
  await Bun.sleep(1);
  expect(events).toEqual(["write begins"]);
  await end("write");
  expect(events.slice(1).sort()).toEqual(["next begins", "other begins", "read begins", "write ends"]);
  for (const name of ["read", "other", "next"]) await end(name);
});

test("a command that is cancelled in the queue never runs, and later ones still wait for earlier ones", async () => {
  const { run, end, events } = scene();
  const gone = new AbortController();
  void run("first", false);
  void run("cancelled", false, gone.signal);
  void run("last", false);
  await Bun.sleep(1);
  gone.abort(new Failure("interrupted", "the client disconnected"));
  await Bun.sleep(1);
  expect(events).toEqual(["first begins", "cancelled interrupted"]);
  await end("first");
  expect(events.slice(2)).toEqual(["first ends", "last begins"]);
  await end("last");
});
