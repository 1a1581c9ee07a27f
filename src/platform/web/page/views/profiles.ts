/** Profiles: what browsers keep between runs. */
import { call, type Profile, profiles } from "../api.ts";
import { ask, confirm, copyButton } from "../dialog.ts";
import { button, h, top } from "../dom.ts";
import { date, short } from "../format.ts";
import { List } from "../list.ts";
import { say } from "../notices.ts";
import { empty } from "../table.ts";
import { watched } from "../view.ts";

export async function profilesView(): Promise<HTMLElement> {
  const list: List<Profile> = new List<Profile>({
    load: profiles,
    heads: ["Name", "Id", "User", "Sites with cookies", "Last used", "Made", ""],
    row: (profile) => row(profile, () => list.draw()),
    none: () =>
      empty(
        "No profile yet",
        "A profile keeps cookies and storage from one browser to the next. Make one here, or with the command line:",
        `svc cloud v3 POST /profiles '{"name": "work"}'`,
      ),
    noun: ["profile", "profiles"],
  });
  await watched(() => list.draw());
  const create = () =>
    ask("Make a profile", [{ name: "name", label: "Name" }], "Make", async ({ name }) => {
      await call("POST", "/api/v3/profiles", name ? { name } : {});
      await list.draw();
    });
  return h("div", {}, top("Profiles", list.count, button("Make a profile", "", create)), list.element);
}

function row(profile: Profile, draw: () => Promise<void>) {
  const { id, name, userId, cookieDomains, lastUsedAt, createdAt } = profile;
  const path = `/api/v3/profiles/${id}`;
  const label = name ?? id.slice(0, 8);
  const rename = () =>
    ask(`Rename ${label}`, [{ name: "name", label: "Name", value: name ?? "" }], "Rename", async (values) => {
      await call("PATCH", path, { name: values.name });
      await draw();
    });
  const remove = () =>
    confirm(`Delete ${label}?`, "Its cookies and storage are lost for good.", "Delete", async () => {
      await call("DELETE", path);
      say("The profile was deleted.");
      await draw();
    });
  return [
    name ?? h("span", { className: "soft" }, "unnamed"),
    short(id),
    userId ?? "",
    sites(cookieDomains),
    date(lastUsedAt),
    date(createdAt),
    h("span", {}, [
      copyButton("Copy id", `of ${label}`, id),
      " ",
      button("Rename", "quiet", rename, `Rename ${label}`),
      " ",
      button("Delete", "bad", remove, `Delete ${label}`),
    ]),
  ];
}

const SHOWN = 2;

function sites(domains: string[] | null) {
  if (domains === null) return h("span", { className: "soft" }, "nothing kept yet");
  const more = domains.length > SHOWN ? ` and ${domains.length - SHOWN} more` : "";
  return h("span", { title: domains.join("\n") }, `${domains.slice(0, SHOWN).join(", ") || "none"}${more}`);
}
