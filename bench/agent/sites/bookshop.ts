/** A shop in Arabic, from right to left: an order whose delivery address may still be changed. */
import { html, page } from "../html.ts";
import { clickOn, done, fill, look, press } from "../oracle.ts";
import { redirect, type Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

interface State {
  addresses: Record<string, string>;
}

const START: Record<string, string> = {
  "1044": "شارع النيل ٥، القاهرة",
  "1051": "شارع الجمهورية ١٢، أسيوط",
  "1063": "شارع البحر ٣، الإسكندرية",
};
const STATUS: Record<string, string> = { "1044": "تم التوصيل", "1051": "قيد التحضير", "1063": "قيد التحضير" };

function site(): Site<State> {
  const state: State = { addresses: { ...START } };
  const shell = (title: string, body: ReturnType<typeof html>) =>
    page(title, html`<div dir="rtl"><header>متجر الكتب</header><h1>${title}</h1>${body}</div>`, {
      lang: "ar",
      style:
        "body{font:18px Amiri,serif;margin:2em}table td{padding:.3em 1em}header{background:#264;color:#fff;padding:.5em}",
    });
  return {
    state,
    routes: {
      "GET /": () =>
        shell(
          "طلباتي",
          html`<table>${Object.keys(START).map((id) => html`<tr><td><a href="/o/${id}">طلب ${id}</a></td><td>${STATUS[id]}</td><td>${state.addresses[id]}</td></tr>`)}</table>`,
        ),
      "GET /o/:id": ({ path }) => {
        const id = path.id ?? "";
        return shell(
          `طلب ${id}`,
          html`<p>الحالة: ${STATUS[id]}</p><p>العنوان: ${state.addresses[id]}</p>${STATUS[id] !== "تم التوصيل" && html`<form method="post" action="/o/${id}"><label>عنوان جديد <input name="address" size="40"></label> <button>حفظ</button></form>`}<a href="/">رجوع</a>`,
        );
      },
      "POST /o/:id": ({ path, form }) => {
        state.addresses[path.id ?? ""] = form.address ?? "";
        return redirect(`/o/${path.id}`);
      },
    },
  };
}

const NEW = "شارع الزهور ٩، أسيوط";

export const tasks: readonly Task[] = [
  task<State>({
    name: "arabic-change-address",
    kind: "forms",
    words: `غيّر عنوان التوصيل للطلب المتجه إلى أسيوط، والعنوان الجديد هو: ${NEW}`,
    site,
    check: ({ addresses }) => differs("addresses", addresses, { ...START, "1051": NEW }),
    wrong: [
      (state) => {
        state.addresses["1063"] = NEW;
      },
      (state) => {
        state.addresses["1051"] = "شارع الزهور ٩";
      },
    ],
    oracle: [
      look(),
      clickOn("طلب 1051"),
      fill(`عنوان جديد=${NEW}`),
      press("button", "حفظ"),
      look(),
      done("تم تغيير عنوان الطلب 1051.", NEW),
    ],
  }),
];
