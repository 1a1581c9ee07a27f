/** A map of regions in SVG, whose shapes have titles, and whose figures show for the chosen region alone. */
import { html, POST, page, raw } from "../html.ts";
import { call, clickOn, done, look } from "../oracle.ts";
import type { Site } from "../site.ts";
import { differs, first, type Task, task, unless } from "../task.ts";

interface State {
  chosen: string[];
  warned: string[];
}

const REGIONS = [
  ["Norrland", "20,20 180,10 200,140 30,150", "−11 °C", "Snow, 20 cm"],
  ["Svealand", "30,150 200,140 190,230 60,240", "−3 °C", "Sleet"],
  ["Götaland", "60,240 190,230 170,330 80,340", "2 °C", "Gale, 26 m/s"],
  ["Gotland", "215,250 245,250 240,310 215,305", "4 °C", "Gale, 31 m/s"],
] as const;
const LOGIC = raw(`<script>
const facts = JSON.parse(document.querySelector("#facts").textContent);
for (const shape of document.querySelectorAll("polygon")) shape.onclick = () => {
  const [name, , degrees, weather] = facts.find(([one]) => one === shape.dataset.name);
  post("/choose", { name });
  document.querySelector("#panel").innerHTML = "<h2>" + name + "</h2><p>" + degrees + ", " + weather + "</p><button>Send warning to " + name + "</button>";
  document.querySelector("#panel button").onclick = ({ target }) => { post("/warn", { name }); target.replaceWith("Warning sent to " + name + "."); };
};
</script>`);

function site(): Site<State> {
  const state: State = { chosen: [], warned: [] };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Vädret",
          html`${POST}<script type="application/json" id="facts">${raw(JSON.stringify(REGIONS))}</script><h1>Vädret i dag</h1><svg width="280" height="360" role="group" aria-label="Map">${REGIONS.map(([name, points]) => html`<polygon points="${points}" data-name="${name}" fill="#9bd" stroke="#fff" style="cursor:pointer"><title>${name}</title></polygon>`)}</svg><div id="panel">Choose a region on the map.</div>${LOGIC}`,
          {
            lang: "sv",
            style: "body{font:16px sans-serif;display:grid;grid-template-columns:300px 1fr}h1{grid-column:1/3}",
          },
        ),
      "POST /choose": ({ form }) => {
        state.chosen.push(form.name ?? "");
        return {};
      },
      "POST /warn": ({ form }) => {
        state.warned.push(form.name ?? "");
        return {};
      },
    },
  };
}

export const tasks: readonly Task[] = [
  task<State>({
    name: "weathermap-strongest-wind",
    kind: "widgets",
    words: "Send a warning to the region with the strongest wind.",
    site,
    check: ({ chosen, warned }) =>
      first(
        differs("warnings", warned, ["Gotland"]),
        unless(chosen.includes("Götaland"), "the other windy region was not looked at"),
      ),
    wrong: [
      (state) => {
        state.chosen.push("Götaland");
        state.warned.push("Götaland");
      },
      (state) => {
        state.chosen.push("Götaland", "Gotland");
        state.warned.push("Götaland", "Gotland");
      },
    ],
    oracle: [
      look(),
      clickOn("Norrland"),
      clickOn("Svealand"),
      clickOn("Götaland"),
      clickOn("Gotland"),
      look(),
      call("click", { text: "Send warning to Gotland" }),
      done("The warning is sent to Gotland.", "Warning sent to Gotland."),
    ],
  }),
];
