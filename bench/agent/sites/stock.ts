/** A warehouse list of 5,000 rows of which only those in view are in the document. */
import { html, POST, page, raw } from "../html.ts";
import { call, clickOn, done } from "../oracle.ts";
import type { Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

interface State {
  flagged: string[];
}

const LOGIC = raw(`<script>
const rows = Array.from({ length: 5000 }, (_, n) => ({ code: "P-" + String(10000 + n * 7), bin: "ABCDEF"[n % 6] + "-" + (n % 90), count: (n * 37) % 250 }));
const box = document.querySelector("#box"), inner = document.querySelector("#inner");
inner.style.height = rows.length * 32 + "px";
const flagged = new Set();
const draw = () => {
  const first = Math.max(0, Math.floor(box.scrollTop / 32) - 3);
  inner.innerHTML = rows.slice(first, first + 20).map(({ code, bin, count }, n) => "<div role=row style='position:absolute;top:" + (first + n) * 32 + "px'><span role=cell>" + code + "</span><span role=cell>" + bin + "</span><span role=cell>" + count + " pcs</span><button data-code='" + code + "' aria-label='Flag " + code + "'>" + (flagged.has(code) ? "Flagged" : "Flag") + "</button></div>").join("");
};
box.onscroll = draw;
inner.onclick = ({ target: { dataset: { code } } }) => { if (code) { flagged.add(code); post("/flag", { code }); draw(); } };
document.querySelector("#go").onchange = ({ target }) => { const n = rows.findIndex(({ code }) => code >= target.value); if (n >= 0) box.scrollTop = n * 32; };
draw();
</script>`);

function site(): Site<State> {
  const state: State = { flagged: [] };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Stock",
          html`${POST}<h1>Stock <small>5,000 items, by code</small></h1><div id="box" role="grid" aria-label="Stock" aria-rowcount="5000" tabindex="0"><div id="inner"></div></div><p><label>Jump to code <input id="go"></label></p>${LOGIC}`,
          {
            style:
              "#box{height:420px;width:640px;overflow:auto;border:1px solid #888}#inner{position:relative}[role=row]{height:32px;display:flex;gap:2em}[role=cell]{width:8em}",
          },
        ),
      "POST /flag": ({ form }) => {
        state.flagged.push(form.code ?? "");
        return {};
      },
    },
  };
}

export const tasks: readonly Task[] = [
  task<State>({
    name: "stock-virtual-list",
    kind: "lists",
    words: "Flag the item with the code P-31007 for recounting.",
    site,
    check: ({ flagged }) => differs("flagged", flagged, ["P-31007"]),
    wrong: [(state) => void state.flagged.push("P-31000"), (state) => void state.flagged.push("P-10007")],
    oracle: [
      call("type", { text: "P-31007", label: "Jump to code" }),
      call("keys", { keys: ["Tab"] }),
      call("find", { text: "P-31007" }),
      clickOn("Flag P-31007"),
      done("P-31007 is flagged.", "P-31007 Flagged"),
    ],
  }),
];
