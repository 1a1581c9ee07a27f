/** A flight search whose airports must be chosen from suggestions that come late; what is only typed does not count. */
import { html, page, raw } from "../html.ts";
import { click, done, look, press, type, waitFor } from "../oracle.ts";
import { redirect, type Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

interface State {
  alerts: Record<string, string>[];
}

const AIRPORTS = [
  ["YXU", "London, Ontario, Canada"],
  ["LHR", "London Heathrow, United Kingdom"],
  ["LCY", "London City, United Kingdom"],
  ["ELS", "East London, South Africa"],
  ["YVR", "Vancouver, Canada"],
  ["SJO", "San José, Costa Rica"],
  ["SJC", "San Jose, California, United States"],
  ["SJU", "San Juan, Puerto Rico"],
] as const;
const LOGIC = raw(`<script>
for (const box of document.querySelectorAll("[role=combobox]")) {
  const list = document.getElementById(box.getAttribute("aria-controls")), hidden = document.forms[0][box.dataset.field];
  let asked = 0;
  box.oninput = async () => {
    hidden.value = "";
    const mine = ++asked;
    const found = await (await fetch("/airports?q=" + encodeURIComponent(box.value))).json();
    if (mine !== asked) return;
    list.innerHTML = found.map(([code, name]) => "<li role=option data-code=" + code + ">" + name + " (" + code + ")</li>").join("");
    list.hidden = found.length === 0;
    box.setAttribute("aria-expanded", !list.hidden);
  };
  list.onmousedown = (event) => { event.preventDefault(); };
  list.onclick = ({ target }) => {
    const option = target.closest("[role=option]");
    if (!option) return;
    hidden.value = option.dataset.code;
    box.value = option.textContent;
    list.hidden = true;
    box.setAttribute("aria-expanded", false);
  };
}
</script>`);

function site(): Site<State> {
  const state: State = { alerts: [] };
  const box = (field: string, label: string) =>
    html`<div class="f"><label for="${field}-box">${label}</label><input id="${field}-box" role="combobox" aria-expanded="false" aria-autocomplete="list" aria-controls="${field}-list" data-field="${field}" autocomplete="off"><ul id="${field}-list" role="listbox" aria-label="${label}" hidden></ul><input type="hidden" name="${field}"></div>`;
  const form = (problem?: string) =>
    page(
      "Fare alerts",
      html`<h1>Fare alerts</h1>${problem && html`<p role="alert" class="bad">${problem}</p>`}<form method="post" action="/alert">${box("from", "From")}${box("to", "To")}
<p><label>Tell me below <input name="below" type="number"> $</label></p><button>Create alert</button></form>${LOGIC}`,
      {
        style:
          "body{font:16px Avenir,sans-serif;margin:2em}.f{margin:1em 0;width:24em}input{width:100%}ul{list-style:none;border:1px solid #888;padding:0;margin:0}li{padding:4px;cursor:pointer}li:hover{background:#def}.bad{color:#c00}",
      },
    );
  return {
    state,
    routes: {
      "GET /": () => form(),
      "GET /airports": async ({ query }) => {
        await Bun.sleep(250);
        const words = (query.get("q") ?? "").toLowerCase();
        return words.length < 3
          ? []
          : AIRPORTS.filter(([code, name]) =>
              `${name} ${code}`.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().includes(words),
            );
      },
      "POST /alert": ({ form: sent }) => {
        if (!sent.from || !sent.to) return form("Please choose both airports from the suggestions.");
        state.alerts.push({ ...sent });
        return redirect("/created");
      },
      "GET /created": () => {
        const last = state.alerts.at(-1);
        return page("Created", html`<h1>Alert created</h1><p>${last?.from} to ${last?.to}, below $${last?.below}</p>`);
      },
    },
  };
}

const WANTED = { from: "YXU", to: "SJO", below: "450" };

export const tasks: readonly Task[] = [
  task<State>({
    name: "flights-autocomplete",
    kind: "widgets",
    words: "Create a fare alert from London in Canada to San José in Costa Rica for less than 450 dollars.",
    site,
    check: ({ alerts }) => differs("alerts", alerts, [WANTED]),
    wrong: [
      (state) => void state.alerts.push({ ...WANTED, from: "LHR" }),
      (state) => void state.alerts.push({ ...WANTED, to: "SJC" }),
    ],
    oracle: [
      look(),
      type("London", "From"),
      waitFor("London, Ontario"),
      click("London, Ontario, Canada (YXU)"),
      type("San jos", "To"),
      waitFor("Costa Rica"),
      click("San José, Costa Rica (SJO)"),
      type("450", "Tell me below"),
      press("button", "Create alert"),
      done("The alert is created.", "YXU to SJO, below $450"),
    ],
  }),
];
