/** A staff directory whose table is sorted and filtered in the page, with dates that sort wrongly as text. */
import { html, POST, page, raw } from "../html.ts";
import { call, clickOn, done, look } from "../oracle.ts";
import type { Site } from "../site.ts";
import { differs, first, type Task, task } from "../task.ts";

interface Person {
  id: number;
  name: string;
  office: string;
  since: string;
  active: boolean;
}

interface State {
  people: Person[];
}

const NAMES = [
  "Rui Alves",
  "Ana Brito",
  "Joana Cruz",
  "Tiago Dias",
  "Ines Faria",
  "Luis Gomes",
  "Marta Lima",
  "Nuno Melo",
  "Rita Neves",
  "Vasco Pinto",
  "Sara Reis",
  "Pedro Silva",
  "Clara Sousa",
  "Hugo Vaz",
];
const OFFICES = ["Lisboa", "Porto", "Lisbon (remote)", "Faro"];
// Day, month, year: as text 01.12.2020 is before 28.02.2009.
const SINCE = [
  "14.06.2017",
  "28.02.2011",
  "03.09.2019",
  "30.01.2009",
  "17.11.2012",
  "05.05.2014",
  "21.08.2010",
  "01.12.2020",
  "09.04.2008",
  "12.12.2016",
  "02.03.2021",
  "23.10.2013",
  "01.01.2015",
  "11.07.2018",
];

function seeded(): Person[] {
  return NAMES.map((name, n) => ({
    id: 300 + n,
    name,
    office: OFFICES[(n * n) % 4] ?? "Faro",
    since: SINCE[n] ?? "",
    active: true,
  }));
}

const LOGIC = raw(`<script>
const rows = () => [...document.querySelectorAll("tbody tr")];
document.querySelectorAll("th button").forEach((button, column) => button.addEventListener("click", () => {
  const up = button.parentElement.getAttribute("aria-sort") !== "ascending";
  for (const th of document.querySelectorAll("th")) th.removeAttribute("aria-sort");
  button.parentElement.setAttribute("aria-sort", up ? "ascending" : "descending");
  const text = (row) => row.cells[column].textContent;
  document.querySelector("tbody").append(...rows().sort((a, b) => text(a).localeCompare(text(b)) * (up ? 1 : -1)));
}));
document.querySelector("#filter").addEventListener("input", (event) => {
  for (const row of rows()) row.hidden = !row.textContent.toLowerCase().includes(event.target.value.toLowerCase());
});
document.querySelector("tbody").addEventListener("click", async (event) => {
  const id = event.target.dataset?.off;
  if (!id) return;
  await post("/people/" + id + "/off");
  const cell = event.target.parentElement;
  cell.textContent = "Deactivated";
});
</script>`);

function site(): Site<State> {
  const state: State = { people: seeded() };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "People",
          html`${POST}<h1>People</h1><input id="filter" type="search" placeholder="Filter people" aria-label="Filter people">
<table><thead><tr><th><button>Name</button></th><th><button>Office</button></th><th><button>With us since</button></th><th>Account</th></tr></thead>
<tbody>${state.people.map(
            ({ id, name, office, since, active }) =>
              html`<tr><td>${name}</td><td>${office}</td><td>${since}</td><td>${
                active
                  ? html`<button data-off="${id}" aria-label="Deactivate ${name}">Deactivate</button>`
                  : "Deactivated"
              }</td></tr>`,
          )}</tbody></table>${LOGIC}`,
          {
            style:
              "body{font:15px system-ui;margin:2rem}td,th{padding:.3rem 1rem;text-align:left}[hidden]{display:none}",
          },
        ),
      "POST /people/:id/off": ({ path }) => {
        for (const one of state.people) if (one.id === Number(path.id)) one.active = false;
        return {};
      },
    },
  };
}

const order = (since: string) => since.split(".").toReversed().join("");
const LISBON = seeded().filter(({ office }) => office === "Lisboa");
const LONGEST = LISBON.toSorted((a, b) => order(a.since).localeCompare(order(b.since)))[0] as Person;
const AS_TEXT = LISBON.toSorted((a, b) => a.since.localeCompare(b.since))[0] as Person;
const off = (state: State, id: number) => {
  for (const one of state.people) if (one.id === id) one.active = false;
};

export const tasks: readonly Task[] = [
  task<State>({
    name: "staff-longest-in-lisbon",
    kind: "tables",
    words:
      "Of the people in the office 'Lisboa' (not the remote ones), deactivate the account of the one who has been with the company the longest.",
    site,
    check: ({ people }) =>
      first(
        differs(
          "deactivated",
          people.filter(({ active }) => !active).map(({ name }) => name),
          [LONGEST.name],
        ),
        differs("text order is a trap", AS_TEXT.id === LONGEST.id, false),
      ),
    wrong: [
      (state) => off(state, AS_TEXT.id),
      (state) => off(state, (seeded()[8] as Person).id === LONGEST.id ? 303 : 308),
    ],
    oracle: [
      look(),
      call("type", { text: "Lisboa", label: "Filter people" }),
      clickOn(`Deactivate ${LONGEST.name}`),
      call("find", { text: LONGEST.name }),
      done(`${LONGEST.name} is deactivated.`, "Deactivated"),
    ],
  }),
];
