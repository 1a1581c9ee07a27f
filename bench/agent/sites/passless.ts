/** A login by codes that are sent by mail: the mailbox is on the same site, with older codes in it. */
import { html, page } from "../html.ts";
import { call, click, done, look, press, type } from "../oracle.ts";
import { type Ask, redirect, type Site } from "../site.ts";
import { differs, first, type Task, task } from "../task.ts";

interface State {
  wrongCodes: number;
  nickname: string;
  signedIn: boolean;
}

function site(): Site<State> {
  const state: State = { wrongCodes: 0, nickname: "sunny-otter-88", signedIn: false };
  const mails = [
    { subject: "Your code", code: "481 920", when: "yesterday" },
    { subject: "Your code", code: "730 114", when: "last week" },
  ];
  let valid = "";
  const shell = (title: string, body: ReturnType<typeof html>) =>
    page(title, html`<h1>${title}</h1>${body}`, { style: "body{font:16px sans-serif;max-width:32em;margin:2em auto}" });
  const codeForm = (note = "") =>
    shell(
      "Enter your code",
      html`<p role="alert">${note}</p><p>We have sent a code to mo@example.org. <a href="/mailbox" target="mailbox">Open the mailbox</a></p><form method="post" action="/code"><label>Code <input name="code" inputmode="numeric"></label> <button>Continue</button></form>`,
    );
  const inside = (answer: (ask: Ask) => ReturnType<typeof html> | Response) => (ask: Ask) =>
    ask.cookies.sid === "mo" ? answer(ask) : redirect("/");
  return {
    state,
    routes: {
      "GET /": () =>
        shell(
          "Log in without a password",
          html`<form method="post" action="/send"><label>E-mail <input name="mail" type="email"></label> <button>Send me a code</button></form>`,
        ),
      "POST /send": ({ form }) => {
        if (form.mail !== "mo@example.org") return redirect("/");
        const digits = String(100_000 + Math.floor(Math.random() * 900_000));
        valid = `${digits.slice(0, 3)} ${digits.slice(3)}`;
        mails.push({ subject: "Your code", code: valid, when: "just now" });
        return redirect("/code");
      },
      "GET /code": () => codeForm(),
      "POST /code": ({ form }) => {
        if (valid !== "" && (form.code ?? "").replaceAll(" ", "") === valid.replace(" ", "")) {
          state.signedIn = true;
          return redirect("/profile", "sid=mo");
        }
        state.wrongCodes++;
        return codeForm("This code is wrong or too old.");
      },
      "GET /mailbox": () =>
        shell(
          "Mailbox",
          html`<ul>${mails.map(({ subject, code, when }) => html`<li>${subject} (${when}): <b>${code}</b></li>`)}</ul>`,
        ),
      "GET /profile": inside(() =>
        shell(
          "Your profile",
          html`<p>Nickname: ${state.nickname}</p><form method="post" action="/profile"><label>New nickname <input name="nickname"></label> <button>Save</button></form>`,
        ),
      ),
      "POST /profile": inside(({ form }) => {
        state.nickname = form.nickname ?? "";
        return redirect("/profile");
      }),
    },
  };
}

export const tasks: readonly Task[] = [
  task<State>({
    name: "passless-code-by-mail",
    kind: "login",
    words:
      "Log in as mo@example.org with the code that is sent to the mailbox, and change the nickname to quiet-heron-12.",
    site,
    check: ({ wrongCodes, nickname, signedIn }) =>
      first(
        differs("signed in", signedIn, true),
        differs("nickname", nickname, "quiet-heron-12"),
        differs("wrong codes", wrongCodes, 0),
      ),
    wrong: [
      (state) => {
        state.signedIn = true;
        state.wrongCodes = 2;
        state.nickname = "quiet-heron-12";
      },
      (state) => {
        state.signedIn = true;
      },
    ],
    oracle: [
      look(),
      type("mo@example.org", "E-mail"),
      press("button", "Send me a code"),
      click("Open the mailbox"),
      call("switch_tab", { tab_id: "1" }),
      look(),
      call("switch_tab", { tab_id: "0" }),
      (seen) => type(seen.match(/just now\): (\d{3} \d{3})/), "Code"),
      press("button", "Continue"),
      type("quiet-heron-12", "New nickname"),
      press("button", "Save"),
      done("The nickname is quiet-heron-12.", "Nickname: quiet-heron-12"),
    ],
  }),
];
