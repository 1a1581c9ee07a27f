/** A bank's archive: statements as CSV files to download, corrected versions beside the first ones. */
import { html, page } from "../html.ts";
import { call, click, clickOn, done, look } from "../oracle.ts";
import { attachment, type Site } from "../site.ts";
import { differs, first, type Task, task } from "../task.ts";

interface State {
  /** Names of the files that were handed out. */
  downloads: string[];
}

const MONTHS = ["January", "February", "March", "April", "May", "June"];

function csv(month: number, isCorrected: boolean): string {
  const rows = Array.from({ length: 40 }, (_, n) => {
    const cents = -(995 + ((n * 733 + month * 177) % 9_000)) + (n === 20 ? 250_000 : 0);
    const fee = n === 33 ? -(isCorrected ? 1_250 : 3_750) : cents;
    return [
      `2026-${String(month).padStart(2, "0")}-${String(1 + (n % 28)).padStart(2, "0")}`,
      n === 33 ? "ACCOUNT FEE" : n === 20 ? "SALARY" : `CARD ${1000 + n}`,
      (fee / 100).toFixed(2),
    ];
  });
  return ["date;text;amount", ...rows.map((row) => row.join(";"))].join("\n");
}

function site(): Site<State> {
  const state: State = { downloads: [] };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Statements",
          html`<h1>Statements 2026</h1><table>${MONTHS.map(
            (name, n) => html`<tr><th scope="row">${name}</th><td><a href="/file/statement-${n + 1}.csv">CSV</a></td>
<td>${n === 3 && html`<a href="/file/statement-4-corrected.csv">CSV (corrected 12 May)</a>`}</td></tr>`,
          )}</table><p><small>A corrected statement replaces the first one.</small></p>`,
          { style: "body{font:14px Helvetica;margin:3em}td,th{padding:4px 12px;text-align:left}" },
        ),
      "GET /file/:name": ({ path }) => {
        const [, month, corrected] = /^statement-(\d)(-corrected)?\.csv$/.exec(path.name ?? "") ?? [];
        if (month === undefined) return page("404", html`No such file`);
        state.downloads.push(path.name ?? "");
        return attachment(path.name ?? "", "text/csv", csv(Number(month), corrected !== undefined));
      },
    },
  };
}

export const tasks: readonly Task[] = [
  task<State>({
    name: "statements-download",
    kind: "files",
    words: "Download the statement of March 2026 as CSV. Nothing else.",
    site,
    check: ({ downloads }) => differs("downloads", downloads, ["statement-3.csv"]),
    wrong: [
      (state) => void state.downloads.push("statement-2.csv"),
      (state) => void state.downloads.push("statement-3.csv", "statement-4.csv"),
    ],
    oracle: [
      look(),
      clickOn("CSV", "March"),
      call("downloads"),
      done("statement-3.csv is downloaded.", "statement-3.csv"),
    ],
  }),
  task<State>({
    name: "statements-fee-in-file",
    kind: "files",
    words: "Which account fee, in euros, was finally charged in April 2026? Give the number alone, without a sign.",
    schema: { type: "object", properties: { fee: { type: "number" } }, required: ["fee"] },
    site,
    check: ({ downloads }, output) =>
      first(
        differs("answer", output, { fee: 12.5 }),
        differs("corrected file was read", downloads.includes("statement-4-corrected.csv"), true),
      ),
    wrong: [
      (state) => {
        state.downloads.push("statement-4.csv");
        return { fee: 37.5 };
      },
      () => ({ fee: 12.5 }),
    ],
    oracle: [
      look(),
      click("CSV (corrected 12 May)"),
      call("downloads"),
      call("read_file", { path: "statement-4-corrected.csv" }),
      done({ fee: 12.5 }, "ACCOUNT FEE;-12.50"),
    ],
  }),
];
