/** A family's list of chores whose page draws everything anew twice a second, so that no element lives for long. */
import { html, POST, page, raw } from "../html.ts";
import { call, done, look, press } from "../oracle.ts";
import type { Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

interface State {
  chores: { name: string; isDone: boolean }[];
}

const NAMES = ["Water the plants", "Feed the cat", "Take out the glass", "Call grandma", "Feed the cat (evening)"];
const LOGIC = raw(`<script>
const draw = async () => {
  const chores = await (await fetch("/chores")).json();
  document.querySelector("#app").innerHTML = "<p>" + new Date().toLocaleTimeString() + "</p><ul>" + chores.map(({ name, isDone }, n) => "<li><label><input type=checkbox data-n=" + n + (isDone ? " checked" : "") + "> " + name + "</label></li>").join("") + "</ul><form><input placeholder='New chore'><button>Add</button></form>";
};
document.querySelector("#app").addEventListener("change", async ({ target }) => { if (target.dataset.n) { await post("/toggle", { n: target.dataset.n, on: target.checked }); draw(); } });
document.querySelector("#app").addEventListener("submit", async (event) => { event.preventDefault(); const box = event.target.querySelector("input"); await post("/add", { name: box.value }); draw(); });
setInterval(() => { if (document.activeElement?.placeholder !== "New chore") draw(); }, 500);
draw();
</script>`);

function site(): Site<State> {
  const state: State = { chores: NAMES.map((name) => ({ name, isDone: false })) };
  return {
    state,
    routes: {
      "GET /": () =>
        page("Chores", html`${POST}<h1>Chores</h1><div id="app"></div>${LOGIC}`, {
          style: "body{font:20px Comic Sans MS,cursive;background:#fef6e4;padding:2em}",
        }),
      "GET /chores": () => state.chores,
      "POST /toggle": ({ form }) => {
        const one = state.chores[Number(form.n)];
        if (one) one.isDone = form.on === "true";
        return {};
      },
      "POST /add": ({ form }) => {
        state.chores.push({ name: form.name ?? "", isDone: false });
        return {};
      },
    },
  };
}

const WANTED = [
  ...NAMES.map((name) => ({ name, isDone: ["Feed the cat", "Call grandma"].includes(name) })),
  { name: "Buy stamps", isDone: false },
];

export const tasks: readonly Task[] = [
  task<State>({
    name: "chores-redrawn-list",
    kind: "timing",
    words: "Tick off 'Feed the cat' (not the evening one) and 'Call grandma', and add 'Buy stamps' to the list.",
    site,
    check: ({ chores }) => differs("chores", chores, WANTED),
    wrong: [
      (state) => {
        state.chores = WANTED.map((one) => (one.name === "Feed the cat (evening)" ? { ...one, isDone: true } : one));
      },
      (state) => {
        state.chores = WANTED.slice(0, -1);
      },
    ],
    oracle: [
      look(),
      call("click", { role: "checkbox", name: "Feed the cat", nth: 1 }),
      call("click", { role: "checkbox", name: "Call grandma" }),
      call("type", { text: "Buy stamps", label: "New chore" }),
      press("button", "Add"),
      call("find", { text: "Buy stamps" }),
      done("Two chores are ticked off, one is added.", "Buy stamps"),
    ],
  }),
];
