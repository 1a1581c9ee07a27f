/** A project list of the old school: renaming asks by prompt(), deleting by confirm(), and both must be answered. */
import { html, POST, page, raw } from "../html.ts";
import { call, clickOn, done, look } from "../oracle.ts";
import type { Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

interface State {
  projects: string[];
}

const START = ["Atlas", "Atlas (old)", "Borealis", "Cirrus"];
const LOGIC = raw(`<script>
document.querySelector("ul").onclick = async ({ target }) => {
  const name = target.closest("li")?.querySelector("b").textContent;
  if (target.className === "ren") {
    const to = prompt("New name for " + name, name);
    if (to) { await post("/rename", { name, to }); location.reload(); }
  }
  if (target.className === "del" && confirm("Delete " + name + " with all its boards? This cannot be undone.")) {
    await post("/delete", { name });
    alert(name + " was deleted.");
    location.reload();
  }
};
</script>`);

function site(): Site<State> {
  const state: State = { projects: [...START] };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Projects",
          html`${POST}<h2>Your projects</h2><ul>${state.projects.map((name) => html`<li><b>${name}</b> <span class="ren" style="cursor:pointer;color:blue">rename</span> <span class="del" style="cursor:pointer;color:red">delete</span></li>`)}</ul>${LOGIC}`,
        ),
      "POST /rename": ({ form }) => {
        state.projects = state.projects.map((name) => (name === form.name ? (form.to ?? name) : name));
        return {};
      },
      "POST /delete": ({ form }) => {
        state.projects = state.projects.filter((name) => name !== form.name);
        return {};
      },
    },
  };
}

const WANTED = ["Atlas", "Borealis Phase 2", "Cirrus"];

export const tasks: readonly Task[] = [
  task<State>({
    name: "projects-native-dialogs",
    kind: "dialogs",
    words: "Delete the project 'Atlas (old)' and rename 'Borealis' to 'Borealis Phase 2'.",
    site,
    check: ({ projects }) => differs("projects", projects, WANTED),
    wrong: [
      (state) => {
        state.projects = ["Atlas (old)", "Borealis Phase 2", "Cirrus"];
      },
      (state) => {
        state.projects = ["Atlas", "Borealis", "Cirrus"];
      },
    ],
    oracle: [
      look(),
      clickOn("delete", "Atlas (old)"),
      call("dialog", { action: "accept" }),
      call("dialog", { action: "accept" }),
      look(),
      clickOn("rename", "Borealis"),
      call("dialog", { action: "accept", text: "Borealis Phase 2" }),
      look(),
      done("Atlas (old) is deleted and Borealis renamed.", "Borealis Phase 2"),
    ],
  }),
];
