/** A playlist that is put in order by pointer events and a handle, and saved only by its button. */
import { html, POST, page, raw } from "../html.ts";
import { call, done, look, press } from "../oracle.ts";
import type { Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

interface State {
  saved: string[] | undefined;
}

const SONGS = ["Harbour", "Paper Moon", "Sju Broar", "Kite", "Afterglow"];
const LOGIC = raw(`<script>
const list = document.querySelector("ol");
let held;
list.addEventListener("pointerdown", (event) => {
  if (!event.target.matches(".handle")) return;
  held = event.target.closest("li");
  held.classList.add("held");
  event.preventDefault();
});
addEventListener("pointermove", (event) => {
  if (!held) return;
  const others = [...list.children].filter((one) => one !== held);
  const after = others.find((one) => { const box = one.getBoundingClientRect(); return event.clientY < box.top + box.height / 2; });
  list.insertBefore(held, after ?? null);
});
addEventListener("pointerup", () => { held?.classList.remove("held"); held = undefined; });
document.querySelector("#save").onclick = async () => {
  await post("/save", { songs: [...list.querySelectorAll("b")].map((one) => one.textContent).join("|") });
  document.querySelector("#said").textContent = "Saved.";
};
</script>`);

function site(): Site<State> {
  const state: State = { saved: undefined };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Road trip",
          html`${POST}<h1>Road trip</h1><ol>${SONGS.map((name) => html`<li><span class="handle" role="button" aria-label="Move ${name}" tabindex="0">⠿</span> <b>${name}</b></li>`)}</ol><button id="save">Save order</button> <span id="said" role="status"></span>${LOGIC}`,
          {
            style:
              "body{font:18px sans-serif;background:#222;color:#eee}li{padding:10px;touch-action:none}.handle{cursor:grab}.held{opacity:.5}",
          },
        ),
      "POST /save": ({ form }) => {
        state.saved = (form.songs ?? "").split("|");
        return {};
      },
    },
  };
}

const WANTED = ["Kite", "Harbour", "Paper Moon", "Sju Broar", "Afterglow"];

export const tasks: readonly Task[] = [
  task<State>({
    name: "playlist-reorder",
    kind: "pointer",
    words: "Put the song 'Kite' at the top of the playlist and save the order.",
    site,
    check: ({ saved }) => differs("saved order", saved, WANTED),
    wrong: [
      (state) => {
        state.saved = SONGS;
      },
      (state) => {
        state.saved = ["Harbour", "Kite", "Paper Moon", "Sju Broar", "Afterglow"];
      },
    ],
    oracle: [
      look(),
      call("drag", { role: "button", name: "Move Kite", by: "0,-160" }),
      look(),
      press("button", "Save order"),
      done("Kite is the first song.", "Saved."),
    ],
  }),
];
