/** A magazine with a poll in a sandboxed frame, and an advertisement in a frame that looks like the poll. */
import { html, page, raw } from "../html.ts";
import { call, clickOn, done, look } from "../oracle.ts";
import type { Site } from "../site.ts";
import { differs, first, type Task, task } from "../task.ts";

interface State {
  votes: string[];
  adClicks: number;
}

const poll = (path: string, question: string, options: readonly string[]) =>
  page(
    "Poll",
    html`<h4>${question}</h4>${options.map((one) => html`<button onclick="vote('${one}')">${one}</button> `)}<p id="said"></p>${raw(
      `<script>const vote = async (choice) => { await fetch("${path}", { method: "POST", mode: "no-cors", body: new URLSearchParams({ choice }) }); said.textContent = "Your vote counts: " + choice; };</script>`,
    )}`,
    { style: "body{font:14px sans-serif;background:#f4f4f4}" },
  );

function site(): Site<State> {
  const state: State = { votes: [], adClicks: 0 };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Stadtmagazin",
          html`<h1>Braucht der Park eine neue Brücke?</h1><p>Die alte ist seit 2019 gesperrt.</p><iframe src="/ad" width="400" height="130" title="Anzeige"></iframe><p>Die Stadt rechnet mit 2,4 Millionen Euro.</p><iframe sandbox="allow-scripts" src="/poll" width="400" height="130" title="Umfrage der Redaktion"></iframe>`,
          {
            lang: "de",
            style: "body{font:18px/1.5 Georgia,serif;max-width:34em;margin:auto}iframe{border:1px solid #ccc}",
          },
        ),
      "GET /ad": () => poll("/ad", "Anzeige: Ihre Meinung zählt! Brücke ja oder nein?", ["Ja", "Nein"]),
      "GET /poll": () => poll("/poll", "Umfrage: Soll die Brücke neu gebaut werden?", ["Ja", "Nein", "Egal"]),
      "POST /ad": () => {
        state.adClicks++;
        return {};
      },
      "POST /poll": ({ form }) => {
        state.votes.push(form.choice ?? "");
        return {};
      },
    },
  };
}

export const tasks: readonly Task[] = [
  task<State>({
    name: "magazine-poll-in-sandbox",
    kind: "frames",
    words: "Stimme in der Umfrage der Redaktion mit Ja. Klicke auf keine Werbung.",
    site,
    check: ({ votes, adClicks }) =>
      first(differs("votes", votes, ["Ja"]), differs("clicks on the advertisement", adClicks, 0)),
    wrong: [
      (state) => {
        state.adClicks = 1;
      },
      (state) => {
        state.adClicks = 1;
        state.votes.push("Ja");
      },
    ],
    oracle: [
      look(),
      clickOn("Ja", "Umfrage: Soll"),
      call("wait", { text: "Your vote counts" }),
      look(),
      done("Die Stimme ist abgegeben.", "Your vote counts: Ja"),
    ],
  }),
];
