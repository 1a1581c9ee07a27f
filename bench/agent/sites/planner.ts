/** A week planner whose events are changed in a modal dialog of the browser, with times that must not overlap. */
import { html, POST, page, raw } from "../html.ts";
import { call, click, done, fill, look, press } from "../oracle.ts";
import type { Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

interface Event {
  id: string;
  title: string;
  day: string;
  start: string;
  end: string;
}

interface State {
  events: Event[];
}

const START: readonly Event[] = [
  { id: "e1", title: "Team lunch", day: "Tuesday", start: "12:00", end: "13:00" },
  { id: "e2", title: "Dentist", day: "Wednesday", start: "09:30", end: "10:15" },
  { id: "e3", title: "Budget review", day: "Thursday", start: "14:00", end: "15:30" },
  { id: "e4", title: "Piano", day: "Thursday", start: "17:00", end: "18:00" },
];
const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];
const LOGIC = raw(`<script>
const dialog = document.querySelector("dialog"), form = dialog.querySelector("form");
for (const one of document.querySelectorAll(".event")) one.onclick = () => {
  for (const name of ["id", "day", "start", "end"]) form[name].value = one.dataset[name];
  dialog.querySelector("h2").textContent = one.dataset.title;
  dialog.querySelector("#problem").textContent = "";
  dialog.showModal();
};
dialog.querySelector("#cancel").onclick = () => dialog.close();
form.onsubmit = async (event) => {
  event.preventDefault();
  const answer = await (await post("/move", Object.fromEntries(new FormData(form)))).json();
  if (answer.problem) return (dialog.querySelector("#problem").textContent = answer.problem);
  location.reload();
};
</script>`);

function site(): Site<State> {
  const state: State = { events: structuredClone([...START]) };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Week 49",
          html`${POST}<h1>Week 49</h1><div class="week">${DAYS.map(
            (day) =>
              html`<section><h3>${day}</h3>${state.events.filter((one) => one.day === day).map(({ id, title, start, end }) => html`<div class="event" data-id="${id}" data-title="${title}" data-day="${day}" data-start="${start}" data-end="${end}">${start}–${end} ${title}</div>`)}</section>`,
          )}</div><dialog aria-label="Edit event"><form><h2></h2><input type="hidden" name="id"><p><label>Day <select name="day">${DAYS.map((day) => html`<option>${day}</option>`)}</select></label></p>
<p><label>Start <input type="time" name="start"></label> <label>End <input type="time" name="end"></label></p><p id="problem" role="alert"></p><button>Save</button> <button type="button" id="cancel">Cancel</button></form></dialog>${LOGIC}`,
          {
            style:
              "body{font:14px sans-serif}.week{display:grid;grid-template-columns:repeat(5,1fr)}section{border-left:1px solid #ddd;min-height:300px;padding:6px}.event{background:#cfe;padding:6px;margin:4px 0;cursor:pointer}dialog::backdrop{background:#0006}",
          },
        ),
      "POST /move": ({ form }) => {
        const one = state.events.find(({ id }) => id === form.id);
        if (!one) return { problem: "This event is gone." };
        const { day = "", start = "", end = "" } = form;
        if (start >= end) return { problem: "The end is before the start." };
        const clash = state.events.find(
          (other) => other !== one && other.day === day && other.start < end && start < other.end,
        );
        if (clash) return { problem: `This overlaps with ${clash.title} (${clash.start}–${clash.end}).` };
        Object.assign(one, { day, start, end });
        return {};
      },
    },
  };
}

const moved = (start: string, end: string) =>
  START.map((one) => (one.id === "e2" ? { ...one, day: "Thursday", start, end } : one));

export const tasks: readonly Task[] = [
  task<State>({
    name: "planner-move-event",
    kind: "dialogs",
    words:
      "Move the dentist to Thursday at 14:00. If that is taken, put it right after what is there then. It keeps its length.",
    site,
    check: ({ events }) => differs("events", events, moved("15:30", "16:15")),
    wrong: [
      (state) => {
        state.events = moved("14:00", "14:45");
      },
      (state) => {
        state.events = moved("15:30", "16:30");
      },
    ],
    oracle: [
      look(),
      click("09:30–10:15 Dentist"),
      fill("Day=Thursday", "Start=14:00", "End=14:45"),
      press("button", "Save"),
      call("wait", { text: "This overlaps" }),
      fill("Start=15:30", "End=16:15"),
      press("button", "Save"),
      look(),
      done("The dentist is on Thursday from 15:30 to 16:15.", "15:30–16:15 Dentist"),
    ],
  }),
];
