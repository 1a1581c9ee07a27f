/** Seats drawn on a canvas: nothing of them is in the document, only the legend tells where they lie. */
import { html, POST, page, raw } from "../html.ts";
import { call, done, look, press, waitFor } from "../oracle.ts";
import { redirect, type Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

interface State {
  picked: string[];
  booked: string[] | undefined;
}

const TAKEN = ["B3", "C4", "C5"];
const LOGIC = raw(`<script>
const canvas = document.querySelector("canvas"), ctx = canvas.getContext("2d");
const taken = ${JSON.stringify(TAKEN)};
const picked = new Set();
const draw = () => {
  ctx.clearRect(0, 0, 400, 200);
  for (let row = 0; row < 4; row++) for (let seat = 0; seat < 8; seat++) {
    const id = "ABCD"[row] + (seat + 1);
    ctx.fillStyle = taken.includes(id) ? "#999" : picked.has(id) ? "#2a2" : "#36c";
    ctx.fillRect(seat * 50 + 6, row * 50 + 6, 38, 38);
    ctx.fillStyle = "#fff"; ctx.fillText(id, seat * 50 + 18, row * 50 + 28);
  }
};
canvas.onclick = async (event) => {
  const id = "ABCD"[Math.floor(event.offsetY / 50)] + (Math.floor(event.offsetX / 50) + 1);
  if (taken.includes(id)) return;
  picked.has(id) ? picked.delete(id) : picked.add(id);
  draw();
  document.querySelector("#said").textContent = picked.size + " seat(s) chosen";
  await post("/pick", { seats: [...picked].sort().join(",") });
};
draw();
</script>`);

function site(): Site<State> {
  const state: State = { picked: [], booked: undefined };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Kino Sofia",
          html`${POST}<canvas width="400" height="200" aria-label="Seat plan"></canvas><p>Rows A (at the top, near the screen) to D, seats 1 to 8 from the left. Each seat is 50 by 50 pixels. The plan begins at the top left corner of the window. Grey seats are taken.</p>
<p id="said" role="status">No seat chosen</p><form method="post" action="/book"><button>Book these seats</button></form>${LOGIC}`,
          { style: "body{margin:0;font:14px sans-serif}canvas{display:block}" },
        ),
      "POST /pick": ({ form }) => {
        state.picked = (form.seats ?? "").split(",").filter(Boolean);
        return {};
      },
      "POST /book": () => {
        state.booked = [...state.picked];
        return redirect("/booked");
      },
      "GET /booked": () => page("Booked", html`<h1>Booked: ${state.booked?.join(", ")}</h1>`),
    },
  };
}

export const tasks: readonly Task[] = [
  task<State>({
    name: "cinema-canvas-seats",
    kind: "pointer",
    words: "Book the seats D4 and D5.",
    site,
    check: ({ booked }) => differs("booked seats", booked, ["D4", "D5"]),
    wrong: [
      (state) => {
        state.booked = ["C4", "C5"];
      },
      (state) => {
        state.picked = ["D4", "D5"];
      },
    ],
    oracle: [
      look(),
      [
        call("click", { coordinate_x: 175, coordinate_y: 175 }),
        call("click", { coordinate_x: 225, coordinate_y: 175 }),
      ],
      waitFor("2 seat(s) chosen"),
      press("button", "Book these seats"),
      done("D4 and D5 are booked.", "Booked: D4, D5"),
    ],
  }),
];
