/** Used laptops: the list is a night behind, so that its prices and weights are not those of the pages behind it. */
import { html, page } from "../html.ts";
import { click, done, look, open } from "../oracle.ts";
import type { Site } from "../site.ts";
import { differs, first, type Task, task, unless } from "../task.ts";

interface State {
  visited: string[];
}

const LAPTOPS = [
  { id: "t14", name: "Tarn 14", listed: 389, price: 419, grams: 1_460, note: "Battery replaced in May." },
  { id: "v13", name: "Vela 13", listed: 405, price: 405, grams: 1_190, note: "Scratch on the lid." },
  { id: "m15", name: "Mistral 15", listed: 415, price: 359, grams: 1_880, note: "Reduced today." },
  { id: "o12", name: "Orla 12", listed: 450, price: 450, grams: 980, note: "German keyboard." },
] as const;

function site(): Site<State> {
  const state: State = { visited: [] };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Second Screen",
          html`<h1>Second Screen</h1><p><i>Prices in this list are updated every night. The price on the page of a laptop is the one you pay.</i></p><div>${LAPTOPS.map(({ id, name, listed }) => html`<p><a href="/l/${id}">${name}</a> ... $${listed}</p>`)}</div>`,
          { style: "body{font:15px Courier;background:#fafae0;padding:2em}" },
        ),
      "GET /l/:id": ({ path }) => {
        const one = LAPTOPS.find(({ id }) => id === path.id);
        if (!one) return page("?", html`?`);
        state.visited.push(one.id);
        return page(
          one.name,
          html`<h1>${one.name}</h1><p><font size="5">$${one.price}</font></p><p>${one.note}</p><p>Weight: ${one.grams} grams (${(one.grams / 453.6).toFixed(1)} lb)</p><a href="/">Back to the list</a>`,
        );
      },
    },
  };
}

const sawAll = ({ visited }: State) =>
  unless(new Set(visited).size === LAPTOPS.length, "not every laptop was looked at");
const SCHEMA = {
  type: "object",
  properties: { name: { type: "string" }, price: { type: "number" } },
  required: ["name", "price"],
};

export const tasks: readonly Task[] = [
  task<State>({
    name: "laptops-cheapest-now",
    kind: "honesty",
    words: "Which laptop is the cheapest right now, and what do I pay for it?",
    schema: SCHEMA,
    site,
    check: (state, output) => first(differs("answer", output, { name: "Mistral 15", price: 359 }), sawAll(state)),
    wrong: [
      (state) => {
        state.visited.push("t14", "v13", "m15", "o12");
        return { name: "Tarn 14", price: 389 };
      },
      () => ({ name: "Mistral 15", price: 359 }),
    ],
    oracle: [
      look(),
      open("/l/t14"),
      open("/l/v13"),
      open("/l/m15"),
      open("/l/o12"),
      done({ name: "Mistral 15", price: 359 }, "Mistral 15 $359"),
    ],
  }),
  task<State>({
    name: "laptops-lightest",
    kind: "tables",
    words: "Find the lightest laptop that costs less than 420 dollars to buy today, and give its name and price.",
    schema: SCHEMA,
    site,
    check: (state, output) => first(differs("answer", output, { name: "Vela 13", price: 405 }), sawAll(state)),
    wrong: [
      (state) => {
        state.visited.push("t14", "v13", "m15", "o12");
        return { name: "Orla 12", price: 450 };
      },
      (state) => {
        state.visited.push("t14", "v13", "m15", "o12");
        return { name: "Tarn 14", price: 389 };
      },
    ],
    oracle: [
      look(),
      click("Tarn 14"),
      { tool: "back", args: {} },
      click("Vela 13"),
      { tool: "back", args: {} },
      click("Mistral 15"),
      { tool: "back", args: {} },
      click("Orla 12"),
      done({ name: "Vela 13", price: 405 }, "Vela 13 $405, 1190 grams"),
    ],
  }),
];
