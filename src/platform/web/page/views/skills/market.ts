/** Skills that projects of this server have made public: to be run, or taken as a copy. */
import { button, h, tabs, top } from "../../dom.ts";
import { date } from "../../format.ts";
import { List } from "../../list.ts";
import { act, fail, say } from "../../notices.ts";
import { clone, type Filter, marketPathOf, type PublicSkill, publicSkill, publicSkills } from "../../skills.ts";
import { empty } from "../../table.ts";
import { watched } from "../../view.ts";
import { categoryNames, filters, LISTS, shape } from "./parts.ts";
import { runForm } from "./run.ts";

const filter: Filter = { query: "", category: "" };

export async function marketView(): Promise<HTMLElement> {
  const list: List<PublicSkill> = new List<PublicSkill>({
    load: (pages) => publicSkills(filter, pages),
    heads: ["Skill", "Copies", "Category", "Published", ""],
    row,
    none: () =>
      filter.query !== "" || filter.category !== ""
        ? empty("No public skill is like that", "Look for other words, or in any category.")
        : empty("No skill is public yet", "Publish one of your own: its page has a button for it."),
    noun: ["skill", "skills"],
  });
  await watched(() => list.draw());
  return h(
    "div",
    {},
    top("Marketplace", list.count),
    tabs("Lists of skills", LISTS, "skills/market"),
    filters(filter, () => void list.again().catch(fail)),
    list.element,
  );
}

function row(skill: PublicSkill) {
  const { slug, title, description, cloneCount, lastPublishedAt } = skill;
  return [
    h(
      "div",
      { className: "task" },
      h("a", { href: `#/skills/market/${encodeURIComponent(slug)}` }, title),
      h("div", { className: "soft line" }, description),
    ),
    cloneCount,
    skill.categories.length > 0 && h("span", { className: "wide" }, categoryNames(skill)),
    date(lastPublishedAt),
    copyOf(skill),
  ];
}

function copyOf({ id, title }: PublicSkill): HTMLElement {
  const taking = async () => {
    const own = await clone(id);
    say("It is one of your own skills now.");
    location.hash = `#/skills/${own.id}`;
  };
  return button("Take a copy", "quiet", act(taking), `Take a copy of ${title}`);
}

export async function publicSkillView(slug: string): Promise<HTMLElement> {
  const skill = await publicSkill(slug);
  const { id, title, description, domains } = skill;
  const back = h("a", { className: "button quiet", href: "#/skills/market" }, "Marketplace");
  return h(
    "div",
    {},
    top(title, h("span", { className: "soft" }, categoryNames(skill)), back, copyOf(skill)),
    h(
      "div",
      { className: "card" },
      h("p", {}, description),
      h("p", { className: "soft" }, `Hosts: ${domains.join(", ") || "none"}`),
      ...shape(skill),
    ),
    h("div", { className: "card" }, h("h2", {}, "Run it"), runForm(skill, marketPathOf(id))),
  );
}
