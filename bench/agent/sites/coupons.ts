/** A code that stands on a page which opens in a new tab, and is to be entered on the page that opened it. */
import { html, page } from "../html.ts";
import { call, click, done, fill, look, press } from "../oracle.ts";
import { redirect, type Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

interface State {
  code: string;
  entered: string[];
  isReady: boolean;
}

function site(): Site<State> {
  const state: State = { code: "", entered: [], isReady: false };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Voting",
          html`<h1>Tenants' vote</h1><p>Question: Shall bicycles be kept in the yard?</p><form method="post" action="/vote"><p><label><input type="radio" name="vote" value="yes"> Yes</label> <label><input type="radio" name="vote" value="no"> No</label></p><p><label>Voting code <input name="code"></label> <a href="/code" target="_blank" rel="noopener">Show my code</a></p><button>Vote</button></form>`,
          { style: "body{font:16px sans-serif;margin:3em}" },
        ),
      "GET /code": () => {
        // Another one at each call: the one from before is no longer valid.
        state.code = `V${Math.floor(1_000 + Math.random() * 9_000)}-${state.entered.length}`;
        return page(
          "Your code",
          html`<h1>Your code</h1><p>It is valid until the next one is shown.</p><code style="font-size:2em">${state.code}</code>`,
        );
      },
      "POST /vote": ({ form }) => {
        state.entered.push(`${form.vote}/${form.code === state.code && state.code ? "valid" : "invalid"}`);
        return redirect(state.entered.at(-1)?.endsWith("/valid") ? "/counted" : "/refused");
      },
      "GET /counted": () => page("Counted", html`<h1>Your vote is counted.</h1>`),
      "GET /refused": () => page("Refused", html`<h1>This code is not valid.</h1><a href="/">Back</a>`),
    },
  };
}

export const tasks: readonly Task[] = [
  task<State>({
    name: "voting-code-in-new-tab",
    kind: "flows",
    words: "Vote yes. The voting code is shown by the link beside the field.",
    site,
    check: ({ entered }) => differs("votes", entered, ["yes/valid"]),
    wrong: [(state) => void state.entered.push("no/valid"), (state) => void state.entered.push("yes/invalid")],
    oracle: [
      look(),
      click("Show my code"),
      call("list_tabs"),
      call("switch_tab", { tab_id: "1" }),
      look(),
      call("close_tab", { tab_id: "1" }),
      (seen) => fill("Yes=on", `Voting code=${seen.match(/(V\d{4}-\d)/)}`),
      press("button", "Vote"),
      done("The vote is counted.", "Your vote is counted."),
    ],
  }),
];
