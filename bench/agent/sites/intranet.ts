/** An intranet of the nineties: a frameset with the menu in one frame and the forms in another. */
import { html, page } from "../html.ts";
import { call, click, done, fill, look, press } from "../oracle.ts";
import { redirect, type Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

interface State {
  requests: Record<string, string>[];
}

function site(): Site<State> {
  const state: State = { requests: [] };
  const form = (kind: string, title: string) =>
    page(
      title,
      html`<h2>${title}</h2><form method="post" action="/request/${kind}"><table><tr><td>First day</td><td><input name="from"></td></tr><tr><td>Last day</td><td><input name="to"></td></tr><tr><td>Deputy</td><td><select name="deputy"><option>(none)<option>B. Kurz<option>B. Kunz</select></td></tr></table><input type="submit" value="Submit request"> <input type="reset" value="Clear"></form><p><small>Dates as DD.MM.YYYY</small></p>`,
    );
  return {
    state,
    routes: {
      "GET /": () =>
        html`<html><head><title>Intranet</title></head><frameset cols="180,*"><frame src="/menu" name="menu"><frame src="/news" name="main"></frameset></html>`,
      "GET /menu": () =>
        page(
          "Menu",
          html`<p><b>Personnel</b></p><a href="/news" target="main">News</a><br><a href="/request/leave" target="main">Leave</a><br><a href="/request/travel" target="main">Travel</a><br><a href="/mine" target="main">My requests</a>`,
        ),
      "GET /news": () => page("News", html`<h2>News</h2><p>The canteen is closed on Monday.</p>`),
      "GET /request/leave": () => form("leave", "Request for leave"),
      "GET /request/travel": () => form("travel", "Request for travel"),
      "POST /request/:kind": ({ path, form: sent }) => {
        if (!/^\d\d\.\d\d\.\d{4}$/.test(sent.from ?? "") || !/^\d\d\.\d\d\.\d{4}$/.test(sent.to ?? ""))
          return page(
            "Error",
            html`<p><font color="red">Dates as DD.MM.YYYY, please.</font></p><a href="/request/${path.kind}">Back</a>`,
          );
        state.requests.push({ kind: path.kind ?? "", ...sent });
        return redirect("/mine");
      },
      "GET /mine": () =>
        page(
          "My requests",
          html`<h2>My requests</h2><ul>${state.requests.map(({ kind, from, to, deputy }) => html`<li>${kind}: ${from} to ${to}, deputy ${deputy}, waiting</li>`)}</ul>`,
        ),
    },
  };
}

const WANTED = { kind: "leave", from: "04.01.2027", to: "08.01.2027", deputy: "B. Kunz" };

export const tasks: readonly Task[] = [
  task<State>({
    name: "intranet-frameset",
    kind: "frames",
    words: "Request leave from Monday 4 January to Friday 8 January 2027. The deputy is B. Kunz.",
    site,
    check: ({ requests }) => differs("requests", requests, [WANTED]),
    wrong: [
      (state) => void state.requests.push({ ...WANTED, kind: "travel" }),
      (state) => void state.requests.push({ ...WANTED, deputy: "B. Kurz" }),
    ],
    oracle: [
      look(),
      click("Leave"),
      look(),
      fill("First day=04.01.2027", "Last day=08.01.2027", "Deputy=B. Kunz"),
      press("button", "Submit request"),
      call("find", { text: "deputy" }),
      done("The leave is requested.", "leave: 04.01.2027 to 08.01.2027, deputy B. Kunz, waiting"),
    ],
  }),
];
