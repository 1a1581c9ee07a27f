/** A Japanese restaurant: a course for a minimum of people, times that are full, and a name in kana. */
import { html, page, raw } from "../html.ts";
import { call, clickOn, done, fill, look, press } from "../oracle.ts";
import { redirect, type Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

interface State {
  bookings: Record<string, string>[];
}

const TIMES: Record<string, string[]> = { "2026-12-11": ["17:30", "21:00"], "2026-12-12": ["17:00", "18:30", "20:30"] };
const LOGIC = raw(`<script>
const free = ${JSON.stringify(TIMES)}, form = document.forms[0];
form.date.onchange = () => {
  document.querySelector("#times").innerHTML = ["17:00", "17:30", "18:30", "19:30", "20:30", "21:00"].map((time) => "<button type=button " + ((free[form.date.value] ?? []).includes(time) ? "" : "disabled ") + "aria-label='" + time + "'>" + time + "</button>").join("");
  form.time.value = "";
};
document.querySelector("#times").onclick = ({ target }) => { if (target.tagName === "BUTTON") { form.time.value = target.textContent; document.querySelector("#chosen").textContent = target.textContent + " を選択中"; } };
</script>`);

function site(): Site<State> {
  const state: State = { bookings: [] };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "居酒屋 つばめ",
          html`<h1>居酒屋 つばめ — ご予約</h1><form method="post" action="/yoyaku"><input type="hidden" name="time"><p><label>日付 <select name="date"><option value="">選んでください</option><option value="2026-12-11">12月11日(金)</option><option value="2026-12-12">12月12日(土)</option></select></label></p>
<div id="times" role="group" aria-label="時間"></div><p id="chosen"></p><p><label>人数 <select name="people">${[1, 2, 3, 4, 5, 6].map((n) => html`<option value="${n}">${n}名様</option>`)}</select></label></p>
<p>コース <label><input type="radio" name="course" value="none" checked> 席のみ</label> <label><input type="radio" name="course" value="nabe"> 鍋コース(4名様以上)</label> <label><input type="radio" name="course" value="sushi"> 寿司コース</label></p>
<p><label>お名前(カタカナ) <input name="name"></label></p><button>予約する</button></form>${LOGIC}`,
          {
            lang: "ja",
            style:
              "body{font:16px sans-serif;margin:2em;background:#fffaf0}button[disabled]{text-decoration:line-through}",
          },
        ),
      "POST /yoyaku": ({ form }) => {
        const problem =
          !form.time || !form.name
            ? "時間とお名前を入力してください。"
            : form.course === "nabe" && Number(form.people) < 4
              ? "鍋コースは4名様以上です。"
              : "";
        if (problem) return page("エラー", html`<p role="alert">${problem}</p><a href="/">戻る</a>`, { lang: "ja" });
        state.bookings.push({ ...form });
        return redirect("/ok");
      },
      "GET /ok": () =>
        page("ご予約完了", html`<h1>ご予約ありがとうございます</h1><p>予約番号 T-${88 + state.bookings.length}</p>`, {
          lang: "ja",
        }),
    },
  };
}

const WANTED = { time: "18:30", date: "2026-12-12", people: "4", course: "nabe", name: "タナカ" };

export const tasks: readonly Task[] = [
  task<State>({
    name: "izakaya-reservation",
    kind: "forms",
    words:
      "12月12日(土)の18時ごろ、4名で鍋コースを予約してください。18時が満席なら、それに一番近い遅い時間で。名前は「タナカ」です。",
    site,
    check: ({ bookings }) => differs("bookings", bookings, [WANTED]),
    wrong: [
      (state) => void state.bookings.push({ ...WANTED, time: "17:00" }),
      (state) => void state.bookings.push({ ...WANTED, course: "none" }),
    ],
    oracle: [
      look(),
      call("select", { label: "日付", values: ["12月12日(土)"] }),
      look(),
      clickOn("18:30"),
      fill("人数=4名様", "鍋コース(4名様以上)=on", "お名前(カタカナ)=タナカ"),
      press("button", "予約する"),
      done("12月12日18時30分、4名様、鍋コースで予約しました。", "ご予約ありがとうございます"),
    ],
  }),
];
