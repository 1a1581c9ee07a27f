/** A phone top-up whose fields group and cut what is typed, and refuse what does not fit when they are left. */
import { html, page, raw } from "../html.ts";
import { call, click, done, look, press, type } from "../oracle.ts";
import { redirect, type Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

interface State {
  topups: Record<string, string>[];
}

const LOGIC = raw(`<script>
const form = document.forms[0];
form.phone.oninput = () => { const digits = form.phone.value.replace(/\\D/g, "").slice(0, 10); form.phone.value = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join(" "); };
form.voucher.oninput = () => { form.voucher.value = (form.voucher.value.toUpperCase().replace(/[^A-Z0-9]/g, "").slice(0, 12).match(/.{1,4}/g) ?? []).join("-"); };
form.phone.onblur = () => { document.querySelector("#bad").textContent = form.phone.value.replace(/\\D/g, "").length === 10 ? "" : "Ten digits, please."; };
for (const chip of document.querySelectorAll(".chip")) chip.onclick = () => { form.amount.value = chip.dataset.kr; for (const one of document.querySelectorAll(".chip")) one.setAttribute("aria-pressed", one === chip); };
</script>`);

function site(): Site<State> {
  const state: State = { topups: [] };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Top up",
          html`<h1>Fyll på kontantkort</h1><form method="post" action="/topup" novalidate><input type="hidden" name="amount"><p>Number <input name="phone" placeholder="070 123 4567"> <span id="bad" role="alert"></span></p><p>Voucher <input name="voucher" placeholder="XXXX-XXXX-XXXX"></p>
<p>${[50, 100, 200].map((kr) => html`<button type="button" class="chip" data-kr="${kr}" aria-pressed="false">${kr} kr</button> `)}</p><button>Fyll på</button></form>${LOGIC}`,
          {
            style:
              "body{font:16px sans-serif;margin:2em}.chip{border-radius:1em;padding:.3em 1em}.chip[aria-pressed=true]{background:#036;color:#fff}",
          },
        ),
      "POST /topup": ({ form }) => {
        const isGood =
          /^\d{3} \d{3} \d{4}$/.test(form.phone ?? "") &&
          /^[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/.test(form.voucher ?? "") &&
          form.amount;
        if (!isGood)
          return page("Fel", html`<p role="alert">Number, voucher and amount are needed.</p><a href="/">Tillbaka</a>`);
        state.topups.push({ ...form });
        return redirect("/klart");
      },
      "GET /klart": () =>
        page("Klart", html`<h1>Klart!</h1><p>${state.topups.at(-1)?.amount} kr till ${state.topups.at(-1)?.phone}</p>`),
    },
  };
}

const WANTED = { amount: "100", phone: "073 555 0199", voucher: "K7QP-22XA-9LMD" };

export const tasks: readonly Task[] = [
  task<State>({
    name: "topup-masked-fields",
    kind: "forms",
    words: "Top up the number 0735550199 by 100 kr with the voucher k7qp22xa9lmd.",
    site,
    check: ({ topups }) => differs("top-ups", topups, [WANTED]),
    wrong: [
      (state) => void state.topups.push({ ...WANTED, amount: "50" }),
      (state) => void state.topups.push({ ...WANTED, phone: "070 123 4567" }),
    ],
    oracle: [
      look(),
      type("0735550199", "070 123 4567"),
      call("type", { text: "k7qp22xa9lmd", label: "XXXX-XXXX-XXXX" }),
      click("100 kr"),
      press("button", "Fyll på"),
      done("100 kr are topped up.", "100 kr till 073 555 0199"),
    ],
  }),
];
