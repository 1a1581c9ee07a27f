/** A donation form whose fields are custom elements with closed shadow roots that take part in the form. */
import { html, page, raw } from "../html.ts";
import { done, fill, look, press } from "../oracle.ts";
import { redirect, type Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

interface State {
  gifts: Record<string, string>[];
}

const ELEMENTS = raw(`<script>
class Field extends HTMLElement {
  static formAssociated = true;
  constructor() { super(); this.internals = this.attachInternals(); this.root = this.attachShadow({ mode: "closed" }); }
}
customElements.define("money-choice", class extends Field {
  connectedCallback() {
    this.root.innerHTML = "<p><slot></slot></p>" + [10, 25, 50].map((euros) => "<button type=button>" + euros + " €</button>").join(" ") + " <label>Other <input type=number></label> <b></b>";
    const set = (euros) => { this.internals.setFormValue(String(euros)); this.root.querySelector("b").textContent = euros + " € chosen"; };
    for (const button of this.root.querySelectorAll("button")) button.onclick = () => set(parseInt(button.textContent));
    this.root.querySelector("input").onchange = ({ target }) => set(Number(target.value));
  }
});
customElements.define("rhythm-choice", class extends Field {
  connectedCallback() {
    this.root.innerHTML = "<select aria-label='How often'><option value=once>Once</option><option value=monthly>Every month</option><option value=yearly>Every year</option></select>";
    this.internals.setFormValue("once");
    this.root.querySelector("select").onchange = ({ target }) => this.internals.setFormValue(target.value);
  }
});
</script>`);

function site(): Site<State> {
  const state: State = { gifts: [] };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Seenotruf",
          html`${ELEMENTS}<h1>Give to the lifeboats</h1><form method="post" action="/give"><money-choice name="euros">How much would you like to give?</money-choice><p>How often? <rhythm-choice name="rhythm"></rhythm-choice></p><p><label>Your name <input name="name"></label></p><button>Give</button></form>`,
          { style: "body{font:17px sans-serif;margin:2em;background:#eef6fb}" },
        ),
      "POST /give": ({ form }) => {
        if (!form.euros || !form.name)
          return page("Please", html`<p>Please choose an amount and tell us your name.</p><a href="/">Back</a>`);
        state.gifts.push({ ...form });
        return redirect("/thanks");
      },
      "GET /thanks": () => {
        const { name, euros, rhythm } = state.gifts.at(-1) ?? {};
        return page("Thank you", html`<h1>Thank you, ${name}</h1><p>${euros} €, ${rhythm}.</p>`);
      },
    },
  };
}

const WANTED = { euros: "35", rhythm: "yearly", name: "Ole Brandt" };

export const tasks: readonly Task[] = [
  task<State>({
    name: "charity-closed-fields",
    kind: "shadow",
    words: "Give 35 euros every year in the name of Ole Brandt.",
    site,
    check: ({ gifts }) => differs("gifts", gifts, [WANTED]),
    wrong: [
      (state) => void state.gifts.push({ ...WANTED, rhythm: "once" }),
      (state) => void state.gifts.push({ ...WANTED, euros: "25" }),
    ],
    oracle: [
      look(),
      fill("Other=35", "How often=Every year", "Your name=Ole Brandt"),
      look(),
      press("button", "Give"),
      done("35 € every year are given.", "35 €, yearly."),
    ],
  }),
];
