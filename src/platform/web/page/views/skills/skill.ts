/** One skill: run it, see its runs and its versions, what it is about; and what can be done with it. */
import { h, tabs, top } from "../../dom.ts";
import { block } from "../../format.ts";
import { Part } from "../../part.ts";
import { isMade, pathOf, type Skill, skill } from "../../skills.ts";
import { watched } from "../../view.ts";
import { actions } from "./actions.ts";
import { badge, categoryNames, shape } from "./parts.ts";
import { runForm } from "./run.ts";
import { runs } from "./runs.ts";
import { versionsPart } from "./versions.ts";

/** What a tab shows below the head, and how it looks again. */
interface Tab {
  element: HTMLElement;
  draw(skill: Skill): Promise<void>;
}

export async function skillView(id: string, tab = "run"): Promise<HTMLElement> {
  const head = new Part();
  const notice = new Part();
  const shown = tabOf(id, tab);
  const draw = async () => {
    const record = await skill(id);
    head.show(JSON.stringify(record), () => [headOf(record, draw)]);
    notice.show(noticeOf(record), () => [h("p", { className: "card notice" }, noticeOf(record))]);
    await shown.draw(record);
  };
  await watched(draw);
  const links = [
    [`skills/${id}`, "Run"],
    [`skills/${id}/runs`, "Runs"],
    [`skills/${id}/versions`, "Versions"],
    [`skills/${id}/about`, "About"],
  ] as const;
  const current = tab === "run" ? `skills/${id}` : `skills/${id}/${tab}`;
  return h("div", {}, head.element, notice.element, tabs("Parts of the skill", links, current), shown.element);
}

function headOf(record: Skill, draw: () => Promise<void>): HTMLElement {
  const below = [record.currentVersion !== null && `Version ${record.currentVersion}`, categoryNames(record)];
  return top(
    [
      record.title,
      " ",
      badge(record),
      record.isPublic && " ",
      record.isPublic && h("span", { className: "badge" }, "public"),
    ],
    h("span", { className: "soft" }, below.filter(Boolean).join(" · ")),
    ...actions(record, draw),
  );
}

/** What goes on with it, or went wrong. */
function noticeOf(record: Skill): string {
  const { status, reason, currentVersion } = record;
  const meanwhile = currentVersion === null ? "" : ` Version ${currentVersion} can be run meanwhile.`;
  if (status === "recording") return `An agent does the task to show how it is done.${meanwhile}`;
  if (status === "generating") return `A model writes a script, which is run to prove it.${meanwhile}`;
  return reason ?? "";
}

function tabOf(id: string, tab: string): Tab {
  if (tab === "runs") return runs(id);
  if (tab === "versions") return versionsPart(id);
  const part = new Part();
  const draw = tab === "about" ? about : form;
  return {
    element: part.element,
    draw: async (record) => draw(part, record),
  };
}

/** The form is drawn anew only when another version takes other parameters. */
function form(part: Part, record: Skill): void {
  const { id, currentVersion, parameters, isEnabled } = record;
  const wait = isMade(record)
    ? "It can be run as soon as it is ready."
    : "There is nothing to run: it was never ready.";
  part.show(JSON.stringify([currentVersion !== null, parameters, isEnabled]), () => {
    if (currentVersion === null) return [h("p", { className: "card empty" }, wait)];
    if (!isEnabled) return [h("p", { className: "card empty" }, "It is turned off. Turn it on to run it.")];
    return [h("div", { className: "card" }, runForm(record, pathOf(id)))];
  });
}

function about(part: Part, record: Skill): void {
  const { description, goal, agentPrompt, domains } = record;
  const said = (title: string, text: string | null) => (text ? [h("h2", {}, title), block(text)] : []);
  part.show(JSON.stringify(record), () => [
    h(
      "div",
      { className: "card about" },
      ...said("What it does", description),
      ...said("Goal", goal),
      ...said("Task that showed how it is done", agentPrompt),
      ...said("Hosts", domains.join(", ")),
      ...shape(record),
    ),
  ]);
}
