/** The marketplace: skills that projects of this server have published. */
import { call } from "../../api/client.ts";
import { numbered } from "../../api/pages.ts";
import type { MarketplaceSkillResponse } from "../../api/v2.gen.ts";
import { say } from "../../app/notices.tsx";
import { go } from "../../app/route.ts";
import { Action, LinkButton } from "../../components/action.tsx";
import { counted, Soft, Time } from "../../components/format.tsx";
import { Head, Loaded, Tabs } from "../../components/page.tsx";
import { type Column, Empty, List } from "../../components/table.tsx";
import { NEVER, usePolled } from "../../hooks/polled.ts";
import { Store, useStore } from "../../hooks/store.ts";
import { categoriesOf } from "./categories.ts";
import { Filters, isFiltered, LISTS, NO_FILTER, queryOf } from "./filters.tsx";
import { Categories, Shape } from "./parts.tsx";
import { RunForm } from "./run.tsx";

/** Keeps the choice while other views are open. */
const filter = new Store(NO_FILTER);

export function MarketView() {
  const wanted = useStore(filter);
  const polled = usePolled(
    (pages) =>
      numbered(pages, (page) => call("GET /v2/marketplace/skills", { query: { ...page, ...queryOf(wanted) } })),
    [wanted],
  );
  return (
    <Loaded of={polled}>
      {(found) => (
        <>
          <Head title="Marketplace" below={<Soft>{counted(found.totalItems ?? 0, "skill")}</Soft>} />
          <Tabs label="Lists of skills" tabs={LISTS} current="skills/market" />
          <Filters filter={filter} />
          <List
            {...{ found, more: polled.more }}
            columns={COLUMNS}
            keyOf={({ id }) => id}
            none={isFiltered(wanted) ? NOT_FOUND : NONE}
          />
        </>
      )}
    </Loaded>
  );
}

const NOT_FOUND = <Empty what="No public skill matches">Try other words or another category.</Empty>;
const NONE = <Empty what="No skill is public yet">Publish one of your own skills with the button on its page.</Empty>;

const COLUMNS: Column<MarketplaceSkillResponse>[] = [
  [
    "Skill",
    ({ slug, title, description }) => (
      <div class="task">
        <a href={`#/skills/market/${encodeURIComponent(slug)}`}>{title}</a>
        <div class="soft line">{description}</div>
      </div>
    ),
  ],
  ["Copies", ({ cloneCount }) => cloneCount],
  ["Category", (skill) => <Categories skill={skill} />],
  ["Published", ({ lastPublishedAt }) => <Time at={lastPublishedAt} />],
  ["", (skill) => <Clone skill={skill} />],
];

function Clone({ skill: { id, title } }: { skill: MarketplaceSkillResponse }) {
  const clone = async () => {
    const own = await call("POST /v2/marketplace/skills/{skill_id}/clone", { path: [id] });
    say("The skill was added to your own skills.");
    go(`skills/${own.id}`);
  };
  return <Action words="Clone" run={clone} of={title} />;
}

export function PublicSkillView({ slug }: { slug: string }) {
  const polled = usePolled(() => call("GET /v2/marketplace/skills/{skill_slug}", { path: [slug] }), [], NEVER);
  return (
    <Loaded of={polled}>
      {(skill) => (
        <>
          <Head title={skill.title} below={<Soft>{categoriesOf(skill)}</Soft>}>
            <LinkButton words="Marketplace" href="#/skills/market" />
            <Clone skill={skill} />
          </Head>
          <div class="card">
            <p>{skill.description}</p>
            <p class="soft">{`Hosts: ${skill.domains.join(", ") || "none"}`}</p>
            <Shape skill={skill} />
          </div>
          <div class="card">
            <h2>Run it</h2>
            <RunForm
              skill={skill}
              path={`/marketplace/skills/${skill.id}`}
              execute={(body) => call("POST /v2/marketplace/skills/{skill_id}/execute", { path: [skill.id], body })}
            />
          </div>
        </>
      )}
    </Loaded>
  );
}
