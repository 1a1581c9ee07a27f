/** A change of password: the rules are told one by one, and the old session ends, so that a second login proves it. */
import { html, page } from "../html.ts";
import { click, done, fill, look, press } from "../oracle.ts";
import { redirect, type Site } from "../site.ts";
import { differs, first, type Task, task } from "../task.ts";

interface State {
  password: string;
  loginsWithNew: number;
}

const OLD = "winter-2019-harbor";
const NEW = "9x-Quiet_Lantern-Bridge";

function site(): Site<State> {
  const state: State = { password: OLD, loginsWithNew: 0 };
  const shell = (title: string, body: ReturnType<typeof html>) =>
    page(title, html`<h1>${title}</h1>${body}`, {
      style: "body{font:15px sans-serif;margin:3em}label{display:block;margin:.6em 0}.bad{color:#b00}",
    });
  const login = (note = "") =>
    shell(
      "Sign in",
      html`<p class="bad">${note}</p><form method="post" action="/login"><label>User name <input name="user"></label><label>Password <input type="password" name="password"></label><button>Sign in</button></form>`,
    );
  const change = (note = "") =>
    shell(
      "Change password",
      html`<p class="bad" role="alert">${note}</p><form method="post" action="/password"><label>Current password <input type="password" name="old"></label><label>New password <input type="password" name="new"></label><label>New password again <input type="password" name="again"></label><button>Change password</button></form>`,
    );
  return {
    state,
    routes: {
      "GET /": () => login(),
      "POST /login": ({ form }) => {
        if (form.user !== "lin.chen" || form.password !== state.password)
          return login("User name or password is wrong.");
        if (state.password === NEW) state.loginsWithNew++;
        return redirect("/home", "sid=in");
      },
      "GET /home": ({ cookies }) =>
        cookies.sid === "in"
          ? shell(
              "Hello Lin",
              html`<p>Your password is ${state.password === OLD ? "1,204 days" : "0 days"} old. <a href="/password">Change password</a></p>`,
            )
          : redirect("/"),
      "GET /password": ({ cookies }) => (cookies.sid === "in" ? change() : redirect("/")),
      "POST /password": ({ form, cookies }) => {
        if (cookies.sid !== "in") return redirect("/");
        if (form.old !== state.password) return change("The current password is wrong.");
        if (form.new !== form.again) return change("The new passwords are not the same.");
        if ((form.new ?? "").length < 12) return change("At least 12 characters, please.");
        state.password = form.new ?? "";
        return redirect("/changed", "sid=out");
      },
      "GET /changed": () =>
        shell("Password changed", html`<p>You have been signed out everywhere. <a href="/">Sign in again</a></p>`),
    },
  };
}

export const tasks: readonly Task[] = [
  task<State>({
    name: "password-change-and-return",
    kind: "login",
    words:
      "Sign in as lin.chen with the secret 'old_password', change the password to the secret 'new_password', and sign in again with the new one.",
    secrets: { old_password: OLD, new_password: NEW },
    site,
    check: ({ password, loginsWithNew }) =>
      first(
        differs("password is the new one", password === NEW, true),
        differs("logins with the new password", loginsWithNew, 1),
      ),
    wrong: [
      (state) => {
        state.password = NEW;
      },
      (state) => {
        state.password = "<secret>new_password</secret>";
        state.loginsWithNew = 1;
      },
    ],
    oracle: [
      look(),
      fill("User name=lin.chen", "Password=<secret>old_password</secret>"),
      press("button", "Sign in"),
      click("Change password"),
      fill(
        "Current password=<secret>old_password</secret>",
        "New password=<secret>new_password</secret>",
        "New password again=<secret>new_password</secret>",
      ),
      press("button", "Change password"),
      click("Sign in again"),
      fill("User name=lin.chen", "Password=<secret>new_password</secret>"),
      press("button", "Sign in"),
      done("The password is changed, and the new one works.", "Your password is 0 days old."),
    ],
  }),
];
