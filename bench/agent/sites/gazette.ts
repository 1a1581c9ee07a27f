/** A newsroom editor: rich text in a contenteditable box with a toolbar, a headline, and a button that publishes. */
import { html, POST, page, raw } from "../html.ts";
import { call, done, keys, look, press, type } from "../oracle.ts";
import type { Site } from "../site.ts";
import { differs, first, type Task, task, unless } from "../task.ts";

interface State {
  published: { title: string; body: string; html: string; section: string } | undefined;
  drafts: number;
}

const LOGIC = raw(`<script>
const box = document.querySelector("[contenteditable]");
for (const button of document.querySelectorAll("[data-do]")) { button.onmousedown = (event) => event.preventDefault(); button.onclick = () => document.execCommand(button.dataset.do); }
const send = (path) => post(path, { title: document.querySelector("#title").value, body: box.innerText, html: box.innerHTML, section: document.querySelector("#section").value });
document.querySelector("#draft").onclick = async () => { await send("/draft"); document.querySelector("#said").textContent = "Draft saved."; };
document.querySelector("#publish").onclick = async () => { await send("/publish"); document.querySelector("#said").textContent = "Published."; };
</script>`);

function site(): Site<State> {
  const state: State = { published: undefined, drafts: 0 };
  const kept = (form: Readonly<Record<string, string>>) => ({
    title: form.title ?? "",
    body: (form.body ?? "").trim(),
    html: form.html ?? "",
    section: form.section ?? "",
  });
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Village Gazette – editor",
          html`${POST}<h1>New article</h1><p><label>Headline <input id="title" size="50"></label> <label>Section <select id="section"><option>Local<option>Sports<option>Culture</select></label></p>
<div role="toolbar" aria-label="Formatting"><button data-do="bold" aria-label="Bold"><b>B</b></button><button data-do="italic" aria-label="Italic"><i>I</i></button></div>
<div contenteditable="true" role="textbox" aria-multiline="true" aria-label="Article text"></div><button id="draft">Save draft</button> <button id="publish">Publish</button> <span id="said" role="status"></span>${LOGIC}`,
          {
            style:
              "body{font:16px Charter,serif;margin:2em}[contenteditable]{border:1px solid #888;min-height:9em;padding:.5em;margin:.5em 0}",
          },
        ),
      "POST /draft": () => {
        state.drafts++;
        return {};
      },
      "POST /publish": ({ form }) => {
        state.published = kept(form);
        return {};
      },
    },
  };
}

const TITLE = "Bridge opens on Friday";
const BODY = "The new bridge opens on Friday at noon.";
const isBold = (markup: string) =>
  /<(b|strong)>(The new bridge opens on Friday at noon\.)<\/\1>|font-weight:\s*(bold|700)/.test(markup);

export const tasks: readonly Task[] = [
  task<State>({
    name: "gazette-publish-bold",
    kind: "editing",
    words: `Publish an article in the section Culture with the headline "${TITLE}" and this text, all of it in bold: ${BODY}`,
    site,
    check: ({ published }) =>
      first(
        differs("headline", published?.title, TITLE),
        differs("section", published?.section, "Culture"),
        differs("text", published?.body, BODY),
        unless(isBold(published?.html ?? ""), `not bold: ${published?.html}`),
      ),
    wrong: [
      (state) => {
        state.published = { title: TITLE, body: BODY, html: BODY, section: "Culture" };
      },
      (state) => {
        state.drafts = 1;
      },
    ],
    oracle: [
      look(),
      [type(TITLE, "Headline"), call("select", { label: "Section", values: ["Culture"] })],
      type(BODY, "Article text"),
      keys("Control+a"),
      press("button", "Bold"),
      press("button", "Publish"),
      call("wait", { text: "Published." }),
      done("The article is published.", "Published."),
    ],
  }),
];
