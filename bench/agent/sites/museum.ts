/** A museum whose navigation unfolds under the pointer only, two levels deep. */
import { html, page } from "../html.ts";
import { call, click, done, fill, look, press } from "../oracle.ts";
import { redirect, type Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

interface State {
  requests: Record<string, string>[];
}

function site(): Site<State> {
  const state: State = { requests: [] };
  const shell = (title: string, body: ReturnType<typeof html>) =>
    page(
      `${title} · Museum`,
      html`<nav><ul><li><a href="/">Start</a></li><li><span>Visit</span><ul><li><a href="/hours">Hours</a></li><li><span>Groups</span><ul><li><a href="/groups/schools">Schools</a></li><li><a href="/groups/adults">Adults</a></li></ul></li></ul></li>
<li><span>Collection</span><ul><li><a href="/c/coins">Coins</a></li></ul></li></ul></nav><h1>${title}</h1>${body}`,
      {
        style:
          "body{font:15px sans-serif;margin:2em}nav ul{list-style:none;padding:0;margin:0}nav>ul{display:flex;gap:3em;background:#eee;padding:1em}nav li{position:relative}nav li ul{display:none;position:absolute;background:#fff;border:1px solid #999;min-width:9em;padding:.3em}nav li:hover>ul{display:block}nav ul ul ul{left:100%;top:0}nav a,nav span{display:block;padding:.3em}",
      },
    );
  const form = (kind: string) =>
    shell(
      `Tours for ${kind}`,
      html`<form method="post" action="/request"><input type="hidden" name="kind" value="${kind}"><label>Date <input type="date" name="date"></label> <label>Number of people <input type="number" name="people"></label> <label>Contact <input name="contact"></label> <button>Request a tour</button></form>`,
    );
  return {
    state,
    routes: {
      "GET /": () => shell("Welcome", html`<p>Open every day but Monday.</p>`),
      "GET /hours": () => shell("Hours", html`<p>10 to 18</p>`),
      "GET /c/coins": () => shell("Coins", html`<p>Closed for repair.</p>`),
      "GET /groups/:kind": ({ path }) => form(path.kind ?? ""),
      "POST /request": ({ form: sent }) => {
        state.requests.push({ ...sent });
        return redirect("/requested");
      },
      "GET /requested": () => shell("Thank you", html`<p>We have your request no. ${state.requests.length}.</p>`),
    },
  };
}

const WANTED = { kind: "schools", date: "2027-02-10", people: "24", contact: "office@lindenschool.example" };

export const tasks: readonly Task[] = [
  task<State>({
    name: "museum-hover-menu",
    kind: "pointer",
    words:
      "Request a museum tour for a school class of 24 on 10 February 2027; the contact is office@lindenschool.example.",
    site,
    check: ({ requests }) => differs("requests", requests, [WANTED]),
    wrong: [
      (state) => void state.requests.push({ ...WANTED, kind: "adults" }),
      (state) => void state.requests.push({ ...WANTED, date: "2027-10-02" }),
    ],
    oracle: [
      look(),
      call("hover", { text: "Visit" }),
      call("hover", { text: "Groups" }),
      click("Schools"),
      fill("Date=2027-02-10", "Number of people=24", "Contact=office@lindenschool.example"),
      press("button", "Request a tour"),
      done("The tour is requested.", "We have your request no. 1."),
    ],
  }),
];
