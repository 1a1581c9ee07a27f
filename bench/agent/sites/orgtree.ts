/** An organisation as a tree that loads its branches when they are opened. */
import { html, POST, page, raw } from "../html.ts";
import { call, clickOn, done, look, press, waitFor } from "../oracle.ts";
import type { Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

interface State {
  heads: Record<string, string>;
}

const TREE: Record<string, string[]> = {
  "": ["Hospital North", "Hospital South"],
  "Hospital North": ["Surgery", "Internal medicine"],
  "Hospital South": ["Surgery", "Paediatrics"],
  "Hospital North/Surgery": ["Ward 1", "Ward 2"],
  "Hospital South/Surgery": ["Ward 1", "Ward 4"],
};
const LOGIC = raw(`<script>
const tree = document.querySelector("[role=tree]");
const grow = async (path, into) => {
  for (const name of await (await fetch("/units?of=" + encodeURIComponent(path))).json()) {
    const full = path ? path + "/" + name : name;
    const item = document.createElement("li");
    item.setAttribute("role", "treeitem");
    item.setAttribute("aria-expanded", "false");
    item.innerHTML = "<span class=twist>▸</span> <span class=name></span>";
    item.querySelector(".name").textContent = name;
    item.querySelector(".twist").onclick = async (event) => {
      event.stopPropagation();
      if (item.getAttribute("aria-expanded") === "true") { item.querySelector("ul").remove(); item.setAttribute("aria-expanded", "false"); return; }
      item.setAttribute("aria-expanded", "true");
      const list = document.createElement("ul");
      list.setAttribute("role", "group");
      item.append(list);
      await grow(full, list);
    };
    item.querySelector(".name").onclick = () => { for (const one of document.querySelectorAll("[aria-selected]")) one.removeAttribute("aria-selected"); item.setAttribute("aria-selected", "true"); document.querySelector("#unit").textContent = full; };
    into.append(item);
  }
};
document.querySelector("#save").onclick = async () => { await post("/head", { unit: document.querySelector("#unit").textContent, name: document.querySelector("#head").value }); document.querySelector("#said").textContent = "Saved for " + document.querySelector("#unit").textContent; };
grow("", tree);
</script>`);

function site(): Site<State> {
  const state: State = { heads: {} };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Units",
          html`${POST}<h1>Units</h1><ul role="tree" aria-label="Units"></ul><aside><h2 id="unit">no unit chosen</h2><label>Head <input id="head"></label> <button id="save">Save</button> <span id="said" role="status"></span></aside>${LOGIC}`,
          {
            style:
              "body{font:15px sans-serif}ul{list-style:none}.twist,.name{cursor:pointer}[aria-selected=true]>.name{background:#ffc}",
          },
        ),
      "GET /units": async ({ query }) => {
        await Bun.sleep(200);
        return TREE[query.get("of") ?? ""] ?? [];
      },
      "POST /head": ({ form }) => {
        state.heads[form.unit ?? ""] = form.name ?? "";
        return {};
      },
    },
  };
}

export const tasks: readonly Task[] = [
  task<State>({
    name: "orgtree-lazy-branches",
    kind: "widgets",
    words: "Make Dr. Yusuf Adeyemi the head of Ward 1 in the surgery of Hospital South.",
    site,
    check: ({ heads }) => differs("heads", heads, { "Hospital South/Surgery/Ward 1": "Dr. Yusuf Adeyemi" }),
    wrong: [
      (state) => {
        state.heads["Hospital North/Surgery/Ward 1"] = "Dr. Yusuf Adeyemi";
      },
      (state) => {
        state.heads["Hospital South/Surgery"] = "Dr. Yusuf Adeyemi";
      },
    ],
    oracle: [
      look(),
      call("click", { text: "▸", nth: 2 }),
      waitFor("Paediatrics"),
      look(),
      clickOn("▸", "Surgery"),
      waitFor("Ward 4"),
      look(),
      clickOn("Ward 1"),
      call("type", { text: "Dr. Yusuf Adeyemi", label: "Head" }),
      press("button", "Save"),
      waitFor("Saved for"),
      done("Dr. Yusuf Adeyemi is the head of that ward.", "Saved for Hospital South/Surgery/Ward 1"),
    ],
  }),
];
