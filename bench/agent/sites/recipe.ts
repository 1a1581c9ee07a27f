/** A cooking blog: the amounts are in one tab, for four people until that is changed. */
import { html, page, raw } from "../html.ts";
import { click, done, look } from "../oracle.ts";
import type { Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

const LOGIC = raw(`<script>
const tabs = [...document.querySelectorAll("[role=tab]")];
const choose = (tab) => {
  for (const one of tabs) {
    one.setAttribute("aria-selected", one === tab);
    one.tabIndex = one === tab ? 0 : -1;
    document.getElementById(one.getAttribute("aria-controls")).hidden = one !== tab;
  }
};
for (const tab of tabs) tab.addEventListener("click", () => choose(tab));
let people = 4;
const amounts = { "Plain flour": [120, "g"], "Butter": [45, "g"], "Leeks": [0.75, ""], "Double cream": [55, "ml"], "Eggs": [0.5, ""] };
const show = () => {
  document.querySelector("#people").textContent = people;
  document.querySelector("#amounts").innerHTML = Object.entries(amounts).map(([name, [each, unit]]) => "<li>" + name + ": " + each * people + " " + unit + "</li>").join("");
};
document.querySelector("#less").onclick = () => { people = Math.max(1, people - 1); show(); };
document.querySelector("#more").onclick = () => { people++; show(); };
show();
</script>`);

function site(): Site<object> {
  return {
    state: {},
    routes: {
      "GET /": () =>
        page(
          "Leek tart | The Small Kitchen",
          html`<header><b>The Small Kitchen</b></header><h1>Leek tart</h1>
<p>My grandmother's tart. She used 500 g of flour for the whole family, and so can you!</p>
<div role="tablist" aria-label="Recipe"><button role="tab" id="t1" aria-selected="true" aria-controls="p1">Story</button>
<button role="tab" id="t2" aria-selected="false" aria-controls="p2" tabindex="-1">Ingredients</button>
<button role="tab" id="t3" aria-selected="false" aria-controls="p3" tabindex="-1">Method</button></div>
<div role="tabpanel" id="p1" aria-labelledby="t1"><p>It rained for a week, and there were only leeks left in the garden.</p></div>
<div role="tabpanel" id="p2" aria-labelledby="t2" hidden><p>For <span id="people"></span> people <button id="less" aria-label="Fewer people">−</button><button id="more" aria-label="More people">+</button></p><ul id="amounts"></ul></div>
<div role="tabpanel" id="p3" aria-labelledby="t3" hidden><ol><li>Rub the butter into the flour.</li><li>Soften the leeks.</li><li>Bake for 35 minutes at 190 °C.</li></ol></div>
${LOGIC}`,
          {
            style:
              "body{font:18px/1.6 Palatino,serif;max-width:40rem;margin:2rem auto}[role=tab][aria-selected=true]{font-weight:bold}",
          },
        ),
    },
  };
}

export const tasks: readonly Task[] = [
  task<object>({
    name: "recipe-for-seven",
    kind: "widgets",
    words:
      "How much flour (in grams) and how much double cream (in millilitres) does this recipe need for seven people?",
    schema: {
      type: "object",
      properties: { flourGrams: { type: "number" }, creamMillilitres: { type: "number" } },
      required: ["flourGrams", "creamMillilitres"],
    },
    site,
    check: (_, output) => differs("answer", output, { flourGrams: 840, creamMillilitres: 385 }),
    wrong: [() => ({ flourGrams: 480, creamMillilitres: 220 }), () => ({ flourGrams: 500, creamMillilitres: 385 })],
    oracle: [
      look(),
      click("Ingredients"),
      [click("More people"), click("More people"), click("More people")],
      look(),
      done({ flourGrams: 840, creamMillilitres: 385 }, "For 7 people: Plain flour: 840 g, Double cream: 385 ml"),
    ],
  }),
];
