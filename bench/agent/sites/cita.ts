/** A Spanish office: appointments by week, of which most are gone, in a table without labels. */
import { html, page } from "../html.ts";
import { call, click, done, look, press } from "../oracle.ts";
import { redirect, type Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

interface State {
  appointments: { slot: string; matter: string }[];
}

const DAYS = ["lunes", "martes", "miércoles", "jueves", "viernes"];
const HOURS = ["09:00", "10:00", "11:00", "12:00", "16:00"];
/** Week/day/hour of those that are free. The first Thursday afternoon is in week 2. */
const FREE = ["1/0/09:00", "1/3/09:00", "1/3/11:00", "2/1/16:00", "2/3/10:00", "2/3/16:00", "3/3/16:00", "3/4/12:00"];

function site(): Site<State> {
  const state: State = { appointments: [] };
  const shell = (title: string, body: ReturnType<typeof html>) =>
    page(`${title} - Cita previa`, html`<h1>${title}</h1>${body}`, {
      lang: "es",
      style: "body{font:14px Arial;margin:1em}td{border:1px solid #bbb;padding:6px;text-align:center}.no{color:#aaa}",
    });
  return {
    state,
    routes: {
      "GET /": () =>
        shell(
          "Cita previa",
          html`<p>¿Qué trámite desea realizar?</p><ul><li><a href="/s/1?t=dni">Renovación del DNI</a></li><li><a href="/s/1?t=empadronamiento">Empadronamiento</a></li></ul>`,
        ),
      "GET /s/:week": ({ path, query }) => {
        const week = Number(path.week);
        const matter = query.get("t");
        return shell(
          `Semana ${week} de enero`,
          html`<table><tr><td></td>${DAYS.map((day, n) => html`<td>${day} ${4 + (week - 1) * 7 + n}</td>`)}</tr>${HOURS.map(
            (hour) =>
              html`<tr><td>${hour}</td>${DAYS.map((_, n) => (FREE.includes(`${week}/${n}/${hour}`) ? html`<td><a href="/c/${week}-${n}-${hour.replace(":", "")}?t=${matter}">libre</a></td>` : html`<td class="no">ocupado</td>`))}</tr>`,
          )}</table><p>${week > 1 && html`<a href="/s/${week - 1}?t=${matter}">anterior</a>`} ${week < 3 && html`<a href="/s/${week + 1}?t=${matter}">siguiente</a>`}</p>`,
        );
      },
      "GET /c/:slot": ({ path, query }) => {
        const [week = "1", day = "0", hour = ""] = (path.slot ?? "").split("-");
        return shell(
          "Confirmar la cita",
          html`<p>${DAYS[Number(day)]} ${4 + (Number(week) - 1) * 7 + Number(day)} de enero, ${hour.slice(0, 2)}:${hour.slice(2)}. Trámite: ${query.get("t")}.</p><form method="post" action="/c/${path.slot}"><input type="hidden" name="t" value="${query.get("t")}"><button>Confirmar</button></form>`,
        );
      },
      "POST /c/:slot": ({ path, form }) => {
        state.appointments.push({ slot: path.slot ?? "", matter: form.t ?? "" });
        return redirect("/lista");
      },
      "GET /lista": () =>
        shell("Cita confirmada", html`<p>Le esperamos. Localizador: EMP-${state.appointments.length}07.</p>`),
    },
  };
}

const WANTED = { slot: "2-3-1600", matter: "empadronamiento" };

export const tasks: readonly Task[] = [
  task<State>({
    name: "cita-first-thursday-afternoon",
    kind: "search",
    words: "Pide la primera cita libre un jueves por la tarde para el empadronamiento.",
    site,
    check: ({ appointments }) => differs("appointments", appointments, [WANTED]),
    wrong: [
      (state) => void state.appointments.push({ ...WANTED, slot: "1-3-0900" }),
      (state) => void state.appointments.push({ ...WANTED, matter: "dni" }),
    ],
    oracle: [
      look(),
      click("Empadronamiento"),
      click("siguiente"),
      look(),
      (seen) => call("click", { index: seen.index("/c/2-3-1600?t=empadronamiento") }),
      press("button", "Confirmar"),
      done("La cita es el jueves 14 de enero a las 16:00.", "Cita confirmada"),
    ],
  }),
];
