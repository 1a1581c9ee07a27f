/** Serves random trees as pages and runs properties on them. */
import fc from "fast-check";
import { type Data, type Fixture, fixture } from "../fixture.ts";
import { htmlResponse, localServer } from "../support/server.ts";
import { type Sketch, written } from "./tree.ts";

/** Fixed, so that every run tests the same pages. */
const SEED = Number(process.env.SVC_PROPERTY_SEED ?? 20_261_120);
const RUNS = process.env.SVC_PROPERTY_RUNS;

export interface Shown extends Fixture {
  /** Opens a page and waits until it is loaded. */
  show(sketch: Sketch): Promise<void>;
  /** Calls a function of the page's probe (in-page.js). */
  ask(call: string): Promise<Data>;
  /** The `data-k` number of each listed element, by its index. */
  numbers(state: Data): Promise<Map<number, number>>;
}

export async function site(): Promise<Shown> {
  const script = await Bun.file(new URL("in-page.js", import.meta.url)).text();
  const t = await fixture();
  let now: Sketch = { nodes: [], scrolled: 0 };
  const server = localServer(() => {
    const pageData = JSON.stringify([now.nodes, now.scrolled]).replaceAll("<", "\\u003c");
    const body = `<!doctype html><meta charset=utf-8><title>Random</title><body><script>${script};probe.make(...${pageData});document.querySelectorAll("script").forEach((one) => one.remove())</script>`;
    return htmlResponse(body);
  });
  const ask = async (call: string) => (await t.svc("eval", `probe.${call}`)).result as Data;
  return {
    ...t,
    ask,
    async show(sketch) {
      now = sketch;
      await t.svc("open", `http://127.0.0.1:${server.port}/`);
    },
    async numbers(state) {
      const entries = (state.elements as Data[]).map(async ({ index }) => {
        const { attributes } = await t.svc("get", "attributes", String(index));
        return [index, Number(attributes["data-k"] ?? 0)] as const;
      });
      return new Map(await Promise.all(entries));
    },
    async [Symbol.asyncDispose]() {
      await t[Symbol.asyncDispose]();
      server.stop(true);
    },
  };
}

/** Checks a property on random pages. `check` returns an error text; the smallest failing page is reported with it. */
export async function checkProperty<T extends unknown[]>(
  runs: number,
  sketches: fc.Arbitrary<Sketch>,
  more: { [K in keyof T]: fc.Arbitrary<T[K]> },
  check: (sketch: Sketch, ...more: T) => Promise<string | undefined>,
): Promise<void> {
  const property = fc.asyncProperty(sketches, ...more, async (sketch: Sketch, ...rest: T) => {
    const wrong = await check(sketch, ...rest);
    if (wrong !== undefined) throw new Error(`${wrong}\n${written(sketch)}`);
  });
  await fc.assert(property as fc.IAsyncProperty<unknown>, {
    seed: SEED,
    numRuns: RUNS === undefined ? runs : Number(RUNS),
    reporter: report,
    interruptAfterTimeLimit: 55_000,
  });
}

function report({ failed, seed, numRuns, errorInstance, counterexamplePath }: fc.RunDetails<unknown>): void {
  if (!failed) return;
  const why = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  throw new Error(`seed ${seed}, page ${numRuns}, path ${counterexamplePath}: ${why}`);
}
