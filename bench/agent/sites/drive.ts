/** A file manager: a menu behind the right button, names that are changed after a double click, folders that are opened. */
import { html, POST, page, raw } from "../html.ts";
import { call, clickOn, done, keys, look } from "../oracle.ts";
import type { Site } from "../site.ts";
import { differs, first, type Task, task } from "../task.ts";

interface State {
  names: string[];
  bin: string[];
}

const START = ["budget.xlsx", "budget copy.xlsx", "notes.md", "party.jpg"];
const LOGIC = raw(`<script>
const menu = document.querySelector("#menu");
let chosen;
for (const file of document.querySelectorAll(".file")) {
  file.oncontextmenu = (event) => { event.preventDefault(); chosen = file; menu.style.left = event.pageX + "px"; menu.style.top = event.pageY + "px"; menu.hidden = false; };
  file.ondblclick = () => {
    const old = file.textContent;
    file.innerHTML = "<input aria-label='New name'>";
    const box = file.firstChild;
    box.value = old; box.focus(); box.select();
    box.onkeydown = async ({ key }) => {
      if (key === "Escape") file.textContent = old;
      if (key === "Enter") { const name = box.value; box.onblur = null; await post("/rename", { from: old, to: name }); file.textContent = name; }
    };
    box.onblur = () => (file.textContent = old);
  };
}
document.querySelector("#remove").onclick = async () => { menu.hidden = true; await post("/remove", { name: chosen.textContent }); chosen.remove(); };
addEventListener("click", ({ target }) => { if (!menu.contains(target)) menu.hidden = true; });
</script>`);

function site(): Site<State> {
  const state: State = { names: [...START], bin: [] };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Files",
          html`${POST}<h1>Files</h1><p>Double-click a name to change it. Right-click for more.</p><div class="files">${state.names.map((name) => html`<div class="file">${name}</div>`)}</div><ul id="menu" role="menu" hidden><li role="menuitem">Open</li><li role="menuitem" id="remove">Move to bin</li></ul>${LOGIC}`,
          {
            style:
              "body{font:14px sans-serif}.files{display:flex;flex-wrap:wrap;gap:1em}.file{border:1px solid #bbb;padding:2em 1em;width:9em;user-select:none}#menu:not([hidden]){position:absolute;background:#fff;border:1px solid #666;list-style:none;padding:0}#menu li{padding:6px 14px;cursor:pointer}",
          },
        ),
      "POST /rename": ({ form }) => {
        state.names = state.names.map((name) => (name === form.from ? (form.to ?? "") : name));
        return {};
      },
      "POST /remove": ({ form }) => {
        state.names = state.names.filter((name) => name !== form.name);
        state.bin.push(form.name ?? "");
        return {};
      },
    },
  };
}

export const tasks: readonly Task[] = [
  task<State>({
    name: "drive-context-menu",
    kind: "pointer",
    words: "Rename 'notes.md' to 'notes-2026.md' and move 'budget copy.xlsx' to the bin.",
    site,
    check: ({ names, bin }) =>
      first(
        differs("files", names, ["budget.xlsx", "notes-2026.md", "party.jpg"]),
        differs("bin", bin, ["budget copy.xlsx"]),
      ),
    wrong: [
      (state) => {
        state.names = ["budget copy.xlsx", "notes-2026.md", "party.jpg"];
        state.bin = ["budget.xlsx"];
      },
      (state) => {
        state.names = ["budget.xlsx", "notes.md", "party.jpg"];
        state.bin = ["budget copy.xlsx"];
      },
    ],
    oracle: [
      look(),
      call("click", { text: "notes.md", count: 2 }),
      call("type", { text: "notes-2026.md", label: "New name" }),
      keys("Enter"),
      call("click", { text: "budget copy.xlsx", button: "right" }),
      look(),
      clickOn("Move to bin"),
      look(),
      done("notes.md is renamed, the copy is in the bin.", "budget copy.xlsx"),
    ],
  }),
];
