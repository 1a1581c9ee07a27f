/** A hotel whose stay is chosen in a calendar of its own: two months at a time, with nights that are full. */
import { html, page, raw } from "../html.ts";
import { call, clickOn, done, look, press } from "../oracle.ts";
import { redirect, type Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

interface State {
  bookings: Record<string, string>[];
}

const LOGIC = raw(`<script>
const full = ["2027-03-14", "2027-03-15"];
const names = ["gennaio","febbraio","marzo","aprile","maggio","giugno","luglio","agosto","settembre","ottobre","novembre","dicembre"];
let year = 2026, month = 10, from, to;
const iso = (y, m, d) => y + "-" + String(m + 1).padStart(2, "0") + "-" + String(d).padStart(2, "0");
const calendar = document.querySelector("#calendar"), form = document.forms[0];
const draw = () => {
  document.querySelector("#title").textContent = names[month] + " " + year;
  const days = new Date(year, month + 1, 0).getDate(), lead = (new Date(year, month, 1).getDay() + 6) % 7;
  let cells = "<td></td>".repeat(lead), line = "";
  for (let day = 1; day <= days; day++) {
    const date = iso(year, month, day), off = full.includes(date);
    cells += "<td><button type=button data-date='" + date + "' " + (off ? "disabled " : "") + "aria-label='" + day + " " + names[month] + " " + year + (off ? ", completo" : "") + "' aria-pressed=" + (date === from || date === to) + ">" + day + "</button></td>";
    if ((lead + day) % 7 === 0) { line += "<tr>" + cells + "</tr>"; cells = ""; }
  }
  document.querySelector("#days").innerHTML = line + "<tr>" + cells + "</tr>";
  document.querySelector("#stay").textContent = (from ?? "arrivo?") + " → " + (to ?? "partenza?");
};
const turn = (by) => { const date = new Date(year, month + by, 1); year = date.getFullYear(); month = date.getMonth(); draw(); };
document.querySelector("#prev").onclick = () => turn(-1);
document.querySelector("#next").onclick = () => turn(1);
document.querySelector("#days").onclick = ({ target: { dataset: { date } } }) => {
  if (!date) return;
  if (!from || to || date <= from) { from = date; to = undefined; }
  else if (full.some((night) => night >= from && night < date)) document.querySelector("#said").textContent = "Alcune notti sono al completo.";
  else { to = date; calendar.hidden = true; }
  form.from.value = from ?? ""; form.to.value = to ?? "";
  draw();
};
document.querySelector("#open").onclick = () => (calendar.hidden = !calendar.hidden);
draw();
</script>`);

function site(): Site<State> {
  const state: State = { bookings: [] };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Albergo Belvedere",
          html`<h1>Albergo Belvedere</h1><form method="post" action="/prenota"><input type="hidden" name="from"><input type="hidden" name="to">
<button type="button" id="open" aria-haspopup="dialog">Scegli le date</button> <span id="stay"></span>
<div id="calendar" role="dialog" aria-label="Calendario" hidden><button type="button" id="prev" aria-label="Mese precedente">‹</button> <b id="title" aria-live="polite"></b> <button type="button" id="next" aria-label="Mese successivo">›</button>
<table><thead><tr>${["lu", "ma", "me", "gi", "ve", "sa", "do"].map((day) => html`<th>${day}</th>`)}</tr></thead><tbody id="days"></tbody></table></div>
<p id="said" role="alert"></p>
<p><label>Camera <select name="room"><option>Singola</option><option>Doppia</option><option>Doppia con vista lago</option></select></label></p><button>Prenota</button></form>${LOGIC}`,
          {
            lang: "it",
            style:
              "body{font:16px Optima,sans-serif;margin:3em}#calendar{border:1px solid #999;padding:1em;width:20em}td button{width:2.6em}[aria-pressed=true]{background:#253;color:#fff}",
          },
        ),
      "POST /prenota": ({ form }) => {
        if (!form.from || !form.to)
          return page("Mancano le date", html`<p>Scegliere le date.</p><a href="/">Indietro</a>`);
        state.bookings.push({ ...form });
        return redirect("/confermato");
      },
      "GET /confermato": () => {
        const { from, to, room } = state.bookings.at(-1) ?? {};
        return page("Confermato", html`<h1>Prenotazione confermata</h1><p>${room}, dal ${from} al ${to}.</p>`, {
          lang: "it",
        });
      },
    },
  };
}

const WANTED = { from: "2027-03-16", to: "2027-03-19", room: "Doppia con vista lago" };

export const tasks: readonly Task[] = [
  task<State>({
    name: "hotel-calendar",
    kind: "widgets",
    words: "Prenota una doppia con vista lago per tre notti, con arrivo il 16 marzo 2027.",
    site,
    check: ({ bookings }) => differs("bookings", bookings, [WANTED]),
    wrong: [
      (state) => void state.bookings.push({ ...WANTED, to: "2027-03-18" }),
      (state) => void state.bookings.push({ ...WANTED, room: "Doppia" }),
    ],
    oracle: [
      look(),
      press("button", "Scegli le date"),
      [1, 2, 3, 4].map(() => press("button", "Mese successivo")),
      look({ selector: "#calendar" }),
      clickOn("16 marzo 2027"),
      clickOn("19 marzo 2027"),
      call("select", { label: "Camera", values: ["Doppia con vista lago"] }),
      press("button", "Prenota"),
      done("La camera è prenotata dal 16 al 19 marzo 2027.", "Doppia con vista lago, dal 2027-03-16 al 2027-03-19."),
    ],
  }),
];
