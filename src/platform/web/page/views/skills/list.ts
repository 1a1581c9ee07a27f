/** Own skills, and how one is made. */
import { modelChoices, profileChoices } from "../../choices.ts";
import { ask } from "../../dialog.ts";
import { button, h, tabs, top } from "../../dom.ts";
import { date } from "../../format.ts";
import { List } from "../../list.ts";
import { act, fail, say } from "../../notices.ts";
import { create, type Filter, type Skill, skills, update } from "../../skills.ts";
import { empty } from "../../table.ts";
import { watched } from "../../view.ts";
import { badge, categoryNames, filters, LISTS } from "./parts.ts";

/** As it was left, for whoever comes back from a skill. */
const filter: Filter = { query: "", category: "" };

export async function skillsView(): Promise<HTMLElement> {
  const list: List<Skill> = new List<Skill>({
    load: (pages) => skills(filter, pages),
    heads: ["Skill", "State", "Version", "Category", "Made", ""],
    row: (one) => row(one, () => list.draw()),
    none,
    noun: ["skill", "skills"],
  });
  await watched(() => list.draw());
  return h(
    "div",
    {},
    top("Skills", list.count, button("Make a skill", "", act(make))),
    tabs("Lists of skills", LISTS, "skills"),
    filters(filter, () => void list.again().catch(fail)),
    list.element,
  );
}

function none(): HTMLElement {
  if (filter.query !== "" || filter.category !== "")
    return empty("No skill is like that", "Look for other words, or in any category.");
  return empty(
    "No skill yet",
    "An agent does a task once; from then on a script does it, without a model. Make one here, or with the command line:",
    `svc cloud v2 POST /skills '{"goal": "The price of a product of shop.example.com, by its name", "agentPrompt": "Look up the price of the blue kettle"}'`,
  );
}

function row(skill: Skill, draw: () => Promise<void>) {
  const { id, title, description, goal, reason, status, isEnabled, isPublic, currentVersion, createdAt } = skill;
  const turning = async () => {
    await update(id, { isEnabled: !isEnabled });
    await draw();
  };
  const verb = isEnabled ? "Turn off" : "Turn on";
  return [
    h(
      "div",
      { className: "task" },
      h("a", { href: `#/skills/${id}` }, title),
      h("div", { className: "soft line" }, (status !== "finished" && reason) || description || goal || ""),
    ),
    h("span", {}, badge(skill), isPublic && [" ", h("span", { className: "badge" }, "public")]),
    currentVersion ?? "",
    skill.categories.length > 0 && h("span", { className: "wide" }, categoryNames(skill)),
    date(createdAt),
    currentVersion !== null && button(verb, "quiet", act(turning), `${verb} ${title}`),
  ];
}

async function make(): Promise<void> {
  const [models, profiles] = await Promise.all([modelChoices(), profileChoices()]);
  const fields = [
    {
      name: "goal",
      label: "Goal",
      type: "textarea",
      required: true,
      maxLength: 1_000,
      placeholder: "The price of a product of https://shop.example.com, by its name",
      help: "What each run gives. What differs from run to run becomes a parameter.",
    },
    {
      name: "agentPrompt",
      label: "Task that shows how it is done",
      type: "textarea",
      required: true,
      placeholder: "Look up the price of the blue kettle",
      help: "With example values. It is done twice: by an agent now, then by the script as a proof. Do not ask for an order that you do not want.",
    },
    { name: "title", label: "Title", maxLength: 100, help: "May be left empty." },
    { name: "llm", label: "Model", choices: models },
    { name: "profileId", label: "Profile", choices: profiles },
  ];
  ask("Make a skill", fields, "Make", async ({ goal = "", agentPrompt = "", title, llm, profileId }) => {
    const asked = { goal, agentPrompt, title: title || null, llm: llm || null, profileId: profileId || null };
    const { id } = await create(asked);
    say("An agent is at work now.");
    location.hash = `#/skills/${id}`;
  });
}
