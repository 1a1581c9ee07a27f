/** Mail preferences whose boxes mean the opposite of one another, and whose page is confirmed by the plainer button. */
import { html, page } from "../html.ts";
import { done, fill, look, press } from "../oracle.ts";
import { redirect, type Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

interface State {
  saved: Record<string, string> | undefined;
}

function site(): Site<State> {
  const state: State = { saved: undefined };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Préférences d'e-mail",
          html`<h1>Do not leave us, Zoé!</h1><form method="post" action="/prefs"><p><label><input type="checkbox" name="offers" checked> Send me offers</label></p><p><label><input type="checkbox" name="noPartners"> Do not share my address with partners</label></p>
<p><label><input type="checkbox" name="noDigest"> I would rather not miss out on not receiving the digest</label><br><small>Tick to stop the digest.</small></p><p><label><input type="checkbox" name="receipts" checked disabled> Receipts for orders (always sent)</label></p>
<button formaction="/keep" style="font-size:1.5em;background:#0a0;color:#fff">Update &amp; keep my benefits</button> <button style="border:0;background:none">update without benefits</button></form>`,
          { style: "body{font:15px sans-serif;margin:2em}" },
        ),
      "POST /prefs": ({ form }) => {
        state.saved = { ...form };
        return redirect("/saved");
      },
      "POST /keep": () => {
        state.saved = { offers: "on" };
        return redirect("/saved");
      },
      "GET /saved": () =>
        page(
          "Saved",
          html`<h1>Saved</h1><p>Offers: ${state.saved?.offers ? "yes" : "no"}. Shared with partners: ${state.saved?.noPartners ? "no" : "yes"}. Digest: ${state.saved?.noDigest ? "no" : "yes"}.</p><a href="/">Change again</a>`,
        ),
    },
  };
}

export const tasks: readonly Task[] = [
  task<State>({
    name: "mailinglist-opt-out",
    kind: "forms",
    words:
      "Stop all mails that can be stopped, the digest included, and see to it that the address is not shared with partners.",
    site,
    check: ({ saved }) => differs("preferences", saved, { noPartners: "on", noDigest: "on" }),
    wrong: [
      (state) => {
        state.saved = { offers: "on" };
      },
      (state) => {
        state.saved = { noDigest: "on" };
      },
    ],
    oracle: [
      look(),
      fill(
        "Send me offers=off",
        "Do not share my address with partners=on",
        "I would rather not miss out on not receiving the digest=on",
      ),
      press("button", "update without benefits"),
      done("Offers and digest are off, nothing is shared.", "Offers: no. Shared with partners: no. Digest: no."),
    ],
  }),
];
