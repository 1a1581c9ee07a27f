/** Questions and answers of a campsite, folded away, with an old answer beside the one that replaced it. */
import { html, page } from "../html.ts";
import { call, done, look } from "../oracle.ts";
import type { Site } from "../site.ts";
import { says, type Task, task } from "../task.ts";

const ANSWERS = [
  ["When does the gate close?", "At 22:00. In July and August at 23:00."],
  ["May I bring a dog?", "Two at most, on a lead. 4 € a night each."],
  ["How much is the deposit for the key? (2024)", "20 €, in cash."],
  [
    "How much is the deposit for the key? (from 2026)",
    "35 €, by card only. We give it back on the day that you leave.",
  ],
  ["Is there a shop?", "From May to September, 8:00 to 12:00."],
] as const;

export const tasks: readonly Task[] = [
  task<object>({
    name: "faq-current-deposit",
    kind: "widgets",
    words: "What is the deposit for the key at this campsite in the summer of 2026? Answer with the amount.",
    site: () => ({
      state: {},
      routes: {
        "GET /": (): ReturnType<Site<object>["routes"][string]> =>
          page(
            "Camping De Wulp",
            html`<h1>Veelgestelde vragen</h1>${ANSWERS.map(([question, answer]) => html`<details><summary>${question}</summary><p>${answer}</p></details>`)}`,
            {
              lang: "nl",
              style:
                "body{font:16px sans-serif;max-width:40em;margin:auto}summary{padding:.6em;background:#dec;margin:.3em 0}",
            },
          ),
      },
    }),
    check: (_, output) => says(output, "35", "20"),
    wrong: [() => "20 €", () => "20 or 35 €"],
    oracle: [
      look(),
      call("click", { text: "How much is the deposit for the key? (from 2026)" }),
      done("35 €", "35 €, by card only."),
    ],
  }),
];
