/** A power company's customer area: a login with secrets, and a meter reading to enter. */
import { html, page } from "../html.ts";
import { click, done, fill, look, press } from "../oracle.ts";
import { type Ask, redirect, type Site } from "../site.ts";
import { differs, first, type Task, task } from "../task.ts";

interface State {
  logins: number;
  wrongLogins: number;
  readings: { meter: string; value: string; date: string }[];
}

const USER = "m.kowalska@example.org";
const PASSWORD = "Zielony-Rower-84!";
const STYLE =
  "body{font:15px Arial;background:#f2f7f2;margin:0}main{max-width:40em;margin:2em auto;background:#fff;padding:2em}.msg{color:#b00}";

function site(): Site<State> {
  const state: State = { logins: 0, wrongLogins: 0, readings: [] };
  const layout = (title: string, body: ReturnType<typeof html>) =>
    page(`${title} | Prąd24`, html`<main><h1>${title}</h1>${body}</main>`, { style: STYLE, lang: "pl" });
  const login = (message = "") =>
    layout(
      "Logowanie",
      html`${message && html`<p class="msg" role="alert">${message}</p>`}<form method="post" action="/login"><p><label>Adres e-mail<br><input name="user" type="email" autocomplete="username"></label></p>
<p><label>Hasło<br><input name="password" type="password" autocomplete="current-password"></label></p><button>Zaloguj się</button></form>`,
    );
  const inside = (answer: (ask: Ask) => ReturnType<typeof html> | Response) => (ask: Ask) =>
    ask.cookies.sid === "k7" ? answer(ask) : redirect("/");
  return {
    state,
    routes: {
      "GET /": () => login(),
      "POST /login": ({ form }) => {
        if (form.user === USER && form.password === PASSWORD) {
          state.logins++;
          return redirect("/konto", "sid=k7");
        }
        state.wrongLogins++;
        return login("Nieprawidłowy e-mail lub hasło.");
      },
      "GET /konto": inside(() =>
        layout(
          "Moje liczniki",
          html`<p>Zalogowano jako ${USER}</p><table><tr><th>Licznik</th><th>Adres</th><th>Ostatni odczyt</th><th></th></tr>
<tr><td>PL-5501</td><td>ul. Lipowa 4, Kraków</td><td>18 204 kWh</td><td><a href="/odczyt/PL-5501">Podaj odczyt</a></td></tr>
<tr><td>PL-5502</td><td>ul. Lipowa 4, garaż</td><td>1 077 kWh</td><td><a href="/odczyt/PL-5502">Podaj odczyt</a></td></tr></table>
${state.readings.map(({ meter, value }) => html`<p>Przyjęto odczyt ${value} kWh dla licznika ${meter}.</p>`)}`,
        ),
      ),
      "GET /odczyt/:meter": inside(({ path }) =>
        layout(
          `Odczyt licznika ${path.meter}`,
          html`<form method="post" action="/odczyt/${path.meter}"><p><label>Stan licznika (kWh) <input name="value" inputmode="numeric"></label></p>
<p><label>Data odczytu <input type="date" name="date"></label></p><button>Wyślij</button></form>`,
        ),
      ),
      "POST /odczyt/:meter": inside(({ path, form }) => {
        state.readings.push({ meter: path.meter ?? "", value: form.value ?? "", date: form.date ?? "" });
        return redirect("/konto");
      }),
    },
  };
}

const WANTED = { meter: "PL-5502", value: "1132", date: "2026-11-20" };

export const tasks: readonly Task[] = [
  task<State>({
    name: "energy-meter-reading",
    kind: "login",
    words:
      "Log in with the secrets 'power_user' and 'power_password' and enter the reading of the meter in the garage: 1132 kWh on 20 November 2026.",
    secrets: { power_user: USER, power_password: PASSWORD },
    site,
    check: ({ logins, wrongLogins, readings }) =>
      first(
        differs("logins", logins > 0, true),
        differs("wrong logins", wrongLogins, 0),
        differs("readings", readings, [WANTED]),
      ),
    wrong: [
      (state) => {
        state.logins = 1;
        state.readings.push({ ...WANTED, meter: "PL-5501" });
      },
      (state) => {
        state.logins = 1;
        state.wrongLogins = 1;
        state.readings.push(WANTED);
      },
    ],
    oracle: [
      look(),
      fill("Adres e-mail=<secret>power_user</secret>", "Hasło=<secret>power_password</secret>"),
      press("button", "Zaloguj się"),
      click("Podaj odczyt", { nth: 2 }),
      fill("Stan licznika (kWh)=1132", "Data odczytu=2026-11-20"),
      press("button", "Wyślij"),
      done("The reading of 1132 kWh is entered for PL-5502.", "Przyjęto odczyt 1132 kWh dla licznika PL-5502."),
    ],
  }),
];
