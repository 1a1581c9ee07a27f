/** A town hall after a redesign: links that lead nowhere, a search that is switched off, and a site map that still works. */
import { html, page } from "../html.ts";
import { back, click, done, fill, look, press } from "../oracle.ts";
import { redirect, type Site, withStatus } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

interface State {
  reports: Record<string, string>[];
}

function site(): Site<State> {
  const state: State = { reports: [] };
  const shell = (title: string, body: ReturnType<typeof html>) =>
    page(
      `${title} | Ashby Town Council`,
      html`<div class="top">Ashby Town Council</div><ul class="menu"><li><a href="/">Home</a></li><li><a href="/services">Services</a></li><li><a href="/report-it">Report it!</a></li></ul><h1>${title}</h1>${body}<hr><small><a href="/sitemap">Site map</a> | <a href="/old/privacy.asp">Privacy</a></small>`,
      {
        style:
          "body{font:14px Arial;margin:0 2em}.top{background:#060;color:#fff;padding:1em}.menu{display:flex;gap:2em;list-style:none}",
      },
    );
  const missing = () => withStatus(404, shell("Page not found", html`<p>We have moved things around. Sorry!</p>`));
  return {
    state,
    routes: {
      "GET /": () =>
        shell(
          "Welcome",
          html`<p>Our new web site is here. Some pages are still being moved.</p><form action="/search"><input name="q" placeholder="Search"><button>Search</button></form>`,
        ),
      "GET /search": () => shell("Search", html`<p>The search is switched off until the move is complete.</p>`),
      "GET /services": () =>
        shell(
          "Services",
          html`<ul><li><a href="/waste">Waste</a></li><li><a href="/report-it">Report a problem</a></li></ul>`,
        ),
      "GET /report-it": missing,
      "GET /waste": missing,
      "GET /sitemap": () =>
        shell(
          "Site map",
          html`<ul><li><a href="/">Home</a></li><li><a href="/services">Services</a></li><li><a href="/a/117">Street lights</a></li><li><a href="/a/118">Potholes</a></li><li><a href="/a/119">Allotments</a></li></ul>`,
        ),
      "GET /a/117": () =>
        shell(
          "Report a street light",
          html`<form method="post" action="/a/117"><p>Street<br><input name="street"></p><p>Number on the post<br><input name="post"></p><p>What is wrong?<br><select name="what"><option>It is out<option>It flickers<option>It is damaged</select></p><input type="submit" value="Send report"></form>`,
        ),
      "GET /a/118": () =>
        shell(
          "Report a pothole",
          html`<form method="post" action="/a/118">Street<br><input name="street"><input type="submit" value="Send report"></form>`,
        ),
      "POST /a/:id": ({ path, form }) => {
        state.reports.push({ page: path.id ?? "", ...form });
        return redirect("/thanks");
      },
      "GET /thanks": () =>
        shell("Thank you", html`<p>Your report has the number ASH-${300 + state.reports.length}.</p>`),
    },
  };
}

const WANTED = { page: "117", street: "Mill Lane", post: "ML-07", what: "It flickers" };

export const tasks: readonly Task[] = [
  task<State>({
    name: "council-broken-links",
    kind: "dead ends",
    words: "Report to the council that the street light ML-07 in Mill Lane flickers.",
    site,
    check: ({ reports }) => differs("reports", reports, [WANTED]),
    wrong: [
      (state) => void state.reports.push({ page: "118", street: "Mill Lane" }),
      (state) => void state.reports.push({ ...WANTED, what: "It is out" }),
    ],
    oracle: [
      look(),
      click("Report it!"),
      back(),
      fill("Search=street light"),
      press("button", "Search"),
      click("Site map"),
      click("Street lights"),
      look(),
      fill("Street=Mill Lane", "Number on the post=ML-07", "What is wrong?=It flickers"),
      press("button", "Send report"),
      done("The report has the number ASH-301.", "Your report has the number ASH-301."),
    ],
  }),
];
