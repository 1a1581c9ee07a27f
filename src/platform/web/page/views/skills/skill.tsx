/** One skill: tabs to run it, its runs, its versions and its description. */
import type { ComponentChildren } from "preact";
import { call } from "../../api/client.ts";
import type { SkillResponse } from "../../api/v2.gen.ts";
import { Badge, Block, Soft } from "../../components/format.tsx";
import { Head, Loaded, Tabs } from "../../components/page.tsx";
import { usePolled } from "../../hooks/polled.ts";
import { SkillButtons } from "./actions.tsx";
import { categoriesOf } from "./categories.ts";
import { isMade, Shape, StateBadge } from "./parts.tsx";
import { RunForm } from "./run.tsx";
import { Runs } from "./runs.tsx";
import { Versions } from "./versions.tsx";

interface SkillProps {
  skill: SkillResponse;
  reload(): Promise<void>;
}

interface Tab {
  name: string;
  content(props: SkillProps): ComponentChildren;
}

/** Tabs by the last segment of their paths. */
const TABS: Record<"run" | "runs" | "versions" | "about", Tab> = {
  run: { name: "Run", content: ({ skill }) => <Run skill={skill} /> },
  runs: { name: "Runs", content: ({ skill }) => <Runs skillId={skill.id} /> },
  versions: { name: "Versions", content: (props) => <Versions {...props} /> },
  about: { name: "About", content: ({ skill }) => <About skill={skill} /> },
};

export function SkillView({ id, tab }: { id: string; tab: string }) {
  const polled = usePolled(() => call("GET /v2/skills/{skill_id}", { path: [id] }));
  const pathOf = (one: string) => (one === "run" ? `skills/${id}` : `skills/${id}/${one}`);
  const tabs = Object.entries(TABS).map(([one, { name }]) => [pathOf(one), name] as const);
  const { name, content } = tab in TABS ? TABS[tab as keyof typeof TABS] : TABS.run;
  return (
    <Loaded of={polled}>
      {(skill) => {
        const below = [skill.currentVersion !== null && `Version ${skill.currentVersion}`, categoriesOf(skill)];
        return (
          <>
            <Head
              title={skill.title}
              badges={<Badges skill={skill} />}
              tab={name}
              below={<Soft>{below.filter(Boolean).join(" · ")}</Soft>}
            >
              <SkillButtons skill={skill} reload={polled.reload} />
            </Head>
            <Notice skill={skill} />
            <Tabs label="Parts of the skill" tabs={tabs} current={pathOf(tab)} />
            {content({ skill, reload: polled.reload })}
          </>
        );
      }}
    </Loaded>
  );
}

function Badges({ skill }: { skill: SkillResponse }) {
  return (
    <>
      <StateBadge skill={skill} />
      {skill.isPublic && " "}
      {skill.isPublic && <Badge>public</Badge>}
    </>
  );
}

/** Progress of the generation, or the reason for its failure. */
function Notice({ skill: { status, reason, currentVersion } }: { skill: SkillResponse }) {
  const meanwhile = currentVersion === null ? "" : ` Version ${currentVersion} can be run meanwhile.`;
  const work =
    status === "recording"
      ? "An agent demonstrates the task."
      : status === "generating"
        ? "A model writes a script, and a run verifies it."
        : undefined;
  const text = work === undefined ? reason : work + meanwhile;
  return text ? <p class="card notice">{text}</p> : null;
}

function Run({ skill }: { skill: SkillResponse }) {
  const { id, currentVersion, parameters, isEnabled } = skill;
  if (currentVersion === null)
    return (
      <p class="card empty">
        {isMade(skill)
          ? "It can be run as soon as it is ready."
          : "There is nothing to run: the generation did not finish."}
      </p>
    );
  if (!isEnabled) return <p class="card empty">The skill is disabled. Enable it to run it.</p>;
  // The key renders a new form for a version with other parameters.
  return (
    <div class="card" key={JSON.stringify(parameters)}>
      <RunForm
        skill={skill}
        path={`/skills/${id}`}
        execute={(body) => call("POST /v2/skills/{skill_id}/execute", { path: [id], body })}
      />
    </div>
  );
}

function About({ skill }: { skill: SkillResponse }) {
  const texts = [
    ["What it does", skill.description],
    ["Goal", skill.goal],
    ["Task of the demonstration", skill.agentPrompt],
    ["Hosts", skill.domains.join(", ")],
  ] as const;
  return (
    <div class="card about">
      {texts.map(
        ([title, text]) => text && [<h2 key={title}>{title}</h2>, <Block key={`${title} text`} text={text} />],
      )}
      <Shape skill={skill} />
    </div>
  );
}
