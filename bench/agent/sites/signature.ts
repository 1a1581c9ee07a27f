/** A delivery note that is signed on a canvas with the mouse: one stroke that is long enough. */
import { html, POST, page, raw } from "../html.ts";
import { call, done, look, press, type } from "../oracle.ts";
import type { Site } from "../site.ts";
import { differs, first, type Task, task, unless } from "../task.ts";

interface State {
  signed: { name: string; strokes: number; length: number } | undefined;
}

const LEAST_PIXELS = 120;
const LOGIC = raw(`<script>
const canvas = document.querySelector("canvas"), ctx = canvas.getContext("2d");
let strokes = 0, length = 0, last;
canvas.onmousedown = ({ offsetX, offsetY }) => { last = [offsetX, offsetY]; strokes++; };
canvas.onmousemove = ({ offsetX, offsetY }) => {
  if (!last) return;
  length += Math.hypot(offsetX - last[0], offsetY - last[1]);
  ctx.beginPath(); ctx.moveTo(...last); ctx.lineTo(offsetX, offsetY); ctx.stroke();
  last = [offsetX, offsetY];
};
addEventListener("mouseup", () => { last = undefined; });
document.querySelector("#clear").onclick = () => { strokes = length = 0; ctx.clearRect(0, 0, 500, 160); };
document.querySelector("#ok").onclick = async () => {
  const said = document.querySelector("#said");
  if (length < ${LEAST_PIXELS}) return (said.textContent = "Please sign in the box.");
  await post("/sign", { name: document.querySelector("#name").value, strokes, length: Math.round(length) });
  said.textContent = "Delivery accepted.";
};
</script>`);

function site(): Site<State> {
  const state: State = { signed: undefined };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Delivery note 8841",
          html`${POST}<canvas width="500" height="160" style="border:1px solid #000" aria-label="Sign here"></canvas><p>Delivery note 8841: 12 boxes of tiles. Sign in the box above, which lies at the top left of the window.</p>
<p><label for="name">Name in block letters</label> <input id="name"></p><button id="clear">Clear</button> <button id="ok">Accept delivery</button><p id="said" role="alert"></p>${LOGIC}`,
          { style: "body{margin:0;font:15px serif}" },
        ),
      "POST /sign": ({ form }) => {
        state.signed = { name: form.name ?? "", strokes: Number(form.strokes), length: Number(form.length) };
        return {};
      },
    },
  };
}

export const tasks: readonly Task[] = [
  task<State>({
    name: "signature-canvas",
    kind: "pointer",
    words: "Accept the delivery for A. BRANDT: sign with a line across the box, from left to right.",
    site,
    check: ({ signed }) =>
      first(
        differs("name", signed?.name, "A. BRANDT"),
        unless((signed?.length ?? 0) >= LEAST_PIXELS, "the line is too short"),
        differs("strokes", signed?.strokes, 1),
      ),
    wrong: [
      (state) => {
        state.signed = { name: "A. BRANDT", strokes: 1, length: 30 };
      },
      (state) => {
        state.signed = { name: "", strokes: 1, length: 300 };
      },
    ],
    oracle: [
      look(),
      [
        call("mouse", { action: "move", x: 60, y: 90 }),
        call("mouse", { action: "down" }),
        call("mouse", { action: "move", x: 220, y: 60 }),
        call("mouse", { action: "move", x: 400, y: 100 }),
        call("mouse", { action: "up" }),
      ],
      type("A. BRANDT", "Name in block letters"),
      press("button", "Accept delivery"),
      look(),
      done("The delivery is accepted.", "Delivery accepted."),
    ],
  }),
];
