/** An insurance quote in five steps kept by the server: a step that comes only for some, and a review that sends back. */
import { html, page } from "../html.ts";
import { call, click, done, fill, look, press } from "../oracle.ts";
import { redirect, type Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

interface State {
  answers: Record<string, string>;
  submitted: Record<string, string> | undefined;
}

const STEPS = ["vehicle", "driver", "claims", "cover", "review"] as const;
type Step = (typeof STEPS)[number];

function site(): Site<State> {
  const state: State = { answers: {}, submitted: undefined };
  const has = (name: string) => state.answers[name] ?? "";
  const text = (name: string, label: string, type = "text") =>
    html`<p><label for="${name}">${label}</label><br><input id="${name}" name="${name}" type="${type}" value="${has(name)}"></p>`;
  const choice = (name: string, label: string, options: readonly string[]) =>
    html`<fieldset><legend>${label}</legend>${options.map((one) => html`<label><input type="radio" name="${name}" value="${one}" ${has(name) === one && html`checked`}> ${one}</label> `)}</fieldset>`;
  const fields: Record<Step, () => ReturnType<typeof html>> = {
    vehicle: () => html`${text("plate", "Number plate")}${text("km", "Kilometres per year", "number")}`,
    driver: () =>
      html`${text("born", "Date of birth of the main driver", "date")}${choice("hadClaims", "Any claims in the last five years?", ["Yes", "No"])}`,
    claims: () =>
      html`${text("claimYear", "Year of the claim", "number")}${text("claimCost", "Damage in euros", "number")}`,
    cover: () =>
      html`${choice("cover", "Cover", ["Third party", "Third party, fire and theft", "Comprehensive"])}<p><label for="excess">Excess</label> <select id="excess" name="excess">${["0 €", "150 €", "300 €", "500 €"].map((one) => html`<option ${has("excess") === one && html`selected`}>${one}</option>`)}</select></p>`,
    review: () =>
      html`<dl>${Object.entries(state.answers).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`,
  };
  const after = (step: Step): Step => {
    const next = STEPS[STEPS.indexOf(step) + 1] ?? "review";
    return next === "claims" && state.answers.hadClaims !== "Yes" ? "cover" : next;
  };
  const show = (step: Step, problem?: string) =>
    page(
      `Car insurance quote`,
      html`<h1>Car insurance quote</h1><ol>${STEPS.filter((one) => one !== "claims").map((one) => html`<li ${one === step && html`aria-current="step"`}>${one}</li>`)}</ol>
${problem && html`<p role="alert" class="problem">${problem} ${problem.includes("excess") && html`<a href="/step/cover">Change the cover</a>`}</p>`}
<form method="post" action="/step/${step}">${fields[step]()}<button>${step === "review" ? "Get my quote" : "Next"}</button></form>`,
      {
        style:
          "body{font:16px Futura,sans-serif;margin:2em 20%}ol{display:flex;gap:3em}[aria-current]{font-weight:bold}.problem{background:#fdd;padding:1em}",
      },
    );
  return {
    state,
    routes: {
      "GET /": () => redirect("/step/vehicle"),
      "GET /step/:step": ({ path }) => show(STEPS.find((one) => one === path.step) ?? "vehicle"),
      "POST /step/:step": ({ path, form }) => {
        const step = STEPS.find((one) => one === path.step) ?? "vehicle";
        if (step !== "review") {
          if (Object.values(form).some((value) => value === "")) return show(step, "Please answer all questions.");
          Object.assign(state.answers, form);
          return redirect(`/step/${after(step)}`);
        }
        if (state.answers.cover === "Comprehensive" && state.answers.excess === "0 €")
          return show(
            "review",
            "Comprehensive cover needs an excess of at least 150 €. Please choose the lowest excess that is possible.",
          );
        state.submitted = { ...state.answers };
        return redirect("/quote");
      },
      "GET /quote": () => page("Your quote", html`<h1>Your quote: 41.20 € a month</h1><p>Reference Q-3310</p>`),
    },
  };
}

const WANTED = {
  plate: "W-5512K",
  km: "12000",
  born: "1984-06-02",
  hadClaims: "Yes",
  claimYear: "2023",
  claimCost: "1800",
  cover: "Comprehensive",
  excess: "150 €",
};

export const tasks: readonly Task[] = [
  task<State>({
    name: "quote-wizard",
    kind: "flows",
    words:
      "Get a quote for the car W-5512K, 12,000 km a year. The main driver was born on 2 June 1984 and had one claim in 2023 with a damage of 1,800 €. Comprehensive cover with the lowest excess that is allowed. Tell me the reference of the quote.",
    site,
    check: ({ submitted }, output) =>
      differs("quote", submitted, WANTED) ??
      (JSON.stringify(output).includes("Q-3310") ? undefined : "the reference is missing"),
    wrong: [
      (state) => {
        state.submitted = { ...WANTED, excess: "300 €" };
        return "Q-3310";
      },
      (state) => {
        state.submitted = { ...WANTED, hadClaims: "No" };
        return "Q-3310";
      },
    ],
    oracle: [
      look(),
      fill("Number plate=W-5512K", "Kilometres per year=12000"),
      press("button", "Next"),
      fill("Date of birth of the main driver=1984-06-02", "Yes=on"),
      press("button", "Next"),
      fill("Year of the claim=2023", "Damage in euros=1800"),
      press("button", "Next"),
      fill("Comprehensive=on", "Excess=0 €"),
      press("button", "Next"),
      press("button", "Get my quote"),
      click("Change the cover"),
      call("select", { label: "Excess", values: ["150 €"] }),
      press("button", "Next"),
      press("button", "Get my quote"),
      done("The reference is Q-3310.", "Reference Q-3310"),
    ],
  }),
];
