import { expect, test } from "bun:test";
import { Order } from "../../src/daemon/order.ts";
import { Failure } from "../../src/errors.ts";

const calm = new AbortController().signal;

/** Runs work that ends when it is told to, and notes what happens. */
function scene() {
  const order = new Order();
  const noted: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, isRead: boolean, signal = calm) =>
    order
      .run(isRead, signal, async () => {
        noted.push(`${name} begins`);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        noted.push(`${name} ends`);
      })
      .catch((error) => noted.push(`${name} ${(error as Failure).code}`));
  const end = async (name: string) => {
    ends.get(name)?.();
    await Bun.sleep(1);
  };
  return { run, end, noted };
}

test("writes run one after the other, as they came", async () => {
  const { run, end, noted } = scene();
  void run("a", false);
  void run("b", false);
  await Bun.sleep(1);
  expect(noted).toEqual(["a begins"]);
  await end("a");
  expect(noted).toEqual(["a begins", "a ends", "b begins"]);
  await end("b");
});

test("reads run beside each other, after the writes before them, and hold up no write", async () => {
  const { run, end, noted } = scene();
  void run("write", false);
  void run("read", true);
  void run("other", true);
  void run("next", false);
  await Bun.sleep(1);
  expect(noted).toEqual(["write begins"]);
  await end("write");
  expect(noted.slice(1).sort()).toEqual(["next begins", "other begins", "read begins", "write ends"]);
  for (const name of ["read", "other", "next"]) await end(name);
});

test("one that is given up while it waits never runs, and those behind it still wait for the one before", async () => {
  const { run, end, noted } = scene();
  const gone = new AbortController();
  void run("first", false);
  void run("given up", false, gone.signal);
  void run("last", false);
  await Bun.sleep(1);
  gone.abort(new Failure("interrupted", "the client went away"));
  await Bun.sleep(1);
  expect(noted).toEqual(["first begins", "given up interrupted"]);
  await end("first");
  expect(noted.slice(2)).toEqual(["first ends", "last begins"]);
  await end("last");
});
