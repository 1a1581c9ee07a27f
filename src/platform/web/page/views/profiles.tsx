/** Profiles: cookies and storage that browsers keep between runs. */
import { call } from "../api/client.ts";
import { numbered } from "../api/pages.ts";
import type { ProfileView } from "../api/v3.gen.ts";
import { say } from "../app/notices.tsx";
import { Action, Copy } from "../components/action.tsx";
import { ask, confirm } from "../components/dialog.tsx";
import { counted, ShortId, Soft, Time } from "../components/format.tsx";
import { Head, Loaded } from "../components/page.tsx";
import { type Column, Empty, List } from "../components/table.tsx";
import { usePolled } from "../hooks/polled.ts";

export function ProfilesView() {
  const polled = usePolled((pages) => numbered(pages, (query) => call("GET /v3/profiles", { query })));
  const { reload } = polled;
  const create = () =>
    ask("Create a profile", [{ name: "name", label: "Name" }], "Create", async ({ name }) => {
      await call("POST /v3/profiles", { body: name ? { name } : {} });
      await reload();
    });
  return (
    <Loaded of={polled}>
      {(found) => (
        <>
          <Head title="Profiles" below={<Soft>{counted(found.totalItems ?? 0, "profile")}</Soft>}>
            <Action words="Create a profile" kind="" run={create} />
          </Head>
          <List found={found} more={polled.more} columns={columns(reload)} keyOf={({ id }) => id} none={NONE} />
        </>
      )}
    </Loaded>
  );
}

const NONE = (
  <Empty what="No profile yet" command={`svc cloud v3 POST /profiles '{"name": "work"}'`}>
    A profile keeps cookies and storage from one browser to the next. Create one here, or with the command line:
  </Empty>
);

function columns(reload: () => Promise<void>): Column<ProfileView>[] {
  return [
    ["Name", ({ name }) => name ?? <Soft>unnamed</Soft>],
    ["Id", ({ id }) => <ShortId id={id} />],
    ["User", ({ userId }) => userId],
    ["Sites with cookies", ({ cookieDomains }) => <Sites domains={cookieDomains} />],
    ["Last used", ({ lastUsedAt }) => <Time at={lastUsedAt} />],
    ["Created", ({ createdAt }) => <Time at={createdAt} />],
    ["", (profile) => <Buttons profile={profile} reload={reload} />],
  ];
}

function Buttons({ profile: { id, name }, reload }: { profile: ProfileView; reload(): Promise<void> }) {
  const label = name ?? id.slice(0, 8);
  const rename = () =>
    ask(`Rename ${label}`, [{ name: "name", label: "Name", value: name ?? "" }], "Rename", async (values) => {
      await call("PATCH /v3/profiles/{profile_id}", { path: [id], body: { name: values.name ?? "" } });
      await reload();
    });
  const remove = () =>
    confirm(`Delete ${label}?`, "Its cookies and storage will be deleted permanently.", "Delete", async () => {
      await call("DELETE /v3/profiles/{profile_id}", { path: [id] });
      say("The profile was deleted.");
      await reload();
    });
  return (
    <span>
      <Copy words="Copy id" text={id} of={`of ${label}`} /> <Action words="Rename" run={rename} of={label} />{" "}
      <Action words="Delete" kind="bad" run={remove} of={label} />
    </span>
  );
}

const SHOWN = 2;

function Sites({ domains }: { domains: string[] | null }) {
  if (domains === null) return <Soft>empty</Soft>;
  const more = domains.length > SHOWN ? ` and ${domains.length - SHOWN} more` : "";
  return <span title={domains.join("\n")}>{`${domains.slice(0, SHOWN).join(", ") || "none"}${more}`}</span>;
}
