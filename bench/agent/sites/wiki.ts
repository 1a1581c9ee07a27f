/** A wiki page that somebody else changes while it is edited: the first save is refused as a conflict. */
import { html, page } from "../html.ts";
import { call, click, done, look, press } from "../oracle.ts";
import { redirect, type Site, withStatus } from "../site.ts";
import { differs, first, type Task, task, unless } from "../task.ts";

interface State {
  text: string;
  revision: number;
}

const FIRST = "== Opening hours ==\nMonday to Friday 9-17\nSaturday closed\n\n== Contact ==\nPhone 4411\n";
/** What a colleague changes between the opening of the editor and the first save. */
const THEIRS = FIRST.replace("Phone 4411", "Phone 4488");

function site(): Site<State> {
  const state: State = { text: FIRST, revision: 7 };
  let isTouched = false;
  const editor = (note: unknown, text: string) =>
    page(
      "Editing: Front desk",
      html`<h1>Editing: Front desk</h1>${note}<form method="post" action="/edit"><input type="hidden" name="revision" value="${state.revision}"><textarea name="text" rows="12" cols="70" aria-label="Source">${text}</textarea><br><button>Save page</button></form>`,
      { style: "body{font:14px sans-serif;margin:2em}.conflict{border:2px solid #d80;padding:1em}" },
    );
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Front desk",
          html`<h1>Front desk</h1><pre>${state.text}</pre><p><a href="/edit">Edit</a> <small>revision ${state.revision}</small></p>`,
        ),
      "GET /edit": () => editor(undefined, state.text),
      "POST /edit": ({ form }) => {
        if (!isTouched) {
          isTouched = true;
          state.text = THEIRS;
          state.revision++;
        }
        if (Number(form.revision) !== state.revision)
          return withStatus(
            409,
            editor(
              html`<div class="conflict" role="alert"><b>Edit conflict.</b> T. Wren saved revision ${state.revision} while you were editing. Your text was not saved. Below is the current text; please make your change again.</div>`,
              state.text,
            ),
          );
        state.text = (form.text ?? "").replaceAll("\r\n", "\n");
        state.revision++;
        return redirect("/");
      },
    },
  };
}

const wanted = THEIRS.replace("Saturday closed", "Saturday 10-13");

export const tasks: readonly Task[] = [
  task<State>({
    name: "wiki-edit-conflict",
    kind: "editing",
    words: "Change the opening hours on Saturday to 10-13. Nobody else's changes may get lost.",
    site,
    check: ({ text, revision }) =>
      first(differs("text", text.trim(), wanted.trim()), unless(revision > 8, "it was never saved")),
    wrong: [
      (state) => {
        state.text = FIRST.replace("Saturday closed", "Saturday 10-13");
        state.revision = 9;
      },
      (state) => {
        state.text = THEIRS;
        state.revision = 8;
      },
    ],
    oracle: [
      look(),
      click("Edit"),
      look(),
      call("type", { text: FIRST.replace("Saturday closed", "Saturday 10-13"), label: "Source" }),
      press("button", "Save page"),
      look(),
      call("type", { text: wanted, label: "Source" }),
      press("button", "Save page"),
      done("Saturday is 10-13 now.", "Saturday 10-13"),
    ],
  }),
];
