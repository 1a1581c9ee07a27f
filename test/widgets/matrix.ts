/**
 * Runs the widget tests: serves a page for each widget library from node_modules and runs the steps of a user on it.
 * Steps find elements in `state` by role and words. They never act by selectors or scripts.
 */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type CommandError, type Data, type Fixture, fixture } from "../fixture.ts";
import { htmlResponse, localServer } from "../support/server.ts";

const MODULES = join(import.meta.dir, "..", "..", "node_modules");

/** The page of a library. Style sheets and scripts are paths below node_modules. */
export interface LibraryPage {
  styles?: readonly string[];
  scripts?: readonly string[];
  /** A file of test/widgets/pages, bundled for the browser and run as a module at the end of the body. */
  entry?: string;
  /** Between the scripts and the entry, so that inline scripts can use the libraries. */
  body?: string;
  /** Handlers of requests by path. A path that ends in `*` matches all paths with that beginning. */
  routes?: Record<string, (request: Request) => Response | Promise<Response>>;
}

/**
 * A role in `state` and the words of the element: its full name or text, or a pattern that matches these or the printed
 * line. `any` matches every role.
 */
export type Wanted = Partial<Record<string, string | RegExp | number>> & {
  /** Which of several matches, from 0, or from the end with -1. Without it exactly one element must match. */
  nth?: number;
  /** A state that the element must have: `checked`, `selected`, `disabled` … */
  state?: string;
  /** The value that the element must have. */
  value?: string | RegExp;
};

/** Acts like an agent: reads `state` after each action and finds the next element there. */
export interface Driver {
  /** Runs a command and reads `state`. Each `{ role: words }` is replaced by the index of that element. */
  svc(...line: (string | Wanted)[]): Promise<Data>;
  /** Runs a command that must fail, and returns its error. */
  fails(...line: string[]): Promise<CommandError>;
  /** An element of the last `state`: index, role, name, text, value, states, box. */
  find(wanted: Wanted): Data;
  /** The tree of the last `state`. */
  tree(): string;
  /** Expects an expression in the page to have this value. Only for checks. */
  holds(expression: string, expected: unknown): Promise<void>;
  /** A folder of the test's own. */
  folder: string;
}

/** Declares a test for each step. Each runs on a freshly loaded page; all share one browser. */
export function widgets(
  library: string,
  page: LibraryPage,
  steps: Record<string, (driver: Driver) => Promise<void>>,
): void {
  let served: { url: string; stop(): void };
  let t: Fixture;
  let done = 0;
  beforeAll(async () => {
    [served, t] = await Promise.all([serve(library, page), fixture()]);
  }, 60_000);
  afterAll(async () => {
    console.log(`widgets: ${library} ${done}/${Object.keys(steps).length}`);
    served?.stop();
    await t?.[Symbol.asyncDispose]();
  });
  for (const [name, step] of Object.entries(steps))
    test(`${library}: ${name}`, async () => {
      await t.svc("open", served.url);
      await step(await driverOn(t));
      done++;
    });
}

async function driverOn(t: Fixture): Promise<Driver> {
  let state = await t.svc("state");
  return {
    folder: t.folder,
    fails: t.fails,
    find: (wanted) => choose(state, wanted),
    tree: () => state.tree,
    async svc(...line) {
      const data = await t.svc(
        ...line.map((word) => (typeof word === "string" ? word : String(choose(state, word).index))),
      );
      state = await t.svc("state");
      return data;
    },
    async holds(expression, expected) {
      expect((await t.svc("eval", expression)).result).toEqual(expected);
    },
  };
}

/** The listed element that matches. The error for none or several contains the tree. */
function choose(state: Data, wanted: Wanted): Data {
  const { nth, state: flag, value, ...byRole } = wanted;
  const lines = new Map((state.tree as string).split("\n").map((line) => [/\[(\d+)\]/.exec(line)?.[1], line.trim()]));
  const found = (state.elements as Data[]).filter(
    (one) =>
      Object.entries(byRole).every(
        ([role, words]) =>
          (role === "any" || one.role === role) &&
          [one.name, one.text, lines.get(String(one.index))].some((text) => matches(text, words)),
      ) &&
      (flag === undefined || one.states.includes(flag)) &&
      (value === undefined || matches(one.value, value)),
  );
  const only = found.at(nth ?? 0);
  if (only && (nth !== undefined || found.length === 1)) return only;
  const shown = Object.entries(wanted).map(([key, words]) => `${key}: ${words}`);
  throw new Error(`${found.length} elements match { ${shown.join(", ")} } in\n${state.tree}`);
}

function matches(shown: unknown, words: unknown): boolean {
  const text = String(shown ?? "").trim();
  return words instanceof RegExp ? words.test(text) : text === words;
}

async function serve(library: string, page: LibraryPage): Promise<{ url: string; stop(): void }> {
  const built = page.entry === undefined ? new Map<string, Blob>() : await bundle(page.entry);
  const html = htmlOf(library, page, [...built.keys()]);
  const server = localServer(async (request) => {
    const { pathname } = new URL(request.url);
    const route = routeOf(page, pathname);
    if (route) return await route(request);
    if (pathname === "/") return htmlResponse(html);
    const blob = built.get(pathname.slice(1)) ?? moduleFile(pathname);
    return blob ? new Response(blob) : new Response("nothing here", { status: 404 });
  });
  return { url: `http://127.0.0.1:${server.port}/`, stop: () => void server.stop(true) };
}

function routeOf({ routes = {} }: LibraryPage, pathname: string) {
  const beginning = Object.keys(routes).find((path) => path.endsWith("*") && pathname.startsWith(path.slice(0, -1)));
  return routes[pathname] ?? (beginning === undefined ? undefined : routes[beginning]);
}

function moduleFile(pathname: string): Blob | undefined {
  const path = join(MODULES, decodeURIComponent(pathname).replace(/^\/node_modules\//, ""));
  return pathname.startsWith("/node_modules/") && path.startsWith(MODULES) && existsSync(path)
    ? Bun.file(path)
    : undefined;
}

/** Bundles an entry with its style sheets, fonts and images. */
async function bundle(entry: string): Promise<Map<string, Blob>> {
  const { outputs } = await Bun.build({
    entrypoints: [join(import.meta.dir, "pages", entry)],
    target: "browser",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  return new Map(outputs.map((output) => [output.path.replace(/^\.?\//, ""), output]));
}

function htmlOf(library: string, { styles = [], scripts = [], body = "" }: LibraryPage, built: string[]): string {
  const ending = (end: string) => built.filter((name) => name.endsWith(end));
  const sheets = [...styles.map((path) => `/node_modules/${path}`), ...ending(".css").map((name) => `/${name}`)];
  return [
    `<!doctype html><html lang=en><meta charset=utf-8><title>${library}</title>`,
    '<meta name=viewport content="width=device-width"><link rel=icon href="data:,">',
    ...sheets.map((path) => `<link rel=stylesheet href="${path}">`),
    ...scripts.map((path) => `<script src="/node_modules/${path}"></script>`),
    `<body>${body}`,
    ...ending(".js").map((name) => `<script type=module src="/${name}"></script>`),
  ].join("\n");
}
