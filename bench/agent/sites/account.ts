/** Settings with switches, dependent switches, and a bar at the bottom that saves them; leaving without it loses them. */
import { html, POST, page, raw } from "../html.ts";
import { call, done, look, press, waitFor } from "../oracle.ts";
import type { Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

type Settings = Record<string, boolean>;

interface State {
  saved: Settings;
  saves: number;
}

const START: Settings = {
  weekly: true,
  mentions: true,
  sounds: false,
  desktop: false,
  searchable: true,
  activity: true,
  beta: false,
};
const LABELS: Record<string, [string, string]> = {
  weekly: ["Weekly summary by e-mail", "Every Monday at 8:00"],
  mentions: ["E-mail when somebody mentions me", ""],
  desktop: ["Desktop notifications", "Your browser will ask for permission"],
  sounds: ["Play a sound with notifications", "Needs desktop notifications"],
  searchable: ["Let search engines find my profile", ""],
  activity: ["Show when I was last active", "Others will see the day only"],
  beta: ["Try new features early", ""],
};
const LOGIC = raw(`<script>
const now = JSON.parse(document.querySelector("#now").textContent);
const bar = document.querySelector("#bar");
const draw = () => {
  for (const toggle of document.querySelectorAll("[role=switch]")) {
    toggle.setAttribute("aria-checked", now[toggle.id]);
    if (toggle.id === "sounds") toggle.setAttribute("aria-disabled", !now.desktop);
  }
};
for (const toggle of document.querySelectorAll("[role=switch]")) toggle.onclick = () => {
  if (toggle.getAttribute("aria-disabled") === "true") return;
  now[toggle.id] = !now[toggle.id];
  if (toggle.id === "desktop" && !now.desktop) now.sounds = false;
  bar.hidden = false;
  draw();
};
document.querySelector("#save").onclick = async () => { await post("/save", now); bar.hidden = true; document.querySelector("#said").textContent = "Your settings are saved."; };
draw();
</script>`);

function site(): Site<State> {
  const state: State = { saved: { ...START }, saves: 0 };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Settings",
          html`${POST}<script type="application/json" id="now">${raw(JSON.stringify(state.saved))}</script><h1>Settings</h1>${Object.entries(
            LABELS,
          ).map(
            ([id, [label, hint]]) =>
              html`<div class="row"><div><span id="${id}-label">${label}</span>${hint && html`<br><small>${hint}</small>`}</div><button role="switch" id="${id}" aria-labelledby="${id}-label" aria-checked="false"><i></i></button></div>`,
          )}<p id="said" role="status"></p><div id="bar" hidden>You have unsaved changes. <button id="save">Save changes</button></div>${LOGIC}`,
          {
            style:
              "body{font:15px Inter,sans-serif;max-width:36em;margin:2em auto 6em}.row{display:flex;justify-content:space-between;padding:1em 0;border-bottom:1px solid #eee}[role=switch]{width:44px;height:24px;border-radius:12px;border:0;background:#bbb}[role=switch][aria-checked=true]{background:#2a6}[aria-disabled=true]{opacity:.4}#bar:not([hidden]){position:fixed;bottom:0;left:0;right:0;background:#222;color:#fff;padding:1em}",
          },
        ),
      "POST /save": ({ form }) => {
        state.saved = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, value === "true"]));
        state.saves++;
        return {};
      },
    },
  };
}

const WANTED: Settings = { ...START, desktop: true, sounds: true, searchable: false };

export const tasks: readonly Task[] = [
  task<State>({
    name: "account-switches",
    kind: "forms",
    words:
      "I want to hear a sound with every notification, and search engines must not find my profile. Leave all other settings as they are.",
    site,
    check: ({ saved }) => differs("settings", saved, WANTED),
    wrong: [
      (state) => {
        state.saved = { ...WANTED, sounds: false };
      },
      (state) => {
        state.saved = { ...WANTED, activity: false };
      },
    ],
    oracle: [
      look(),
      call("check", { label: "Desktop notifications" }),
      call("check", { label: "Play a sound with notifications" }),
      call("check", { label: "Let search engines find my profile", state: "off" }),
      press("button", "Save changes"),
      waitFor("Your settings are saved."),
      done("Sounds are on, and search engines are kept out.", "Your settings are saved."),
    ],
  }),
];
