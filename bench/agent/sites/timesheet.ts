/** A timesheet whose session ends after a few requests: what was entered is lost, and the login comes again. */
import { html, page } from "../html.ts";
import { done, fill, look, press } from "../oracle.ts";
import { redirect, type Site } from "../site.ts";
import { differs, first, type Task, task } from "../task.ts";

interface State {
  entries: Record<string, string>[];
  logins: number;
}

const PIN = "620418";

function site(): Site<State> {
  const state: State = { entries: [], logins: 0 };
  // Session `s1` lasts for three requests; those after it do not end.
  let left = 3;
  const isIn = (sid = "") => (sid === "s1" ? left-- > 0 : sid.startsWith("s"));
  const shell = (title: string, body: ReturnType<typeof html>) =>
    page(title, html`<h1>${title}</h1>${body}`, { style: "body{font:15px sans-serif;margin:2em}" });
  const login = (note: string) =>
    shell(
      "Kiosk login",
      html`<p>${note}</p><form method="post" action="/login"><label>Staff no. <input name="staff"></label> <label>PIN <input name="pin" type="password"></label> <button>Log in</button></form>`,
    );
  return {
    state,
    routes: {
      "GET /": () => login(""),
      "GET /expired": () => login("Your session has ended. What you had entered was not saved."),
      "POST /login": ({ form }) => {
        if (form.staff !== "311" || form.pin !== PIN) return login("Wrong number or PIN.");
        state.logins++;
        return redirect("/week", `sid=s${state.logins}`);
      },
      "GET /week": ({ cookies }) => {
        if (!isIn(cookies.sid)) return redirect("/expired");
        return shell(
          "Week 47",
          html`<ul>${state.entries.map(({ day, from, to }) => html`<li>${day}: ${from}–${to}</li>`)}</ul><form method="post" action="/week"><label>Day <select name="day"><option>Mon<option>Tue<option>Wed<option>Thu<option>Fri</select></label> <label>From <input name="from" type="time"></label> <label>To <input name="to" type="time"></label> <button>Add</button></form>`,
        );
      },
      "POST /week": ({ form, cookies }) => {
        if (!isIn(cookies.sid)) return redirect("/expired");
        state.entries.push({ ...form });
        return redirect("/week");
      },
    },
  };
}

const WANTED = [
  { day: "Mon", from: "08:00", to: "16:30" },
  { day: "Tue", from: "08:00", to: "12:00" },
];
const logIn = [fill("Staff no.=311", "PIN=<secret>kiosk_pin</secret>"), press("button", "Log in")];
const add = (day: string, from: string, to: string) => [
  fill(`Day=${day}`, `From=${from}`, `To=${to}`),
  press("button", "Add"),
];

export const tasks: readonly Task[] = [
  task<State>({
    name: "timesheet-session-ends",
    kind: "login",
    words:
      "Log in with the staff number 311 and the secret 'kiosk_pin' as the PIN. Enter for Monday 08:00 to 16:30, and for Tuesday 08:00 to 12:00.",
    secrets: { kiosk_pin: PIN },
    site,
    check: ({ entries, logins }) => first(differs("entries", entries, WANTED), differs("logged in", logins > 0, true)),
    wrong: [
      (state) => {
        state.logins = 1;
        state.entries.push(...WANTED.slice(0, 1));
      },
      (state) => {
        state.logins = 2;
        state.entries.push(...WANTED, ...WANTED.slice(1));
      },
    ],
    oracle: [
      look(),
      ...logIn,
      ...add("Mon", "08:00", "16:30"),
      ...add("Tue", "08:00", "12:00"),
      look(),
      ...logIn,
      look(),
      ...add("Tue", "08:00", "12:00"),
      look(),
      done("Both days are entered.", "Tue: 08:00–12:00"),
    ],
  }),
];
