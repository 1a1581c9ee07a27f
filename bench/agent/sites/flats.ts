/** Flats to let, narrowed down by a slider with two handles that know the keyboard and the pointer. */
import { html, POST, page, raw } from "../html.ts";
import { call, clickOn, done, keys, look, type Step } from "../oracle.ts";
import type { Site } from "../site.ts";
import { differs, first, type Task, task } from "../task.ts";

interface State {
  filter: { from: number; to: number };
  contacted: string[];
}

const FLATS = [
  ["Bergstraße 12", 940, 48],
  ["Am Hang 3", 760, 39],
  ["Kirchplatz 8", 1_180, 71],
  ["Seeweg 21", 890, 55],
  ["Ring 104", 1_420, 88],
  ["Gartenweg 2", 810, 61],
] as const;
const LOGIC = raw(`<script>
const flats = JSON.parse(document.querySelector("#data").textContent);
const range = { from: 500, to: 1500 };
const show = (tell) => {
  for (const handle of document.querySelectorAll("[role=slider]")) {
    const value = range[handle.id];
    handle.setAttribute("aria-valuenow", value);
    handle.setAttribute("aria-valuetext", value + " euros");
    handle.style.left = (value - 500) / 10 * 4 + "px";
  }
  document.querySelector("#shown").textContent = range.from + " € to " + range.to + " €";
  document.querySelector("ul").innerHTML = flats.filter(([, rent]) => rent >= range.from && rent <= range.to)
    .map(([name, rent, size]) => "<li>" + name + ": " + rent + " €, " + size + " m² <button aria-label='Contact the owner of " + name + "'>Contact</button></li>").join("");
  if (tell) post("/filter", range);
};
for (const handle of document.querySelectorAll("[role=slider]")) {
  const move = (by) => { range[handle.id] = Math.min(1500, Math.max(500, range[handle.id] + by)); show(true); };
  handle.onkeydown = ({ key }) => { const by = { ArrowRight: 50, ArrowLeft: -50, PageUp: 200, PageDown: -200 }[key]; if (by) move(by); };
  handle.onpointerdown = (event) => { handle.setPointerCapture(event.pointerId); handle.onpointermove = ({ clientX }) => { range[handle.id] = 500 + Math.round((clientX - handle.parentElement.getBoundingClientRect().left) / 4 / 5) * 50; show(true); }; };
  handle.onpointerup = () => (handle.onpointermove = null);
}
document.querySelector("ul").onclick = ({ target }) => { if (target.tagName === "BUTTON") { post("/contact", { flat: target.getAttribute("aria-label").slice(21) }); target.textContent = "Contacted"; target.disabled = true; } };
show(false);
</script>`);

function site(): Site<State> {
  const state: State = { filter: { from: 500, to: 1_500 }, contacted: [] };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Wohnungen",
          html`${POST}<script type="application/json" id="data">${raw(JSON.stringify(FLATS))}</script><h1>Flats to let</h1>
<p>Rent: <span id="shown"></span></p><div class="track"><div role="slider" id="from" tabindex="0" aria-label="Lowest rent" aria-valuemin="500" aria-valuemax="1500"></div>
<div role="slider" id="to" tabindex="0" aria-label="Highest rent" aria-valuemin="500" aria-valuemax="1500"></div></div><ul></ul>${LOGIC}`,
          {
            style:
              "body{font:16px sans-serif;margin:3em}.track{position:relative;width:400px;height:6px;background:#bbb;margin:2em 0}[role=slider]{position:absolute;top:-7px;width:20px;height:20px;margin-left:-10px;border-radius:50%;background:#06c}",
          },
        ),
      "POST /filter": ({ form }) => {
        state.filter = { from: Number(form.from), to: Number(form.to) };
        return {};
      },
      "POST /contact": ({ form }) => {
        state.contacted.push(form.flat ?? "");
        return {};
      },
    },
  };
}

const focusSlider: Step = call("click", { role: "slider", name: "Highest rent" });

export const tasks: readonly Task[] = [
  task<State>({
    name: "flats-slider",
    kind: "pointer",
    words:
      "Show only flats with a rent of at most 900 € (leave the lowest rent as it is), and contact the owner of the largest of those that are left.",
    site,
    check: ({ filter, contacted }) =>
      first(differs("filter", filter, { from: 500, to: 900 }), differs("contacted", contacted, ["Gartenweg 2"])),
    wrong: [
      (state) => {
        state.contacted.push("Gartenweg 2");
      },
      (state) => {
        state.filter.to = 900;
        state.contacted.push("Seeweg 21");
      },
    ],
    oracle: [
      look(),
      focusSlider,
      keys("PageDown", "PageDown", "PageDown"),
      look(),
      clickOn("Contact the owner of Gartenweg 2"),
      done("The owner of Gartenweg 2 is contacted.", "Gartenweg 2: 810 €, 61 m²"),
    ],
  }),
];
