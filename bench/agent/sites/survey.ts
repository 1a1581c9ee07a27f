/** A survey: stars of plain spans, a matrix of radio buttons, a scale from 0 to 10, and a question that appears by an answer. */
import { html, page, raw } from "../html.ts";
import { call, clickOn, done, fill, look, press } from "../oracle.ts";
import { redirect, type Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

interface State {
  answers: Record<string, string>[];
}

const ASPECTS = ["Price", "Punctuality", "Cleanliness"];
const GRADES = ["poor", "fair", "good", "excellent"];
const LOGIC = raw(`<script>
const form = document.forms[0];
for (const star of document.querySelectorAll(".star")) star.onclick = () => {
  form.stars.value = star.dataset.n;
  for (const one of document.querySelectorAll(".star")) one.textContent = Number(one.dataset.n) <= Number(star.dataset.n) ? "★" : "☆";
};
for (const cell of document.querySelectorAll(".nps")) cell.onclick = () => { form.nps.value = cell.textContent; for (const one of document.querySelectorAll(".nps")) one.classList.toggle("on", one === cell); document.querySelector("#why").hidden = Number(cell.textContent) > 6; };
</script>`);

function site(): Site<State> {
  const state: State = { answers: [] };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "How was your ride?",
          html`<h1>How was your ride?</h1><form method="post" action="/answers"><input type="hidden" name="stars"><input type="hidden" name="nps">
<p>Overall: ${[1, 2, 3, 4, 5].map((n) => html`<span class="star" data-n="${n}" title="${n} of 5">☆</span>`)}</p>
<table><tr><th></th>${GRADES.map((grade) => html`<th>${grade}</th>`)}</tr>${ASPECTS.map((aspect) => html`<tr><td>${aspect}</td>${GRADES.map((grade) => html`<td><input type="radio" name="${aspect}" value="${grade}" aria-label="${aspect}: ${grade}"></td>`)}</tr>`)}</table>
<p>Would you recommend us? ${Array.from({ length: 11 }, (_, n) => html`<button type="button" class="nps">${n}</button>`)}</p>
<p id="why" hidden><label>What would have made it better? <input name="why"></label></p><button>Submit</button></form>${LOGIC}`,
          {
            style:
              "body{font:16px Lato,sans-serif;margin:2em}.star{cursor:pointer;font-size:2em}.nps.on{background:#fc0}",
          },
        ),
      "POST /answers": ({ form }) => {
        state.answers.push({ ...form });
        return redirect("/thanks");
      },
      "GET /thanks": () => page("Thanks", html`<h1>Thanks for your answers!</h1>`),
    },
  };
}

const WANTED = { stars: "3", nps: "6", Price: "fair", Punctuality: "poor", Cleanliness: "excellent", why: "A seat" };

export const tasks: readonly Task[] = [
  task<State>({
    name: "survey-stars-and-matrix",
    kind: "forms",
    words:
      "Fill in the survey: three stars overall; price fair, punctuality poor, cleanliness excellent; recommendation 6; and 'A seat' would have made it better.",
    site,
    check: ({ answers }) => differs("answers", answers, [WANTED]),
    wrong: [
      (state) => void state.answers.push({ ...WANTED, stars: "" }),
      (state) => void state.answers.push({ ...WANTED, Price: "poor", Punctuality: "fair" }),
    ],
    oracle: [
      look(),
      clickOn("3 of 5"),
      fill("Price: fair=on", "Punctuality: poor=on", "Cleanliness: excellent=on"),
      call("click", { role: "button", name: "6" }),
      call("type", { text: "A seat", label: "What would have made it better?" }),
      press("button", "Submit"),
      done("The survey is submitted.", "Thanks for your answers!"),
    ],
  }),
];
