/** A concert ticket paid in a frame of another origin, with the card number in a frame of its own inside that. */
import { html, page, raw } from "../html.ts";
import { call, done, fill, look, press } from "../oracle.ts";
import { redirect, type Site } from "../site.ts";
import { differs, first, type Task, task } from "../task.ts";

interface State {
  card: string;
  payments: { tickets: string; holder: string; card: string; expiry: string }[];
  tickets: string;
}

function site(): Site<State> {
  const state: State = { card: "", payments: [], tickets: "" };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Nordlys Quartet",
          html`<h1>Nordlys Quartet, 4 December</h1><form action="/pay"><label>Number of tickets <select name="n"><option>1<option>2<option>3<option>4</select></label> <button>Continue to payment</button></form>`,
        ),
      "GET /pay": ({ query, base }) => {
        state.tickets = query.get("n") ?? "1";
        // The same server under another name: a frame of another origin, and another process.
        const other = base.replace("127.0.0.1", "localhost");
        return page(
          "Payment",
          html`<h1>Payment: ${state.tickets} × 48 €</h1><iframe src="${other}/psp" width="520" height="320" title="Secure payment"></iframe>`,
        );
      },
      "GET /psp": () =>
        page(
          "PayFrame",
          html`<form method="post" action="/psp" target="_top"><p><label>Card holder <input name="holder"></label></p>
<p>Card number<br><iframe src="/card" width="300" height="60" title="Card number"></iframe></p>
<p><label>Expires <input name="expiry" placeholder="MM/YY"></label></p><button>Pay now</button></form>`,
          { style: "body{font:14px sans-serif;background:#eef}" },
        ),
      "GET /card": () =>
        page(
          "Card",
          html`<input aria-label="Card number" id="card" inputmode="numeric" autocomplete="cc-number">${raw(
            '<script>card.oninput = () => fetch("/card", { method: "POST", body: new URLSearchParams({ card: card.value }) })</script>',
          )}`,
        ),
      "POST /card": ({ form }) => {
        state.card = (form.card ?? "").replaceAll(" ", "");
        return {};
      },
      "POST /psp": ({ form }) => {
        if (state.card.length < 16 || !form.holder) return redirect("/pay");
        state.payments.push({
          tickets: state.tickets,
          holder: form.holder,
          card: state.card,
          expiry: form.expiry ?? "",
        });
        return redirect("/paid");
      },
      "GET /paid": () =>
        page(
          "Paid",
          html`<h1>Payment received</h1><p>We have sent ${state.payments.at(-1)?.tickets} tickets to your phone.</p>`,
        ),
    },
  };
}

const WANTED = { tickets: "3", holder: "Ida Holm", card: "4000056655665556", expiry: "09/29" };

export const tasks: readonly Task[] = [
  task<State>({
    name: "tickets-payment-frames",
    kind: "frames",
    hosts: ["127.0.0.1", "localhost"],
    words: "Buy three tickets. Pay with the test card 4000056655665556 of Ida Holm, which expires in September 2029.",
    site,
    check: ({ payments }) => first(differs("payments", payments, [WANTED])),
    wrong: [
      (state) => void state.payments.push({ ...WANTED, tickets: "1" }),
      (state) => void state.payments.push(WANTED, WANTED),
    ],
    oracle: [
      look(),
      call("select", { label: "Number of tickets", values: ["3"] }),
      press("button", "Continue to payment"),
      look(),
      fill("Card holder=Ida Holm", "Card number=4000056655665556", "Expires=09/29"),
      press("button", "Pay now"),
      done("Three tickets are paid.", "Payment received"),
    ],
  }),
];
