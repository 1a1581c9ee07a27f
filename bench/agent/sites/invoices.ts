/** An accounting tool: invoices over several pages of a plain table, with drafts and credit notes among them. */
import { html, page } from "../html.ts";
import { call, done, look } from "../oracle.ts";
import { redirect, type Site } from "../site.ts";
import { differs, first, type Task, task } from "../task.ts";

interface Invoice {
  number: string;
  customer: string;
  date: string;
  due: string;
  cents: number;
  status: "paid" | "open" | "overdue" | "draft";
  reminders: number;
}

interface State {
  invoices: Invoice[];
}

const CUSTOMERS = ["Northwind Traders", "Contoso Ltd", "Fabrikam GmbH", "Northwind Logistics", "Adatum Corp"];
const STATUSES = ["paid", "open", "paid", "overdue", "draft", "paid", "open"] as const;

function seeded(): Invoice[] {
  return Array.from({ length: 52 }, (_, n) => ({
    number: `INV-${2041 + n}`,
    customer: CUSTOMERS[(n * 3) % 5] ?? "",
    date: `2026-0${1 + (n % 6)}-${String(1 + ((n * 7) % 28)).padStart(2, "0")}`,
    due: `2026-0${2 + (n % 6)}-${String(1 + ((n * 7) % 28)).padStart(2, "0")}`,
    cents: 12_050 + ((n * 7_919) % 90_000),
    status: STATUSES[(n * 5) % 7] ?? "paid",
    reminders: 0,
  }));
}

const euros = (cents: number) => (cents / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ",");
const STYLE = `body{font:14px Arial;margin:24px}table{border-collapse:collapse;width:100%}th{background:#eef;text-align:left}
td,th{border-bottom:1px solid #ccd;padding:6px}td.n{text-align:right}.overdue{color:#b00}nav a{margin-right:8px}`;
const PER_PAGE = 15;

function list(invoices: readonly Invoice[], at: number) {
  const pages = Math.ceil(invoices.length / PER_PAGE);
  return page(
    "Invoices",
    html`<h1>Invoices</h1><p>${invoices.length} invoices</p>
<table><thead><tr><th>No.</th><th>Customer</th><th>Date</th><th>Due</th><th>Amount (EUR)</th><th>Status</th></tr></thead><tbody>
${invoices.slice((at - 1) * PER_PAGE, at * PER_PAGE).map(
  (
    one,
  ) => html`<tr><td><a href="/invoices/${one.number}">${one.number}</a></td><td>${one.customer}</td><td>${one.date}</td>
<td>${one.due}</td><td class="n">${euros(one.cents)}</td><td class="${one.status}">${one.status}</td></tr>`,
)}</tbody></table>
<nav aria-label="Pages">Page ${at} of ${pages}
${at > 1 && html`<a href="/?page=${at - 1}">Previous</a>`}${at < pages && html`<a href="/?page=${at + 1}">Next</a>`}</nav>`,
    { style: STYLE },
  );
}

function site(): Site<State> {
  const state: State = { invoices: seeded() };
  const find = (number = "") => state.invoices.find((one) => one.number === number);
  return {
    state,
    routes: {
      "GET /": ({ query }) => list(state.invoices, Number(query.get("page") ?? 1)),
      "GET /invoices/:number": ({ path }) => {
        const one = find(path.number);
        if (!one) return page("Not found", html`<h1>No such invoice</h1>`);
        return page(
          one.number,
          html`<h1>Invoice ${one.number}</h1><dl><dt>Customer</dt><dd>${one.customer}</dd><dt>Due</dt><dd>${one.due}</dd>
<dt>Amount</dt><dd>€ ${euros(one.cents)}</dd><dt>Status</dt><dd>${one.status}</dd><dt>Reminders sent</dt><dd>${one.reminders}</dd></dl>
${one.status === "overdue" && html`<form method="post" action="/invoices/${one.number}/remind"><button>Send reminder</button></form>`}
<p><a href="/">All invoices</a></p>`,
          { style: STYLE },
        );
      },
      "POST /invoices/:number/remind": ({ path }) => {
        const one = find(path.number);
        if (one) one.reminders++;
        return redirect(`/invoices/${path.number}`);
      },
    },
  };
}

const owed = seeded().filter((one) => one.customer === "Northwind Traders" && ["open", "overdue"].includes(one.status));
const OWED = { count: owed.length, total: owed.reduce((sum, one) => sum + one.cents, 0) / 100 };
const wide = seeded().filter((one) => one.customer.startsWith("Northwind") && ["open", "overdue"].includes(one.status));
const OLDEST = seeded()
  .filter((one) => one.status === "overdue")
  .sort((a, b) => (a.due < b.due ? -1 : 1))[0] as Invoice;

/** Through all pages; the sum is on none of them. */
const SUM_UP = `
  const schema = { rows: [{ _: "tbody tr", customer: "td:nth-child(2)", amount: "td:nth-child(5)", status: "td:nth-child(6)" }] };
  let count = 0, cents = 0;
  for (;;) {
    for (const { customer, amount, status } of (await extract({ schema })).result.rows) {
      if (customer !== "Northwind Traders" || !["open", "overdue"].includes(status)) continue;
      count++;
      cents += Math.round(Number(amount.replace(/[^0-9.]/g, "")) * 100);
    }
    try { await click({ text: "Next" }); } catch { break; }
  }
  return { count, total: cents / 100 };
`;

export const tasks: readonly Task[] = [
  task<State>({
    name: "invoices-owed",
    kind: "tables",
    words:
      "How many invoices does Northwind Traders still have to pay (open or overdue), and what do they add up to in euros? Drafts do not count.",
    schema: {
      type: "object",
      properties: { count: { type: "integer" }, total: { type: "number", description: "In euros" } },
      required: ["count", "total"],
    },
    site,
    check: ({ invoices }, output) => first(differs("answer", output, OWED), differs("invoices", invoices, seeded())),
    wrong: [
      () => ({ count: wide.length, total: wide.reduce((sum, one) => sum + one.cents, 0) / 100 }),
      () => ({ ...OWED, count: OWED.count - 1 }),
    ],
    oracle: [look(), call("script", { code: SUM_UP }), done(OWED, `count ${OWED.count}, total ${OWED.total}`)],
  }),
  task<State>({
    name: "invoices-remind-oldest",
    kind: "tables",
    words:
      "Send a reminder for the overdue invoice whose due date is the longest ago. Send it once, and for no other invoice.",
    site,
    check: ({ invoices }) =>
      differs(
        "reminders",
        invoices.filter((one) => one.reminders > 0).map((one) => [one.number, one.reminders]),
        [[OLDEST.number, 1]],
      ),
    wrong: [
      (state) => {
        for (const one of state.invoices) if (one.number === OLDEST.number) one.reminders = 2;
      },
      (state) => {
        for (const one of state.invoices.filter((one) => one.status === "overdue").slice(0, 1)) one.reminders = 1;
      },
    ],
    oracle: [
      call("find", { text: "overdue" }),
      call("open", { url: "/?page=2" }),
      call("open", { url: "/?page=3" }),
      call("open", { url: "/?page=4" }),
      call("open", { url: `/invoices/${OLDEST.number}` }),
      press("Send reminder"),
      done(`A reminder for ${OLDEST.number} is sent.`, "Reminders sent 1"),
    ],
  }),
];

function press(name: string) {
  return call("click", { role: "button", name });
}
