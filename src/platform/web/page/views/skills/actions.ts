/** What can be done with a skill. */
import { ask, confirm } from "../../dialog.ts";
import { button, h } from "../../dom.ts";
import { act, say } from "../../notices.ts";
import { CATEGORIES, cancel, categoryName, isMade, refine, remove, type Skill, update } from "../../skills.ts";
import { secretFields, secretsOf } from "./secrets.ts";

export function actions(skill: Skill, draw: () => Promise<void>): Node[] {
  const { id, isEnabled, isPublic, currentVersion } = skill;
  const change = (set: object) =>
    act(async () => {
      await update(id, set);
      await draw();
    });
  const cancelling = async () => {
    await cancel(id);
    await draw();
  };
  const hasVersion = currentVersion !== null;
  const isBusy = isMade(skill);
  return [
    h("a", { className: "button quiet", href: "#/skills" }, "All skills"),
    isBusy && button("Cancel the making", "bad", act(cancelling)),
    hasVersion && !isBusy && button("Improve", "quiet", () => improve(skill, draw)),
    button("Edit", "quiet", () => edit(skill, draw)),
    hasVersion && button(isEnabled ? "Turn off" : "Turn on", "quiet", change({ isEnabled: !isEnabled })),
    hasVersion && (isPublic ? button("Withdraw", "quiet", change({ isPublic: false })) : publishButton(skill, draw)),
    !isBusy && button("Delete", "bad", () => deletion(skill)),
  ].filter((one) => one instanceof Node);
}

function improve({ id, title, secrets }: Skill, draw: () => Promise<void>): void {
  const field = {
    name: "feedback",
    label: "What should be different",
    type: "textarea",
    required: true,
    placeholder: "The price must be a number without its currency",
    help: "A model changes the script, and it is run to prove it. Until then the current version is run.",
  };
  ask(`Improve ${title}`, [field, ...secretFields(secrets)], "Improve", async (values) => {
    await refine(id, { feedback: values.feedback ?? "", ...secretsOf(secrets, (name) => values[name]) });
    await draw();
  });
}

function edit({ id, title, description, categories, domains }: Skill, draw: () => Promise<void>): void {
  const choices = CATEGORIES.map((one) => [one, categoryName(one)] as const);
  const fields = [
    { name: "title", label: "Title", value: title, required: true, maxLength: 100 },
    { name: "description", label: "What it does", type: "textarea", value: description, maxLength: 1_000 },
    { name: "categories", label: "Categories", type: "checkboxes", choices, chosen: categories },
    {
      name: "domains",
      label: "Hosts that its runs are limited to",
      value: domains.join(", "),
      help: "Separated by commas. Empty: those that it was shown on.",
    },
  ];
  ask(`Edit ${title}`, fields, "Save", async (values, form) => {
    const hosts = (values.domains ?? "").split(/[\s,]+/).filter((host) => host !== "");
    const isSame = hosts.join() === domains.join();
    await update(id, {
      ...{ title: values.title, description: values.description, categories: form.getAll("categories") },
      ...(isSame ? {} : { domains: hosts }),
    });
    await draw();
  });
}

function publishButton({ id, title }: Skill, draw: () => Promise<void>): HTMLElement {
  const consequence =
    "All projects of this server can run it and take a copy, with its script, goal and task. Look at the script before: it may hold what was typed while it was shown.";
  return button("Publish", "quiet", () =>
    confirm(`Publish ${title}?`, consequence, "Publish", async () => {
      await update(id, { isPublic: true });
      say("It is in the marketplace now.");
      await draw();
    }),
  );
}

function deletion({ id, title }: Skill): void {
  confirm(
    `Delete ${title}?`,
    "All its versions are lost for good. Its runs stay in their sessions.",
    "Delete",
    async () => {
      await remove(id);
      location.hash = "#/skills";
      say("The skill was deleted.");
    },
  );
}
