/** A smart home made of web components: open shadow roots within each other, and a lock in a closed one. */
import { html, POST, page, raw } from "../html.ts";
import { call, clickOn, done, look, press } from "../oracle.ts";
import type { Site } from "../site.ts";
import { differs, first, type Task, task } from "../task.ts";

interface State {
  rooms: Record<string, number>;
  away: boolean;
  locked: boolean;
}

const START = { rooms: { Kitchen: 20, Bedroom: 18, Study: 19 }, away: false, locked: false };

const COMPONENTS = raw(`<script>
customElements.define("room-card", class extends HTMLElement {
  connectedCallback() {
    const name = this.getAttribute("name");
    let degrees = Number(this.getAttribute("degrees"));
    const root = this.attachShadow({ mode: "open" });
    root.innerHTML = "<style>div{border:1px solid #aaa;border-radius:8px;padding:8px;margin:8px;width:14em}</style><div><h3>" + name + "</h3><output></output> <step-button sign='-1'></step-button><step-button sign='1'></step-button></div>";
    const show = () => (root.querySelector("output").textContent = degrees + " °C");
    root.addEventListener("step", ({ detail }) => { degrees += detail; show(); post("/room", { name, degrees }); });
    show();
  }
});
customElements.define("step-button", class extends HTMLElement {
  connectedCallback() {
    const sign = Number(this.getAttribute("sign"));
    const root = this.attachShadow({ mode: "open" });
    root.innerHTML = "<button>" + (sign > 0 ? "Warmer" : "Cooler") + "</button>";
    root.querySelector("button").onclick = () => this.dispatchEvent(new CustomEvent("step", { detail: sign, bubbles: true, composed: true }));
  }
});
customElements.define("door-lock", class extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: "closed" });
    root.innerHTML = "<p>Front door: <b>unlocked</b></p><button>Lock the front door</button> <label><input type=checkbox> Away mode</label>";
    root.querySelector("button").onclick = () => { root.querySelector("b").textContent = "locked"; post("/lock"); };
    root.querySelector("input").onchange = ({ target }) => post("/away", { on: target.checked });
  }
});
</script>`);

function site(): Site<State> {
  const state: State = structuredClone(START);
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Home",
          html`${POST}<h1>Home</h1>${Object.entries(state.rooms).map(([name, degrees]) => html`<room-card name="${name}" degrees="${degrees}"></room-card>`)}<door-lock></door-lock>${COMPONENTS}`,
          { style: "body{font:16px sans-serif}" },
        ),
      "POST /room": ({ form }) => {
        state.rooms[form.name ?? ""] = Number(form.degrees);
        return {};
      },
      "POST /lock": () => {
        state.locked = true;
        return {};
      },
      "POST /away": ({ form }) => {
        state.away = form.on === "true";
        return {};
      },
    },
  };
}

export const tasks: readonly Task[] = [
  task<State>({
    name: "home-bedroom-warmer",
    kind: "shadow",
    words: "Set the bedroom to 21 °C.",
    site,
    check: (state) => differs("home", state, { ...START, rooms: { ...START.rooms, Bedroom: 21 } }),
    wrong: [
      (state) => {
        state.rooms.Bedroom = 20;
      },
      (state) => {
        state.rooms.Kitchen = 21;
      },
    ],
    oracle: [
      look(),
      clickOn("Warmer", "Bedroom"),
      clickOn("Warmer", "Bedroom"),
      clickOn("Warmer", "Bedroom"),
      call("find", { text: "21 °C" }),
      done("The bedroom is set to 21 °C.", "21 °C"),
    ],
  }),
  task<State>({
    name: "home-leave",
    kind: "shadow",
    words: "I am leaving the house: lock the front door and switch on away mode.",
    site,
    check: ({ locked, away, rooms }) =>
      first(differs("locked", locked, true), differs("away", away, true), differs("rooms", rooms, START.rooms)),
    wrong: [
      (state) => {
        state.locked = true;
      },
      (state) => {
        state.away = true;
      },
    ],
    oracle: [
      look(),
      press("button", "Lock the front door"),
      call("check", { label: "Away mode" }),
      look(),
      done("The door is locked, away mode is on.", "Away mode"),
    ],
  }),
];
