/** Profiles: what browsers keep between runs. */
import { call, type Profile, profiles } from "../api.ts";
import { ask, date, h, say, short, table } from "../dom.ts";
import { watched } from "../view.ts";

export async function profilesView(): Promise<HTMLElement> {
  const list = h("div", { className: "card" });
  const draw = async () => {
    const { items } = await profiles();
    const heads = ["Name", "Id", "User", "Sites with cookies", "Last used", "Made", ""];
    const none = "No profile yet. A profile keeps cookies and storage from one browser to the next.";
    list.replaceChildren(
      table(
        heads,
        items.map((profile) => row(profile, draw)),
        none,
      ),
    );
  };
  await watched(draw);
  const create = () =>
    ask("Make a profile", [{ name: "name", label: "Name" }], "Make", async ({ name }) => {
      await call("POST", "/api/v3/profiles", name ? { name } : {});
      await draw();
    });
  return h(
    "div",
    {},
    h(
      "div",
      { className: "top" },
      h("h1", {}, "Profiles"),
      h("button", { type: "button", onclick: create }, "Make a profile"),
    ),
    list,
  );
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
    ask(`Delete ${label}? Its cookies and storage are lost for good.`, [], "Delete", async () => {
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
      h("button", { type: "button", className: "quiet", onclick: rename }, "Rename"),
      " ",
      h("button", { type: "button", className: "bad", onclick: remove }, "Delete"),
    ]),
  ];
}

const SHOWN = 2;

function sites(domains: string[] | null) {
  if (domains === null) return h("span", { className: "soft" }, "nothing kept yet");
  const more = domains.length > SHOWN ? ` and ${domains.length - SHOWN} more` : "";
  return h("span", { title: domains.join("\n") }, `${domains.slice(0, SHOWN).join(", ") || "none"}${more}`);
}
