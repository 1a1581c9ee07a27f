/** A shop whose filters narrow a list: what is asked for is not there at that price. */
import { html, page } from "../html.ts";
import { call, click, done, fail, fill, look, press } from "../oracle.ts";
import { redirect, type Site } from "../site.ts";
import { differs, first, type Task, task, unless } from "../task.ts";

interface State {
  bought: string[];
  asked: string[];
}

const KETTLES = [
  { id: "k1", name: "Bollitore Alba 1,7 L", euros: 24.9, litres: 1.7, watts: 2_200, colour: "bianco" },
  { id: "k2", name: "Bollitore Rapido 1,5 L", euros: 31.5, litres: 1.5, watts: 3_000, colour: "nero" },
  { id: "k3", name: "Bollitore Mini 0,8 L", euros: 18, litres: 0.8, watts: 1_100, colour: "bianco" },
  { id: "k4", name: "Bollitore Vetro 1,7 L", euros: 39, litres: 1.7, watts: 2_200, colour: "trasparente" },
  { id: "k5", name: "Bollitore Notte 1,7 L", euros: 27.9, litres: 1.7, watts: 2_400, colour: "nero" },
  { id: "k6", name: "Bollitore Turbo 1,7 L", euros: 29.9, litres: 1.7, watts: 3_000, colour: "bianco" },
] as const;

function site(): Site<State> {
  const state: State = { bought: [], asked: [] };
  const shell = (title: string, body: ReturnType<typeof html>) =>
    page(`${title} - CasaBella`, html`<h1>${title}</h1>${body}`, {
      lang: "it",
      style:
        "body{font:15px sans-serif;display:block;margin:2em}.grid{display:grid;grid-template-columns:repeat(3,1fr);gap:1em}.card{border:1px solid #ccc;padding:1em}",
    });
  return {
    state,
    routes: {
      "GET /": ({ query }) => {
        state.asked.push(query.toString());
        const most = Number(query.get("max") || 1_000);
        const colours = query.getAll("colore");
        const found = KETTLES.filter(
          (one) => one.euros <= most && (colours.length === 0 || colours.includes(one.colour)),
        );
        return shell(
          "Bollitori",
          html`<form><label>Prezzo massimo € <input name="max" value="${query.get("max")}"></label> ${["bianco", "nero", "trasparente"].map((name) => html`<label><input type="checkbox" name="colore" value="${name}" ${colours.includes(name) && html`checked`}> ${name}</label> `)}<button>Filtra</button></form><p>${found.length} articoli</p><div class="grid">${found.map(({ id, name, euros, watts }) => html`<div class="card"><a href="/p/${id}">${name}</a><br>${watts} W<br><b>€ ${euros.toFixed(2).replace(".", ",")}</b></div>`)}</div>`,
        );
      },
      "GET /p/:id": ({ path }) => {
        const one = KETTLES.find(({ id }) => id === path.id);
        return shell(
          one?.name ?? "Non trovato",
          html`<p>${one?.litres} litri, ${one?.watts} W, ${one?.colour}</p><form method="post" action="/p/${path.id}"><button>Compra ora</button></form>`,
        );
      },
      "POST /p/:id": ({ path }) => {
        state.bought.push(path.id ?? "");
        return redirect("/grazie");
      },
      "GET /grazie": () => shell("Grazie!", html`<p>Ordine ricevuto.</p>`),
    },
  };
}

export const tasks: readonly Task[] = [
  task<State>({
    name: "kettles-cheapest-strong-white",
    kind: "search",
    words: "Compra il bollitore bianco da 1,7 litri più economico che abbia almeno 2400 watt.",
    site,
    check: ({ bought }) => differs("bought", bought, ["k6"]),
    wrong: [(state) => void state.bought.push("k1"), (state) => void state.bought.push("k5")],
    oracle: [
      look(),
      fill("bianco=on"),
      press("button", "Filtra"),
      look(),
      click("Bollitore Turbo 1,7 L"),
      press("button", "Compra ora"),
      done("Ho comprato il Bollitore Turbo.", "Ordine ricevuto."),
    ],
  }),
  task<State>({
    name: "kettles-none-at-that-price",
    kind: "impossible",
    words: "Buy a kettle of 1.7 litres for less than 20 euros. Nothing smaller, nothing dearer.",
    isImpossible: true,
    site,
    check: ({ bought, asked }) =>
      first(differs("bought", bought, []), unless(asked.length > 0, "the shop was never looked at")),
    wrong: [
      (state) => {
        state.asked.push("");
        state.bought.push("k3");
      },
      (state) => {
        state.asked.push("");
        state.bought.push("k1");
      },
    ],
    oracle: [
      look(),
      fill("Prezzo massimo €=20"),
      press("button", "Filtra"),
      look(),
      call("state"),
      fail(
        "There is none: the only kettle below 20 € holds 0.8 litres; the cheapest with 1.7 litres costs 24.90 €.",
        "1 articoli",
      ),
    ],
  }),
];
