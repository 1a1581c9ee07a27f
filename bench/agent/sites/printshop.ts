/** A print shop that wants an account for all it does; ordering as a guest is possible, and hidden in the help. */
import { html, page } from "../html.ts";
import { click, done, fill, look, press } from "../oracle.ts";
import { redirect, type Site } from "../site.ts";
import { differs, first, type Task, task } from "../task.ts";

interface State {
  orders: Record<string, string>[];
  accounts: number;
}

function site(): Site<State> {
  const state: State = { orders: [], accounts: 0 };
  const shell = (title: string, body: ReturnType<typeof html>) =>
    page(
      `${title} | Papyr`,
      html`<nav><a href="/">Papyr</a> · <a href="/login">Log in</a> · <a href="/help">Help</a></nav><h1>${title}</h1>${body}`,
      { style: "body{font:15px Gill Sans,sans-serif;margin:2em}" },
    );
  const order = (path: string) =>
    html`<form method="post" action="${path}"><p><label>Product <select name="product"><option>Business cards, 100</option><option>Business cards, 250</option><option>Flyers A6, 500</option></select></label></p><p><label>Paper <select name="paper"><option>Matt</option><option>Glossy</option></select></label></p><p><label>E-mail <input name="mail"></label></p><button>Order</button></form>`;
  return {
    state,
    routes: {
      "GET /": () => shell("Print with Papyr", html`<p><a href="/order">Order now</a></p>`),
      "GET /order": () => redirect("/login"),
      "GET /login": () =>
        shell(
          "Log in to order",
          html`<form method="post" action="/login"><label>E-mail <input name="mail"></label> <label>Password <input type="password" name="password"></label> <button>Log in</button></form><p>No account? <a href="/register">Register</a></p>`,
        ),
      "POST /login": () =>
        shell("Log in to order", html`<p role="alert">There is no such account.</p><a href="/login">Try again</a>`),
      "GET /register": () =>
        shell(
          "Register",
          html`<form method="post" action="/register"><label>E-mail <input name="mail"></label> <label>Mobile number <input name="phone"></label> <label>Date of birth <input name="born"></label> <button>Create account</button></form>`,
        ),
      "POST /register": () => {
        state.accounts++;
        return shell("Check your phone", html`<p>Your account is opened when you have answered our call.</p>`);
      },
      "GET /help": () =>
        shell(
          "Help",
          html`<details><summary>How long does delivery take?</summary><p>Three days.</p></details><details><summary>Do I need an account?</summary><p>No. You can <a href="/guest">order as a guest</a> and pay by invoice.</p></details>`,
        ),
      "GET /guest": () => shell("Order as a guest", order("/guest")),
      "POST /guest": ({ form }) => {
        state.orders.push({ ...form });
        return redirect("/ordered");
      },
      "GET /ordered": () =>
        shell(
          "Ordered",
          html`<p>${state.orders.at(-1)?.product}: the invoice goes to ${state.orders.at(-1)?.mail}.</p>`,
        ),
    },
  };
}

const WANTED = { product: "Business cards, 250", paper: "Matt", mail: "vera@example.org" };

export const tasks: readonly Task[] = [
  task<State>({
    name: "printshop-guest-order",
    kind: "dead ends",
    words: "Order 250 matt business cards for vera@example.org. Vera has no account here and does not want one.",
    site,
    check: ({ orders, accounts }) => first(differs("orders", orders, [WANTED]), differs("accounts", accounts, 0)),
    wrong: [
      (state) => {
        state.accounts = 1;
        state.orders.push(WANTED);
      },
      (state) => void state.orders.push({ ...WANTED, product: "Business cards, 100" }),
    ],
    oracle: [
      look(),
      click("Order now"),
      click("Help"),
      click("Do I need an account?"),
      click("order as a guest"),
      fill("Product=Business cards, 250", "Paper=Matt", "E-mail=vera@example.org"),
      press("button", "Order"),
      done("250 business cards are ordered.", "Business cards, 250: the invoice goes to vera@example.org."),
    ],
  }),
];
