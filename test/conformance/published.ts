/** The published client of the API, unchanged: all that it is told is the address and the key. */
import { BrowserUse as V2 } from "browser-use-sdk";
import { BrowserUse as V3 } from "browser-use-sdk/v3";
import { z } from "zod";
import type { Data } from "../fixture.ts";
import type { ApiVersion, Driven, RunAsked } from "./driven.ts";

/** How often its helpers ask, in ms: it asks every two seconds by itself. */
const INTERVAL = 100;

export function published(url: string, apiKey: string): Driven {
  const clients: Record<ApiVersion, Data> = {
    v2: new V2({ apiKey, baseUrl: `${url}/api/v2` }),
    v3: new V3({ apiKey, baseUrl: `${url}/api/v3` }),
  };
  const begin = (version: ApiVersion, { task, options, isStructured }: RunAsked) => {
    const schema = isStructured ? { schema: z.object({ title: z.string() }) } : {};
    return clients[version].run(task, { interval: INTERVAL, ...options, ...schema });
  };
  return {
    name: "browser-use-sdk",
    methods: (version) => methodsOf(clients[version]),
    call(version, method, ...args) {
      const [noun = "", verb = ""] = method.split(".");
      return clients[version][noun][verb](...args);
    },
    run: async (version, asked) => await begin(version, asked),
    async follow(version, asked) {
      const run = begin(version, asked);
      const items: Data[] = [];
      for await (const item of run) items.push(item);
      return { items, result: run.result };
    },
  };
}

/** Of each object that the client holds, what its class defines; and of the client itself. */
function methodsOf(client: Data): string[] {
  const own = (object: object) =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(object)).filter((name) => name !== "constructor");
  const nouns = Object.entries(client as Record<string, object>).filter(([name]) => name !== "http");
  return [...nouns.flatMap(([noun, object]) => own(object).map((verb) => `${noun}.${verb}`)), ...own(client)].sort();
}
