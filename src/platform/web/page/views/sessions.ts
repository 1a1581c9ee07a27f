/** Agent sessions: tasks in words that were given to the platform, and how one is started. */
import { cost, isLive, type Session, STATES, type State, sessions, start, stateOf, stop, textOf } from "../agents.ts";
import { modelChoices, profileChoices, workspaceChoices } from "../choices.ts";
import { ask } from "../dialog.ts";
import { h, redraw } from "../dom.ts";
import { date, short } from "../format.ts";
import { act, fail, say } from "../notices.ts";
import { empty, table } from "../table.ts";
import { watched } from "../view.ts";

/** Characters of what is new of a session. */
const MAX_LINE = 300;

/** As it was left, for whoever comes back from a session. */
const filter: { state: State | ""; words: string } = { state: "", words: "" };

export async function sessionsView(): Promise<HTMLElement> {
  const list = h("div", { className: "card" });
  const total = h("span", { className: "soft" });
  const more = h("p", { className: "more" });
  let pages = 1;
  let found: Session[] = [];
  let shown = "";
  const show = () => {
    const items = found.filter(isWanted);
    // What did not change is not drawn anew.
    const now = JSON.stringify(items.map(rowFacts));
    if (now === shown) return;
    shown = now;
    const none =
      found.length > 0
        ? "No session is like that."
        : empty(
            "No session yet",
            "Give an agent a task. Start one here, or with the command line:",
            `svc cloud v3 POST /sessions '{"task": "Read the headlines of example.com"}'`,
          );
    redraw(
      list,
      table(
        ["Task", "State", "Steps", "Cost", "Model", "Started", ""],
        items.map((one) => row(one, draw)),
        none,
      ),
    );
  };
  const draw = async () => {
    const { items, total: all } = await sessions(pages, filter.state);
    found = items;
    total.textContent =
      filter.state === ""
        ? `${items.filter(isLive).length} open, ${all} in all`
        : `${items.filter(isWanted).length} of ${all} looked at`;
    const button = () =>
      h("button", { type: "button", className: "quiet", "aria-label": "Show older", onclick: older }, "Show older");
    redraw(more, ...(all > items.length ? [button()] : []));
    show();
  };
  const older = act(async () => {
    pages++;
    await draw();
  });
  await watched(draw);
  return h(
    "div",
    {},
    h(
      "div",
      { className: "top" },
      h("div", {}, h("h1", {}, "Sessions"), total),
      h("button", { type: "button", onclick: act(() => startDialog()) }, "Start a session"),
    ),
    filters(show, async () => {
      pages = 1;
      await draw();
    }),
    list,
    more,
  );
}

function filters(show: () => void, load: () => Promise<void>): HTMLElement {
  const options = [["", "Any state"], ...Object.entries(STATES)].map(([value, name]) =>
    h("option", { value, selected: value === filter.state }, name),
  );
  const state = h("select", { "aria-label": "State" }, options);
  const words = h("input", {
    type: "search",
    "aria-label": "Search tasks",
    placeholder: "Search tasks",
    value: filter.words,
  });
  state.onchange = () => {
    filter.state = state.value as State | "";
    show();
    load().catch(fail);
  };
  words.oninput = () => {
    filter.words = words.value;
    show();
  };
  return h("div", { className: "filters", role: "search" }, words, state);
}

function isWanted(session: Session): boolean {
  if (filter.state !== "" && filter.state !== stateOf(session)) return false;
  const text = `${session.title ?? ""} ${session.id} ${session.model}`.toLowerCase();
  return filter.words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** What a row shows. */
function rowFacts(session: Session) {
  const { id, title, stepCount, totalCostUsd, model, createdAt } = session;
  return [id, stateOf(session), title, line(session), stepCount, totalCostUsd, model, createdAt];
}

/** What is new of it, in a line. */
function line({ question, isTaskSuccessful, endReason, output, lastStepSummary }: Session): string {
  // Of what was done the answer counts, however the session ended afterwards.
  const reason = isTaskSuccessful === true ? (textOf(output) ?? endReason) : (endReason ?? textOf(output));
  return (question ?? reason ?? lastStepSummary ?? "").replace(/\s+/g, " ").slice(0, MAX_LINE);
}

function row(session: Session, draw: () => Promise<void>) {
  const { id, title, stepCount, totalCostUsd, model, createdAt } = session;
  const name = title ?? `Session ${id.slice(0, 8)}`;
  const ending = async () => {
    await stop(id, "session");
    say("The session was ended.");
    await draw();
  };
  return [
    h(
      "div",
      { className: "task" },
      h("a", { href: `#/sessions/${id}`, "aria-label": name }, title ?? ["Session ", short(id)]),
      h("div", { className: "soft line" }, line(session)),
    ),
    badge(session),
    stepCount,
    h("span", { className: "whole" }, cost(totalCostUsd)),
    h("span", { className: "whole", title: model }, model),
    date(createdAt),
    isLive(session) &&
      h("button", { type: "button", className: "bad", "aria-label": `End ${name}`, onclick: act(ending) }, "End"),
  ];
}

export function badge(session: Session): HTMLElement {
  const state: State = stateOf(session);
  return h("span", { className: `badge ${state}` }, STATES[state]);
}

/** Asks for a task; `task` is what stands there at first, and `workspaceId` what is chosen. */
export async function startDialog(task = "", workspaceId = ""): Promise<void> {
  const [models, profiles, workspaces] = await Promise.all([
    modelChoices(),
    profileChoices(),
    workspaceChoices(workspaceId),
  ]);
  ask(
    "Start a session",
    [
      { name: "task", label: "Task", type: "textarea", required: true, value: task },
      { name: "startUrl", label: "Start address", placeholder: "shop.example.com (may be left empty)" },
      { name: "model", label: "Model", choices: models },
      { name: "profileId", label: "Profile", choices: profiles },
      { name: "workspaceId", label: "Workspace", choices: workspaces, value: workspaceId },
      { name: "keepAlive", label: "Stay open afterwards for another task", type: "checkbox", checked: true },
      { name: "enableRecording", label: "Record it", type: "checkbox" },
    ],
    "Start",
    async ({ task = "", startUrl = "", model = "", profileId, workspaceId, keepAlive, enableRecording }) => {
      const id = await start({
        task,
        startUrl,
        model,
        profileId: profileId || null,
        workspaceId: workspaceId || null,
        keepAlive: keepAlive === "on",
        enableRecording: enableRecording === "on",
      });
      location.hash = `#/sessions/${id}`;
    },
  );
}
