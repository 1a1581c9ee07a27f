/** A developer console behind a password and a one-time code; the code is asked for again before a key is replaced. */
import { html, page } from "../html.ts";
import { click, clickOn, done, fill, look, press, type } from "../oracle.ts";
import { type Ask, redirect, type Site } from "../site.ts";
import { differs, first, type Task, task } from "../task.ts";
import { isCode } from "../totp.ts";

interface State {
  /** Names of the keys that were replaced. */
  rotated: string[];
  wrongCodes: number;
  signedIn: boolean;
}

const SEED = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const PASSWORD = "correct horse 7 battery";
const STYLE =
  "body{font:14px/1.6 ui-monospace,monospace;background:#111;color:#ddd;padding:3em}a{color:#7cf}input{background:#222;color:#fff;border:1px solid #555}.warn{color:#fb0}";

function site(): Site<State> {
  const state: State = { rotated: [], wrongCodes: 0, signedIn: false };
  const shell = (title: string, body: ReturnType<typeof html>) =>
    page(`${title} - console`, html`<h1>${title}</h1>${body}`, { style: STYLE });
  const codeForm = (action: string, problem?: string) =>
    html`<form method="post" action="${action}">${problem && html`<p class="warn">${problem}</p>`}<label>6-digit code from your authenticator <input name="code" autocomplete="one-time-code" maxlength="6"></label> <button>Verify</button></form>`;
  const checked = (code = "") => {
    const isRight = isCode(SEED, code);
    if (!isRight) state.wrongCodes++;
    return isRight;
  };
  const inside = (answer: (ask: Ask) => ReturnType<typeof html> | Response) => (ask: Ask) =>
    ask.cookies.sid === "full" ? answer(ask) : redirect("/");
  return {
    state,
    routes: {
      "GET /": () =>
        shell(
          "Sign in",
          html`<form method="post" action="/password"><label>User <input name="user"></label> <label>Password <input type="password" name="password"></label> <button>Continue</button></form>`,
        ),
      "POST /password": ({ form }) =>
        form.user === "ops-bot" && form.password === PASSWORD ? redirect("/code", "sid=half") : redirect("/"),
      "GET /code": () => shell("Two-step verification", codeForm("/code")),
      "POST /code": ({ form, cookies }) => {
        if (cookies.sid !== "half" || !checked(form.code))
          return shell("Two-step verification", codeForm("/code", "That code is not right or no longer valid."));
        state.signedIn = true;
        return redirect("/keys", "sid=full");
      },
      "GET /keys": inside(() =>
        shell(
          "API keys",
          html`<ul>${["build-server", "billing-export", "billing-import"].map(
            (name) =>
              html`<li>${name} …${state.rotated.includes(name) ? "c41f (new)" : "90aa"} <a href="/keys/${name}/rotate" aria-label="Rotate ${name}">rotate</a></li>`,
          )}</ul>`,
        ),
      ),
      "GET /keys/:name/rotate": inside(({ path }) =>
        shell(
          `Rotate ${path.name}`,
          html`<p class="warn">The old key stops working at once.</p>${codeForm(`/keys/${path.name}/rotate`)}`,
        ),
      ),
      "POST /keys/:name/rotate": inside(({ path, form }) => {
        if (!checked(form.code))
          return shell(`Rotate ${path.name}`, codeForm(`/keys/${path.name}/rotate`, "That code is not right."));
        state.rotated.push(path.name ?? "");
        return redirect("/keys");
      }),
    },
  };
}

export const tasks: readonly Task[] = [
  task<State>({
    name: "vault-rotate-key",
    kind: "login",
    words:
      "Sign in as ops-bot with the secret 'console_password'; one-time codes come from the secret 'console_otp'. Then rotate the API key billing-export, and no other.",
    secrets: {
      console_password: PASSWORD,
      console_otp: `otpauth://totp/console:ops-bot?secret=${SEED}&issuer=console`,
    },
    site,
    check: ({ rotated, wrongCodes, signedIn }) =>
      first(
        differs("signed in", signedIn, true),
        differs("rotated keys", rotated, ["billing-export"]),
        differs("wrong codes", wrongCodes, 0),
      ),
    wrong: [
      (state) => {
        state.signedIn = true;
        state.rotated.push("billing-import");
      },
      (state) => {
        state.signedIn = true;
        state.rotated.push("billing-export", "billing-export");
      },
    ],
    oracle: [
      look(),
      fill("User=ops-bot", "Password=<secret>console_password</secret>"),
      press("button", "Continue"),
      type("<secret>console_otp</secret>", "6-digit code"),
      press("button", "Verify"),
      look(),
      clickOn("Rotate billing-export"),
      type("<secret>console_otp</secret>", "6-digit code"),
      click("Verify"),
      done("billing-export has a new key.", "billing-export …c41f (new)"),
    ],
  }),
];
