/** A back office where a product has tags: typed and taken over by Enter, taken away by a small cross. */
import { html, POST, page, raw } from "../html.ts";
import { call, clickOn, done, keys, look, press, type, waitFor } from "../oracle.ts";
import type { Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

interface State {
  tags: string[];
}

const START = ["ceramic", "blue", "sale"];
const LOGIC = raw(`<script>
let tags = JSON.parse(document.querySelector("#tags").dataset.tags);
const draw = () => {
  document.querySelector("#tags").innerHTML = tags.map((tag) => "<span class=tag>" + tag + " <a class=x title='Remove " + tag + "'>×</a></span>").join(" ");
  for (const [n, x] of [...document.querySelectorAll(".x")].entries()) x.onclick = () => { tags.splice(n, 1); draw(); };
};
document.querySelector("#new").onkeydown = (event) => {
  if (event.key !== "Enter" && event.key !== ",") return;
  event.preventDefault();
  const tag = event.target.value.trim().toLowerCase();
  if (tag && !tags.includes(tag)) tags.push(tag);
  event.target.value = "";
  draw();
};
document.querySelector("#save").onclick = async () => { await post("/tags", { tags: tags.join(",") }); document.querySelector("#said").textContent = "Product updated"; };
draw();
</script>`);

function site(): Site<State> {
  const state: State = { tags: [...START] };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Vase no. 7",
          html`${POST}<h1>Vase no. 7</h1><div>Tags <span id="tags" data-tags="${JSON.stringify(state.tags)}"></span> <input id="new" placeholder="Add a tag…"></div><p><button id="save">Update product</button> <span id="said"></span></p>${LOGIC}`,
          {
            style:
              "body{font:15px sans-serif;margin:2em}.tag{background:#def;border-radius:1em;padding:.2em .8em}.x{cursor:pointer;color:#a00}",
          },
        ),
      "POST /tags": ({ form }) => {
        state.tags = (form.tags ?? "").split(",").filter(Boolean);
        return {};
      },
    },
  };
}

export const tasks: readonly Task[] = [
  task<State>({
    name: "product-tags",
    kind: "widgets",
    words:
      "The vase is no longer on sale: take that tag away, and add the tags 'handmade' and 'gift'. Save the product.",
    site,
    check: ({ tags }) => differs("tags", tags.toSorted(), ["blue", "ceramic", "gift", "handmade"]),
    wrong: [
      (state) => {
        state.tags = ["ceramic", "blue", "sale", "handmade", "gift"];
      },
      (state) => {
        state.tags = ["ceramic", "blue", "handmade gift"];
      },
    ],
    oracle: [
      look(),
      clickOn("Remove sale"),
      [type("handmade", "Add a tag…"), keys("Enter")],
      [type("gift", "Add a tag…"), keys("Enter")],
      press("button", "Update product"),
      waitFor("Product updated"),
      call("state"),
      done("The tags are up to date.", "Product updated"),
    ],
  }),
];
