/** An export that takes a while: the page asks for it again and again, and the link comes only then. */
import { html, POST, page, raw } from "../html.ts";
import { call, click, done, look, press } from "../oracle.ts";
import { attachment, type Site } from "../site.ts";
import { differs, first, type Task, task } from "../task.ts";

interface State {
  format: string;
  startedAtMs: number;
  started: number;
  fetched: string[];
}

const TAKES_MS = 3_500;
const LOGIC = raw(`<script>
const said = document.querySelector("#said");
document.querySelector("#start").onclick = async () => {
  document.querySelector("#start").disabled = true;
  await post("/start", { format: document.querySelector("#format").value });
  const ask = async () => {
    const { ready, percent } = await (await fetch("/status")).json();
    if (!ready) { said.textContent = "Preparing your export… " + percent + " %"; return setTimeout(ask, 300); }
    said.innerHTML = "Your export is ready: <a href='/export'>Download export</a>";
  };
  ask();
};
</script>`);

function site(): Site<State> {
  const state: State = { format: "", startedAtMs: 0, started: 0, fetched: [] };
  const share = () => (state.started === 0 ? 0 : Math.min(1, (performance.now() - state.startedAtMs) / TAKES_MS));
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Exporter",
          html`${POST}<h1>データのエクスポート</h1><p><label for="format">形式 (format)</label> <select id="format"><option>JSON</option><option>CSV</option></select> <button id="start">エクスポート開始</button></p><p id="said" role="status"></p>${LOGIC}`,
          { lang: "ja" },
        ),
      "POST /start": ({ form }) => {
        state.format = form.format ?? "";
        state.started++;
        state.startedAtMs = performance.now();
        return {};
      },
      "GET /status": () => ({ ready: share() === 1, percent: Math.round(share() * 100) }),
      "GET /export": () => {
        if (share() < 1) return page("Not ready", html`<p>Not ready.</p>`);
        state.fetched.push(state.format);
        return attachment(
          `export.${state.format.toLowerCase()}`,
          "application/octet-stream",
          "id,name\n1,Sato\n2,Mori\n",
        );
      },
    },
  };
}

export const tasks: readonly Task[] = [
  task<State>({
    name: "exports-late-link",
    kind: "timing",
    words: "Export the data as CSV and download the file. Start one export only.",
    site,
    check: ({ fetched, started }) =>
      first(differs("downloaded", fetched, ["CSV"]), differs("exports started", started, 1)),
    wrong: [
      (state) => {
        state.started = 1;
        state.format = "CSV";
      },
      (state) => {
        state.started = 1;
        state.fetched.push("JSON");
      },
    ],
    oracle: [
      look(),
      call("select", { label: "形式", values: ["CSV"] }),
      press("button", "エクスポート開始"),
      call("wait", { text: "Download export" }),
      click("Download export"),
      call("downloads"),
      done("The CSV export is downloaded.", "export.csv"),
    ],
  }),
];
