/** The buttons of a skill. */
import { call } from "../../api/client.ts";
import type { SkillCategory, SkillResponse, UpdateSkillRequest } from "../../api/v2.gen.ts";
import { say } from "../../app/notices.tsx";
import { go } from "../../app/route.ts";
import { Action, LinkButton } from "../../components/action.tsx";
import { ask, confirm } from "../../components/dialog.tsx";
import type { Field } from "../../components/fields.tsx";
import { CATEGORIES } from "./categories.ts";
import { isMade } from "./parts.tsx";
import { secretFields, secretsOf } from "./secrets.ts";

type Reload = () => Promise<void>;

export function SkillButtons({ skill, reload }: { skill: SkillResponse; reload: Reload }) {
  const { id, isEnabled, isPublic, currentVersion } = skill;
  const change = async (body: UpdateSkillRequest) => {
    await call("PATCH /v2/skills/{skill_id}", { path: [id], body });
    await reload();
  };
  const cancel = async () => {
    await call("POST /v2/skills/{skill_id}/cancel", { path: [id] });
    await reload();
  };
  const hasVersion = currentVersion !== null;
  const isBusy = isMade(skill);
  return (
    <>
      <LinkButton words="All skills" href="#/skills" />
      {isBusy && <Action words="Cancel the generation" kind="bad" run={cancel} />}
      {hasVersion && !isBusy && <Action words="Improve" run={() => improve(skill, reload)} />}
      <Action words="Edit" run={() => edit(skill, change)} />
      {hasVersion && <Action words={isEnabled ? "Disable" : "Enable"} run={() => change({ isEnabled: !isEnabled })} />}
      {hasVersion && isPublic && <Action words="Withdraw" run={() => change({ isPublic: false })} />}
      {hasVersion && !isPublic && <Action words="Publish" run={() => publish(skill, change)} />}
      {!isBusy && <Action words="Delete" kind="bad" run={() => remove(skill)} />}
    </>
  );
}

function improve({ id, title, secrets }: SkillResponse, reload: Reload): void {
  const field: Field = {
    name: "feedback",
    label: "What should be different",
    type: "textarea",
    required: true,
    placeholder: "The price must be a number without its currency",
    help: "A model changes the script and a run verifies it. Until then the current version is used.",
  };
  ask(`Improve ${title}`, [field, ...secretFields(secrets)], "Improve", async (values) => {
    const body = { feedback: values.feedback ?? "", ...secretsOf(secrets, (name) => values[name]) };
    await call("POST /v2/skills/{skill_id}/refine", { path: [id], body });
    await reload();
  });
}

function edit(
  { title, description, categories, domains }: SkillResponse,
  change: (body: UpdateSkillRequest) => Promise<void>,
): void {
  const fields: Field[] = [
    { name: "title", label: "Title", value: title, required: true, maxLength: 100 },
    { name: "description", label: "What it does", type: "textarea", value: description, maxLength: 1_000 },
    { name: "categories", label: "Categories", choices: CATEGORIES, chosen: categories },
    {
      name: "domains",
      label: "Allowed hosts",
      value: domains.join(", "),
      help: "Separated by commas. Leave it empty to use the hosts of the demonstration.",
    },
  ];
  ask(`Edit ${title}`, fields, "Save", async (values, form) => {
    const hosts = (values.domains ?? "").split(/[\s,]+/).filter((host) => host !== "");
    await change({
      title: values.title ?? "",
      description: values.description ?? "",
      categories: form.getAll("categories") as SkillCategory[],
      ...(hosts.join() === domains.join() ? {} : { domains: hosts }),
    });
  });
}

function publish({ title }: SkillResponse, change: (body: UpdateSkillRequest) => Promise<void>): void {
  const consequence =
    "All projects of this server can run and clone it, with its script, goal and task. Check the script first: it may contain text that was typed in the demonstration.";
  confirm(`Publish ${title}?`, consequence, "Publish", async () => {
    await change({ isPublic: true });
    say("The skill is now in the marketplace.");
  });
}

function remove({ id, title }: SkillResponse): void {
  const consequence = "All its versions will be deleted permanently. Its runs stay in their sessions.";
  confirm(`Delete ${title}?`, consequence, "Delete", async () => {
    await call("DELETE /v2/skills/{skill_id}", { path: [id] });
    go("skills");
    say("The skill was deleted.");
  });
}
