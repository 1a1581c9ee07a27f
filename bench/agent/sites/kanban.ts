/** A board whose cards move by the browser's own drag and drop. */
import { html, POST, page, raw } from "../html.ts";
import { call, done, look } from "../oracle.ts";
import type { Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

interface State {
  columns: Record<string, string[]>;
}

const START = {
  "To do": ["Write release notes", "Fix login on tablets", "Order chairs"],
  Doing: ["Translate help"],
  Review: [],
  Done: ["Renew domain"],
};
const LOGIC = raw(`<script>
let dragged;
for (const card of document.querySelectorAll(".card")) card.addEventListener("dragstart", (event) => { dragged = card; event.dataTransfer.setData("text/plain", card.textContent); });
for (const column of document.querySelectorAll(".col")) {
  column.addEventListener("dragover", (event) => event.preventDefault());
  column.addEventListener("drop", (event) => {
    event.preventDefault();
    column.append(dragged);
    post("/move", { card: dragged.textContent, to: column.dataset.name });
  });
}
</script>`);

function site(): Site<State> {
  const state: State = { columns: structuredClone(START) };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Board",
          html`${POST}<h1>Sprint 31</h1><div class="board">${Object.entries(state.columns).map(
            ([name, cards]) =>
              html`<div class="col" data-name="${name}"><h2>${name}</h2>${cards.map((card) => html`<div class="card" draggable="true">${card}</div>`)}</div>`,
          )}</div>${LOGIC}`,
          {
            style:
              "body{font:14px sans-serif}.board{display:flex;gap:12px}.col{background:#eee;width:200px;min-height:300px;padding:8px}.card{background:#fff;padding:8px;margin:6px 0;border:1px solid #ccc;cursor:grab}",
          },
        ),
      "POST /move": ({ form }) => {
        for (const [name, cards] of Object.entries(state.columns))
          state.columns[name] = cards.filter((card) => card !== form.card);
        state.columns[form.to ?? ""]?.push(form.card ?? "");
        return {};
      },
    },
  };
}

const WANTED = {
  "To do": ["Write release notes", "Order chairs"],
  Doing: ["Translate help"],
  Review: ["Fix login on tablets"],
  Done: ["Renew domain"],
};

export const tasks: readonly Task[] = [
  task<State>({
    name: "kanban-move-card",
    kind: "pointer",
    words: "Move the card about the login on tablets to Review.",
    site,
    check: ({ columns }) => differs("board", columns, WANTED),
    wrong: [
      (state) => {
        state.columns = { ...structuredClone(START), Doing: ["Translate help", "Fix login on tablets"] };
      },
      (state) => {
        state.columns.Review = ["Fix login on tablets"];
      },
    ],
    oracle: [
      look(),
      call("drag", { text: "Fix login on tablets", to_text: "Review" }),
      look(),
      done("The card is in Review.", "Fix login on tablets"),
    ],
  }),
];
