/** A German medical practice: a long registration form with boxes that are ticked in advance. */
import { html, page } from "../html.ts";
import { done, fill, look, press } from "../oracle.ts";
import { redirect, type Site } from "../site.ts";
import { differs, first, type Task, task } from "../task.ts";

interface State {
  registrations: Record<string, string>[];
}

const STYLE = `body{font:16px/1.5 Verdana,sans-serif;max-width:46em;margin:2em auto;color:#123}
fieldset{border:1px solid #9bb;margin:1em 0;padding:1em}legend{font-weight:bold}label{display:block;margin:.4em 0}
input[type=text],input[type=email],input[type=tel],input[type=date],select,textarea{width:20em;padding:.3em}
.error{color:#a00}`;

const REQUIRED: Record<string, string> = {
  nachname: "Nachname",
  vorname: "Vorname",
  geburt: "Geburtsdatum",
  kasse: "Krankenkasse",
};

function form(values: Record<string, string>, errors: readonly string[]) {
  const text = (name: string, label: string, type = "text") =>
    html`<label for="${name}">${label}</label><input type="${type}" id="${name}" name="${name}" value="${values[name]}">`;
  return page(
    "Neupatienten – Praxis Dr. Lindner",
    html`<h1>Anmeldung für neue Patientinnen und Patienten</h1>
${errors.length > 0 && html`<div class="error" role="alert">Bitte ausfüllen: ${errors.join(", ")}</div>`}
<form method="post" action="/anmelden">
<fieldset><legend>Zur Person</legend>
${text("nachname", "Nachname *")}${text("vorname", "Vorname *")}${text("geburt", "Geburtsdatum *", "date")}
${text("mail", "E-Mail", "email")}${text("tel", "Telefon", "tel")}</fieldset>
<fieldset><legend>Versicherung</legend>
<label for="kasse">Krankenkasse *</label><select id="kasse" name="kasse"><option value="">Bitte wählen</option>
${["AOK Nordost", "Barmer", "DAK-Gesundheit", "Techniker Krankenkasse", "Privat"].map((name) => html`<option>${name}</option>`)}</select>
<label><input type="radio" name="art" value="mitglied" checked> Mitglied</label>
<label><input type="radio" name="art" value="familie"> Familienversichert</label></fieldset>
<fieldset><legend>Weiteres</legend>
<label for="allergien">Allergien und Unverträglichkeiten</label><textarea id="allergien" name="allergien" rows="3"></textarea>
<label><input type="checkbox" name="datenschutz" value="ja"> Ich habe die Datenschutzerklärung gelesen *</label>
<label><input type="checkbox" name="newsletter" value="ja" checked> Ja, ich möchte den Newsletter erhalten</label>
<label><input type="checkbox" name="recall" value="ja" checked> Bitte erinnern Sie mich an Vorsorgetermine</label></fieldset>
<button>Verbindlich anmelden</button></form>`,
    { style: STYLE, lang: "de" },
  );
}

function site(): Site<State> {
  const state: State = { registrations: [] };
  return {
    state,
    routes: {
      "GET /": () => form({}, []),
      "POST /anmelden": ({ form: sent }) => {
        const missing = Object.entries(REQUIRED).flatMap(([name, label]) => (sent[name] ? [] : [label]));
        if (!sent.datenschutz) missing.push("Datenschutzerklärung");
        if (missing.length > 0) return form(sent, missing);
        state.registrations.push(sent);
        return redirect("/danke");
      },
      "GET /danke": () =>
        page("Danke", html`<h1>Vielen Dank!</h1><p>Ihre Anmeldung ist eingegangen.</p>`, { lang: "de" }),
    },
  };
}

const WANTED = {
  nachname: "Öztürk",
  vorname: "Selin",
  geburt: "1991-03-08",
  mail: "selin.oeztuerk@example.org",
  tel: "",
  kasse: "Techniker Krankenkasse",
  art: "familie",
  allergien: "Penicillin, Erdnüsse",
  datenschutz: "ja",
  recall: "ja",
};

export const tasks: readonly Task[] = [
  task<State>({
    name: "clinic-registration",
    kind: "forms",
    words:
      "Register Selin Öztürk as a new patient: born 8 March 1991, e-mail selin.oeztuerk@example.org, insured through her family with Techniker Krankenkasse, allergic to: Penicillin, Erdnüsse. She wants to be reminded of check-ups but does not want any newsletter. She has read the privacy statement.",
    site,
    check: ({ registrations }) =>
      first(
        differs("number of registrations", registrations.length, 1),
        differs("registration", registrations[0], WANTED),
      ),
    wrong: [
      (state) => void state.registrations.push({ ...WANTED, newsletter: "ja" }),
      (state) => void state.registrations.push({ ...WANTED, geburt: "1991-08-03" }),
      (state) => void state.registrations.push(WANTED, WANTED),
    ],
    oracle: [
      look(),
      fill(
        "Nachname=Öztürk",
        "Vorname=Selin",
        "Geburtsdatum=1991-03-08",
        "E-Mail=selin.oeztuerk@example.org",
        "Krankenkasse=Techniker Krankenkasse",
        "Familienversichert=on",
        "Allergien und Unverträglichkeiten=Penicillin, Erdnüsse",
        "Ich habe die Datenschutzerklärung gelesen=on",
        "Ja, ich möchte den Newsletter erhalten=off",
      ),
      press("button", "Verbindlich anmelden"),
      done("Selin Öztürk is registered.", "Vielen Dank! Ihre Anmeldung ist eingegangen."),
    ],
  }),
];
