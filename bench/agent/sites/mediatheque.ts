/** A French public library: search with editions that look alike, and reservations at a branch. */
import { html, page } from "../html.ts";
import { clickOn, done, keys, look, press, type } from "../oracle.ts";
import { redirect, type Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

interface State {
  reservations: { book: string; branch: string }[];
}

const BOOKS = [
  ["b1", "L'Étranger", "Albert Camus", "Livre", "1942", "Gallimard"],
  ["b2", "L'Étranger (texte lu)", "Albert Camus, lu par M. Roland", "Livre audio", "2018", "Écoutez lire"],
  ["b3", "L'Étranger (bande dessinée)", "Jacques Ferrandez d'après Albert Camus", "BD", "2013", "Gallimard"],
  ["b4", "L'Étranger", "Albert Camus", "Livre en gros caractères", "2011", "À vue d'œil"],
  ["b5", "La Peste", "Albert Camus", "Livre", "1947", "Gallimard"],
  ["b6", "L'Étrangère", "Olivier Guez", "Livre", "2020", "Grasset"],
] as const;
const BRANCHES = ["Part-Dieu", "Croix-Rousse", "Gerland", "Vaise"];
const STYLE =
  "body{font:17px Georgia,serif;max-width:50em;margin:auto}h1{color:#703}.notice{border-top:1px solid #ccc;padding:1em 0}";
const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function site(): Site<State> {
  const state: State = { reservations: [] };
  const around = (title: string, body: ReturnType<typeof html>) =>
    page(
      `${title} – Médiathèque`,
      html`<h1><a href="/">Médiathèque de Lyon</a></h1><form action="/recherche" role="search"><label>Rechercher dans le catalogue <input name="q"></label></form>${body}`,
      { style: STYLE, lang: "fr" },
    );
  return {
    state,
    routes: {
      "GET /": () => around("Accueil", html`<p>Bienvenue. Le catalogue compte 412 000 documents.</p>`),
      "GET /recherche": ({ query }) => {
        const words = plain(query.get("q") ?? "").split(/\s+/);
        const found = BOOKS.filter(([, title, author]) =>
          words.every((word) => plain(`${title} ${author}`).includes(word)),
        );
        return around(
          "Recherche",
          html`<p>${found.length} résultat(s)</p>${found.map(
            ([id, title, author, kind, year]) =>
              html`<div class="notice"><a href="/notice/${id}">${title}</a><br>${author}<br><small>${kind} · ${year}</small></div>`,
          )}`,
        );
      },
      "GET /notice/:id": ({ path }) => {
        const book = BOOKS.find(([id]) => id === path.id);
        if (!book) return around("Introuvable", html`<p>Notice introuvable.</p>`);
        const [id, title, author, kind, year, publisher] = book;
        return around(
          title,
          html`<h2>${title}</h2><p>${author}. ${publisher}, ${year}. ${kind}.</p><form method="post" action="/reserver/${id}">
<label>Retrait à <select name="branch">${BRANCHES.map((name) => html`<option>${name}</option>`)}</select></label> <button>Réserver</button></form>`,
        );
      },
      "POST /reserver/:id": ({ path, form }) => {
        state.reservations.push({ book: path.id ?? "", branch: form.branch ?? "" });
        return redirect("/merci");
      },
      "GET /merci": () =>
        around(
          "Merci",
          html`<p role="status">Votre réservation est enregistrée. Nous vous écrirons dès que le document sera disponible.</p>`,
        ),
    },
  };
}

export const tasks: readonly Task[] = [
  task<State>({
    name: "mediatheque-large-print",
    kind: "search",
    words: "Réservez « L'Étranger » d'Albert Camus en gros caractères, à retirer à la bibliothèque de Gerland.",
    site,
    check: ({ reservations }) => differs("reservations", reservations, [{ book: "b4", branch: "Gerland" }]),
    wrong: [
      (state) => void state.reservations.push({ book: "b1", branch: "Gerland" }),
      (state) => void state.reservations.push({ book: "b4", branch: "Part-Dieu" }),
    ],
    oracle: [
      type("etranger camus", "Rechercher dans le catalogue"),
      keys("Enter"),
      look(),
      clickOn("L'Étranger", "BD"),
      { tool: "select", args: { label: "Retrait à", values: ["Gerland"] } },
      press("button", "Réserver"),
      done("C'est réservé à Gerland.", "Votre réservation est enregistrée."),
    ],
  }),
];
