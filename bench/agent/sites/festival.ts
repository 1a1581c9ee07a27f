/** A ticket sale with a waiting room: the page lets in by itself after a while, and forgets who reloads. */
import { html, page, raw } from "../html.ts";
import { done, fill, look, press, waitFor } from "../oracle.ts";
import { redirect, type Site } from "../site.ts";
import { differs, first, type Task, task } from "../task.ts";

interface State {
  orders: Record<string, string>[];
  queued: number;
}

const WAIT_MS = 3_000;
const LOGIC = raw(`<script>
const began = Date.now(), place = document.querySelector("b");
const tick = setInterval(() => {
  place.textContent = Math.max(0, Math.ceil((${WAIT_MS} - (Date.now() - began)) / 50));
  if (place.textContent === "0") { clearInterval(tick); location.href = "/sale?ticket=" + document.body.dataset.ticket; }
}, 250);
</script>`);

function site(): Site<State> {
  const state: State = { orders: [], queued: 0 };
  const letIn = new Map<string, number>();
  return {
    state,
    routes: {
      "GET /": () => {
        const ticket = `q${++state.queued}`;
        letIn.set(ticket, performance.now() + WAIT_MS - 100);
        return html`<!doctype html><html><head><title>Waiting room</title></head><body data-ticket="${ticket}"><h1>You are in the queue</h1><p>People before you: <b>60</b></p><p>Please do not reload: you would go to the end of the queue.</p>${LOGIC}</body></html>`;
      },
      "GET /sale": ({ query }) => {
        const fromMs = letIn.get(query.get("ticket") ?? "");
        if (fromMs === undefined || performance.now() < fromMs) return redirect("/");
        return page(
          "Weekend passes",
          html`<h1>It is your turn</h1><form method="post" action="/sale"><p><label>Pass <select name="pass"><option>Saturday</option><option>Sunday</option><option>Weekend</option></select></label></p><p><label>Camping <input type="checkbox" name="camping" value="yes"></label></p><p><label>E-mail <input name="mail" type="email" required></label></p><button>Reserve</button></form>`,
        );
      },
      "POST /sale": ({ form }) => {
        state.orders.push({ ...form });
        return redirect("/reserved");
      },
      "GET /reserved": () =>
        page(
          "Reserved",
          html`<h1>Reserved until tonight</h1><p>${state.orders.at(-1)?.pass}, mail sent to ${state.orders.at(-1)?.mail}</p>`,
        ),
    },
  };
}

const WANTED = { pass: "Weekend", camping: "yes", mail: "kai@example.org" };

export const tasks: readonly Task[] = [
  task<State>({
    name: "festival-waiting-room",
    kind: "timing",
    words: "Reserve a weekend pass with camping for kai@example.org.",
    site,
    check: ({ orders, queued }) => first(differs("orders", orders, [WANTED]), differs("times in the queue", queued, 1)),
    wrong: [
      (state) => {
        state.queued = 1;
        state.orders.push({ pass: "Weekend", mail: "kai@example.org" });
      },
      (state) => {
        state.queued = 4;
        state.orders.push(WANTED);
      },
    ],
    oracle: [
      waitFor("It is your turn"),
      look(),
      fill("Pass=Weekend", "Camping=on", "E-mail=kai@example.org"),
      press("button", "Reserve"),
      done("The weekend pass is reserved.", "Weekend, mail sent to kai@example.org"),
    ],
  }),
];
