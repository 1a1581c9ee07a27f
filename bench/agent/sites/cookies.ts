/** A news site behind a consent wall whose refusal is two screens deep, with a newsletter that comes up by itself. */
import { html, POST, page, raw } from "../html.ts";
import { call, done, fill, look, press, waitFor } from "../oracle.ts";
import type { Site } from "../site.ts";
import { differs, first, type Task, task } from "../task.ts";

interface State {
  consent: Record<string, string> | undefined;
  comments: string[];
  subscribed: boolean;
}

const LOGIC = raw(`<script>
const wall = document.querySelector("#wall"), pop = document.querySelector("#pop");
const consent = async (choice) => { await post("/consent", choice); wall.hidden = true; setTimeout(() => (pop.hidden = false), 700); };
document.querySelector("#all").onclick = () => consent({ statistics: true, marketing: true, partners: true });
document.querySelector("#more").onclick = () => { document.querySelector("#first").hidden = true; document.querySelector("#choices").hidden = false; };
document.querySelector("#save").onclick = () => consent(Object.fromEntries([...document.querySelectorAll("#choices input")].map((box) => [box.name, box.checked])));
document.querySelector("#close").onclick = () => (pop.hidden = true);
document.querySelector("#subscribe").onclick = () => { post("/subscribe"); pop.hidden = true; };
document.querySelector("#send").onclick = async () => { await post("/comment", { text: document.querySelector("#comment").value }); document.querySelector("#said").textContent = "Your comment is waiting for approval."; };
</script>`);

function site(): Site<State> {
  const state: State = { consent: undefined, comments: [], subscribed: false };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Harbour Times",
          html`${POST}<h1>Ferry to run at night again</h1><p>From May on the last ferry leaves at 1:15.</p><h2>Comments</h2><textarea id="comment" aria-label="Your comment"></textarea><button id="send">Send comment</button><p id="said" role="status"></p>
<div id="wall" class="over" role="dialog" aria-modal="true" aria-label="Your privacy"><div class="box"><div id="first"><h2>We value your privacy</h2><p>We and our 812 partners…</p><button id="all" class="main">Accept all</button> <a href="#" id="more">Manage options</a></div>
<div id="choices" hidden><h2>Options</h2>${["statistics", "marketing", "partners"].map((name) => html`<p><label><input type="checkbox" name="${name}" checked> ${name}</label></p>`)}<button id="save">Save my choice</button></div></div></div>
<div id="pop" class="over" role="dialog" aria-label="Newsletter" hidden><div class="box"><button id="close" aria-label="Close">×</button><h2>Never miss a ferry</h2><button id="subscribe">Subscribe</button></div></div>${LOGIC}`,
          {
            style:
              "body{font:17px Georgia}.over:not([hidden]){position:fixed;inset:0;background:#0009;display:flex;align-items:center;justify-content:center}.box{background:#fff;padding:2em;width:26em}.main{font-size:1.3em;background:#06c;color:#fff}#textarea{width:100%}",
          },
        ),
      "POST /consent": ({ form }) => {
        state.consent = { ...form };
        return {};
      },
      "POST /comment": ({ form }) => {
        state.comments.push(form.text ?? "");
        return {};
      },
      "POST /subscribe": () => {
        state.subscribed = true;
        return {};
      },
    },
  };
}

const NONE = { statistics: "false", marketing: "false", partners: "false" };

export const tasks: readonly Task[] = [
  task<State>({
    name: "cookies-refuse-and-comment",
    kind: "dialogs",
    words:
      "Refuse all tracking that can be refused, then comment 'Good news for shift workers.' on the article. I want no newsletter.",
    site,
    check: ({ consent, comments, subscribed }) =>
      first(
        differs("consent", consent, NONE),
        differs("comments", comments, ["Good news for shift workers."]),
        differs("subscribed", subscribed, false),
      ),
    wrong: [
      (state) => {
        state.consent = { statistics: "true", marketing: "true", partners: "true" };
        state.comments.push("Good news for shift workers.");
      },
      (state) => {
        state.consent = NONE;
      },
    ],
    oracle: [
      look(),
      call("click", { text: "Manage options" }),
      fill("statistics=off", "marketing=off", "partners=off"),
      press("button", "Save my choice"),
      waitFor("Never miss a ferry"),
      press("button", "Close"),
      call("type", { text: "Good news for shift workers.", label: "Your comment" }),
      press("button", "Send comment"),
      waitFor("waiting for approval"),
      done("The comment is sent.", "Your comment is waiting for approval."),
    ],
  }),
];
