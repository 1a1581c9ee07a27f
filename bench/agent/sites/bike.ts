/** A bicycle made to order: steppers and swatches without labels, parts that rule each other out, a price that is asked for. */
import { html, POST, page, raw } from "../html.ts";
import { call, clickOn, done, look, press, waitFor } from "../oracle.ts";
import type { Site } from "../site.ts";
import { differs, first, says, type Task, task } from "../task.ts";

interface State {
  order: Record<string, string> | undefined;
}

const LOGIC = raw(`<script>
const bike = { size: 54, gears: 8, colour: "Stone", belt: false, rack: 0 };
const price = () => 890 + (bike.gears === 11 ? 210 : 0) + (bike.belt ? 160 : 0) + bike.rack * 45 + (bike.colour === "Ember" ? 60 : 0);
const draw = () => {
  for (const [name, value] of Object.entries(bike)) { const shown = document.querySelector("#" + name); if (shown) shown.textContent = value; }
  document.querySelector("#price").textContent = price() + " €";
  document.querySelector("#belt-box").disabled = bike.gears !== 11;
  for (const one of document.querySelectorAll(".swatch")) one.classList.toggle("on", one.title === bike.colour);
};
document.onclick = ({ target }) => {
  const { step, of } = target.dataset;
  if (of === "size") bike.size = Math.min(62, Math.max(46, bike.size + 2 * step));
  if (of === "gears") { bike.gears = bike.gears === 8 ? 11 : 8; if (bike.gears === 8) { bike.belt = false; document.querySelector("#belt-box").checked = false; } }
  if (of === "rack") bike.rack = Math.min(2, Math.max(0, bike.rack + Number(step)));
  if (target.classList.contains("swatch")) bike.colour = target.title;
  draw();
};
document.querySelector("#belt-box").onchange = ({ target }) => { bike.belt = target.checked; draw(); };
document.querySelector("#order").onclick = async () => { await post("/order", { ...bike, price: price() }); document.querySelector("#said").textContent = "Ordered. We start to build in January."; };
draw();
</script>`);

function site(): Site<State> {
  const state: State = { order: undefined };
  const stepper = (of: string, label: string) =>
    html`<div class="line">${label} <span class="b" data-of="${of}" data-step="-1" title="${label}: less">–</span> <output id="${of}"></output> <span class="b" data-of="${of}" data-step="1" title="${label}: more">+</span></div>`;
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Your bicycle",
          html`${POST}<h1>Your bicycle</h1>${stepper("size", "Frame size")}<div class="line">Gears <output id="gears"></output> <span class="b" data-of="gears" title="Gears: change">⟳</span></div><div class="line">Colour ${["Stone", "Moss", "Ember"].map((name, n) => html`<span class="swatch" title="${name}" style="background:${["#aaa", "#586", "#c42"][n]}"></span>`)} <output id="colour"></output></div>
<div class="line"><label><input type="checkbox" id="belt-box"> Belt in place of a chain (needs 11 gears)</label></div>${stepper("rack", "Racks")}<p>Price: <b id="price"></b></p><button id="order">Order</button> <span id="said" role="status"></span>${LOGIC}`,
          {
            style:
              "body{font:16px sans-serif;margin:2em}.line{margin:.8em 0}.b{cursor:pointer;border:1px solid #888;padding:0 .5em}.swatch{display:inline-block;width:24px;height:24px;cursor:pointer}.on{outline:3px solid #000}",
          },
        ),
      "POST /order": ({ form }) => {
        state.order = { ...form };
        return {};
      },
    },
  };
}

const WANTED = { size: "58", gears: "11", colour: "Ember", belt: "true", rack: "1", price: "1365" };

export const tasks: readonly Task[] = [
  task<State>({
    name: "bike-configurator",
    kind: "flows",
    words: "Order a bicycle with frame size 58 and a belt, in the colour Ember, with one rack. What does it cost?",
    site,
    check: ({ order }, output) =>
      first(differs("order", order, WANTED), says(String(output).replace(/(\d)[.,\s](\d{3})/g, "$1$2"), "1365")),
    wrong: [
      (state) => {
        state.order = { ...WANTED, size: "56" };
        return "1365 €";
      },
      (state) => {
        state.order = WANTED;
        return "1205 €";
      },
    ],
    oracle: [
      look(),
      clickOn("Frame size: more"),
      clickOn("Frame size: more"),
      clickOn("Gears: change"),
      call("check", { label: "Belt in place of a chain" }),
      clickOn("Ember"),
      clickOn("Racks: more"),
      look(),
      press("button", "Order"),
      waitFor("Ordered."),
      done("The bicycle costs 1365 €.", "Ordered."),
    ],
  }),
];
