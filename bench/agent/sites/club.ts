/** A club that takes new members as a file only: it is to be written, checked by the site, and imported after a preview. */
import { html, page } from "../html.ts";
import { call, done, look, press } from "../oracle.ts";
import { redirect, type Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

type Member = Record<string, string>;

interface State {
  members: Member[];
}

const COLUMNS = ["last_name", "first_name", "email", "section"];

function site(): Site<State> {
  const state: State = { members: [] };
  let preview: Member[] = [];
  const shell = (title: string, body: ReturnType<typeof html>) =>
    page(`${title} – SV Blau`, html`<h1>${title}</h1>${body}`, {
      style: "body{font:15px sans-serif;margin:2em}code{background:#eee}td{border:1px solid #ccc;padding:3px 8px}",
    });
  const upload = (problem?: string) =>
    shell(
      "Import members",
      html`${problem && html`<p role="alert" style="color:#b00">${problem}</p>`}<p>A file with semicolons. First line: <code>${COLUMNS.join(";")}</code>. Sections: Rowing, Sailing, Swimming.</p><form method="post" action="/preview" enctype="multipart/form-data"><label>File <input type="file" name="file" accept=".csv"></label> <button>Check file</button></form>`,
    );
  return {
    state,
    routes: {
      "GET /": () => upload(),
      "POST /preview": async ({ fields }) => {
        const [, file] = fields.find(([name]) => name === "file") ?? [];
        const text = file === undefined || typeof file === "string" ? "" : await file.text();
        const [head = "", ...lines] = text.trim().split(/\r?\n/);
        if (head !== COLUMNS.join(";")) return upload(`The first line must be ${COLUMNS.join(";")}`);
        preview = lines.map((line) =>
          Object.fromEntries(line.split(";").map((cell, n) => [COLUMNS[n] ?? `column${n}`, cell.trim()])),
        );
        const odd = preview.find(({ section }) => !["Rowing", "Sailing", "Swimming"].includes(section ?? ""));
        if (odd) return upload(`Unknown section: ${odd.section}`);
        return redirect("/preview");
      },
      "GET /preview": () =>
        shell(
          "Preview",
          html`<p>${preview.length} members. Nothing is imported yet.</p><table>${preview.map((one) => html`<tr>${COLUMNS.map((column) => html`<td>${one[column]}</td>`)}</tr>`)}</table><form method="post" action="/import"><button>Import now</button></form>`,
        ),
      "POST /import": () => {
        state.members.push(...preview);
        return redirect("/imported");
      },
      "GET /imported": () => shell("Imported", html`<p>The club has ${state.members.length} new members.</p>`),
    },
  };
}

const WANTED: Member[] = [
  { last_name: "Nowak", first_name: "Ewa", email: "ewa@example.org", section: "Rowing" },
  { last_name: "Haddad", first_name: "Sami", email: "sami@example.org", section: "Sailing" },
];
const CSV = [COLUMNS.join(";"), ...WANTED.map((one) => COLUMNS.map((column) => one[column]).join(";"))].join("\n");

export const tasks: readonly Task[] = [
  task<State>({
    name: "club-write-and-import",
    kind: "files",
    words:
      "Import two new members with a file as the club wants it: Ewa Nowak (ewa@example.org) for rowing, and Sami Haddad (sami@example.org) for sailing.",
    site,
    check: ({ members }) => differs("members", members, WANTED),
    wrong: [
      (state) => void state.members.push(...WANTED, ...WANTED),
      (state) =>
        void state.members.push(
          { last_name: "Ewa", first_name: "Nowak", email: "ewa@example.org", section: "Rowing" },
          WANTED[1] as Member,
        ),
    ],
    oracle: [
      look(),
      call("write_file", { path: "members.csv", text: CSV }),
      call("upload", { paths: ["members.csv"], label: "File" }),
      press("button", "Check file"),
      press("button", "Import now"),
      done("Both members are imported.", "The club has 2 new members."),
    ],
  }),
];
