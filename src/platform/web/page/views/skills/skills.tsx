/** The list of own skills, and the form that creates one. */
import { call } from "../../api/client.ts";
import { numbered } from "../../api/pages.ts";
import type { SkillResponse } from "../../api/v2.gen.ts";
import { say } from "../../app/notices.tsx";
import { go } from "../../app/route.ts";
import { Action } from "../../components/action.tsx";
import { ask } from "../../components/dialog.tsx";
import type { Field } from "../../components/fields.tsx";
import { Badge, counted, Soft, Time } from "../../components/format.tsx";
import { Head, Loaded, Tabs } from "../../components/page.tsx";
import { type Column, Empty, List } from "../../components/table.tsx";
import { usePolled } from "../../hooks/polled.ts";
import { Store, useStore } from "../../hooks/store.ts";
import { modelChoices, profileChoices } from "../choices.ts";
import { Filters, isFiltered, LISTS, NO_FILTER, queryOf } from "./filters.tsx";
import { Categories, StateBadge } from "./parts.tsx";

/** Keeps the choice while other views are open. */
const filter = new Store(NO_FILTER);

export function SkillsView() {
  const wanted = useStore(filter);
  const polled = usePolled(
    (pages) => numbered(pages, (page) => call("GET /v2/skills", { query: { ...page, ...queryOf(wanted) } })),
    [wanted],
  );
  return (
    <Loaded of={polled}>
      {(found) => (
        <>
          <Head title="Skills" below={<Soft>{counted(found.totalItems ?? 0, "skill")}</Soft>}>
            <Action words="Create a skill" kind="" run={make} />
          </Head>
          <Tabs label="Lists of skills" tabs={LISTS} current="skills" />
          <Filters filter={filter} />
          <List
            {...{ found, more: polled.more }}
            columns={columns(polled.reload)}
            keyOf={({ id }) => id}
            none={isFiltered(wanted) ? NOT_FOUND : NONE}
          />
        </>
      )}
    </Loaded>
  );
}

const NOT_FOUND = <Empty what="No skill matches">Try other words or another category.</Empty>;

const EXAMPLE = {
  goal: "The price of a product of shop.example.com, by its name",
  agentPrompt: "Look up the price of the blue kettle",
};

const NONE = (
  <Empty
    what="No skill yet"
    command={`svc cloud v2 POST /skills '{"goal": "${EXAMPLE.goal}", "agentPrompt": "${EXAMPLE.agentPrompt}"}'`}
  >
    An agent does a task once; from then on a script repeats it without a model. Create one here, or with the command
    line:
  </Empty>
);

function columns(reload: () => Promise<void>): Column<SkillResponse>[] {
  return [
    ["Skill", (skill) => <Name skill={skill} />],
    [
      "State",
      (skill) => (
        <span>
          <StateBadge skill={skill} /> {skill.isPublic && <Badge>public</Badge>}
        </span>
      ),
    ],
    ["Version", ({ currentVersion }) => currentVersion],
    ["Category", (skill) => <Categories skill={skill} />],
    ["Created", ({ createdAt }) => <Time at={createdAt} />],
    ["", (skill) => skill.currentVersion !== null && <Turn skill={skill} turned={reload} />],
  ];
}

function Name({ skill: { id, title, description, goal, reason, status } }: { skill: SkillResponse }) {
  return (
    <div class="task">
      <a href={`#/skills/${id}`}>{title}</a>
      <div class="soft line">{(status !== "finished" && reason) || description || goal}</div>
    </div>
  );
}

function Turn({ skill: { id, title, isEnabled }, turned }: { skill: SkillResponse; turned(): Promise<void> }) {
  const verb = isEnabled ? "Disable" : "Enable";
  const turn = async () => {
    await call("PATCH /v2/skills/{skill_id}", { path: [id], body: { isEnabled: !isEnabled } });
    await turned();
  };
  return <Action words={verb} run={turn} of={title} />;
}

async function make(): Promise<void> {
  const [models, profiles] = await Promise.all([modelChoices(), profileChoices()]);
  const fields: Field[] = [
    {
      name: "goal",
      label: "Goal",
      ...{ type: "textarea", required: true, maxLength: 1_000 },
      placeholder: "The price of a product of https://shop.example.com, by its name",
      help: "The result of each run. Values that differ between runs become parameters.",
    },
    {
      name: "agentPrompt",
      label: "Task of the demonstration",
      ...{ type: "textarea", required: true },
      placeholder: EXAMPLE.agentPrompt,
      help: "Use example values. The task is done twice: by an agent, then by the script as a test. Do not ask for an order that you do not want.",
    },
    { name: "title", label: "Title", maxLength: 100, help: "Optional." },
    { name: "llm", label: "Model", choices: models },
    { name: "profileId", label: "Profile", choices: profiles },
  ];
  ask("Create a skill", fields, "Create", async ({ goal = "", agentPrompt = "", title, llm, profileId }) => {
    const body = { goal, agentPrompt, title: title || null, llm: llm || null, profileId: profileId || null };
    const { id } = await call("POST /v2/skills", { body });
    say("An agent now demonstrates the task.");
    go(`skills/${id}`);
  });
}
