/** A mailbox over two pages, with rows that are chosen by boxes without labels, and a bar that acts on those chosen. */
import { html, page, raw } from "../html.ts";
import { call, click, done, look, press, type Step } from "../oracle.ts";
import { type Ask, redirect, type Site } from "../site.ts";
import { differs, first, type Task, task } from "../task.ts";

interface Mail {
  id: number;
  from: string;
  subject: string;
  folder: string;
}

interface State {
  mails: Mail[];
}

const FROM = [
  "Ruta (school)",
  "Parcel Point",
  "Gym 24",
  "Ruta (school)",
  "Amal",
  "Parcel Point",
  "noreply@parcelpoint.example",
  "Board",
];
const SUBJECTS = [
  "Trip on Friday",
  "Your parcel has arrived",
  "We miss you",
  "Lunch money",
  "Photos",
  "Your parcel is on its way",
  "Your parcel has arrived",
  "Minutes of the meeting",
];

function seeded(): Mail[] {
  return Array.from({ length: 24 }, (_, n) => ({
    id: n + 1,
    from: FROM[(n * 3) % 8] ?? "",
    subject: SUBJECTS[(n * 3) % 8] ?? "",
    folder: "inbox",
  }));
}

function site(): Site<State> {
  const state: State = { mails: seeded() };
  const PER_PAGE = 14;
  return {
    state,
    routes: {
      "GET /": ({ query }) => {
        const inbox = state.mails.filter(({ folder }) => folder === "inbox");
        const at = Number(query.get("p") ?? 1);
        const moved = query.get("moved");
        return page(
          "Inbox",
          html`<h1>Inbox (${inbox.length})</h1>${moved && html`<p role="status">${moved} messages archived.</p>`}<form method="post" action="/archive?p=${at}"><div class="bar"><button>Archive</button> <button formaction="/trash?p=${at}">Delete</button></div>
<table>${inbox.slice((at - 1) * PER_PAGE, at * PER_PAGE).map(({ id, from, subject }) => html`<tr><td><input type="checkbox" name="id" value="${id}"></td><td>${from}</td><td><a href="/m/${id}">${subject}</a></td></tr>`)}</table></form>
${inbox.length > PER_PAGE && html`<a href="/?p=${at === 1 ? 2 : 1}">${at === 1 ? "Older" : "Newer"}</a>`}${raw("<script>/* no keyboard shortcuts */</script>")}`,
          {
            style:
              "body{font:14px Roboto,sans-serif}tr:hover{background:#eef}.bar{position:sticky;top:0;background:#fff;padding:8px}td{padding:4px 8px}",
          },
        );
      },
      "GET /m/:id": ({ path }) =>
        page(
          "Message",
          html`<h1>${state.mails.find(({ id }) => id === Number(path.id))?.subject}</h1><a href="/">Inbox</a>`,
        ),
      "POST /archive": ({ fields, query }) => move(state, "archive", chosen(fields), query.get("p") ?? "1"),
      "POST /trash": ({ fields, query }) => move(state, "trash", chosen(fields), query.get("p") ?? "1"),
    },
  };
}

function chosen(fields: Ask["fields"]): number[] {
  return fields.filter(([name]) => name === "id").map(([, value]) => Number(value));
}

function move(state: State, folder: string, ids: readonly number[], at: string): Response {
  for (const one of state.mails) if (ids.includes(one.id)) one.folder = folder;
  return redirect(`/?p=${at}&moved=${ids.length}`);
}

const isParcel = ({ from }: Mail) => from === "Parcel Point";
/** The box before each message of that sender on the page that was read last. */
const tickParcels: Step = ({ last }) =>
  [...last.matchAll(/\[(\d+)\]<input[^\n]*type=checkbox[^\n]*\n?(?:\|?\s*)Parcel Point/g)].map(([, index]) =>
    call("click", { index: Number(index) }),
  );

export const tasks: readonly Task[] = [
  task<State>({
    name: "webmail-archive-sender",
    kind: "lists",
    words:
      "Archive every message in the inbox that is from 'Parcel Point' (that exact sender), and leave the others where they are.",
    site,
    check: ({ mails }) =>
      first(
        differs(
          "mails",
          mails,
          seeded().map((one) => (isParcel(one) ? { ...one, folder: "archive" } : one)),
        ),
      ),
    wrong: [
      (state) => {
        for (const one of state.mails.slice(0, 14)) if (isParcel(one)) one.folder = "archive";
      },
      (state) => {
        for (const one of state.mails) if (/parcel ?point/i.test(one.from)) one.folder = "archive";
      },
    ],
    oracle: [
      look(),
      tickParcels,
      press("button", "Archive"),
      look(),
      tickParcels,
      press("button", "Archive"),
      click("Older"),
      look(),
      tickParcels,
      press("button", "Archive"),
      done("All messages of Parcel Point are archived.", "messages archived"),
    ],
  }),
];
