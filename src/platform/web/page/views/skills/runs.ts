/** The runs of a skill: how long they took, and what they gave. */
import { copyButton, show } from "../../dialog.ts";
import { button, h } from "../../dom.ts";
import { block, date, duration } from "../../format.ts";
import { List } from "../../list.ts";
import { act } from "../../notices.ts";
import { type Execution, executions, outputOf, sessionOf } from "../../skills.ts";
import { empty } from "../../table.ts";

const KINDS = { running: "running", completed: "active", failed: "failed" } as const;

export function runs(id: string): { element: HTMLElement; draw(): Promise<void> } {
  const list = new List<Execution>({
    load: (pages) => executions(id, pages),
    heads: ["State", "Began", "Took", ""],
    row: (one) => row(id, one),
    none: () =>
      empty(
        "It was not run yet",
        "Run it under Run, or with the command line:",
        `svc cloud v2 POST /skills/${id}/execute '{"parameters": {}}'`,
      ),
    noun: ["run", "runs"],
  });
  return { element: h("div", {}, h("p", {}, list.count), list.element), draw: () => list.draw() };
}

function row(skillId: string, { id, status, startedAt, latencyMs, hasOutput }: Execution) {
  const name = `the run of ${new Date(startedAt).toLocaleString()}`;
  const open = async () => {
    location.hash = `#/sessions/${await sessionOf(id)}`;
  };
  return [
    h("span", { className: `badge ${KINDS[status]}` }, status),
    date(startedAt),
    latencyMs === null ? "" : duration(latencyMs),
    h(
      "span",
      { className: "buttons-row" },
      hasOutput &&
        button(
          "Output",
          "quiet",
          act(() => output(skillId, id)),
          `Output of ${name}`,
        ),
      button("Session", "quiet", act(open), `Session of ${name}`),
    ),
  ];
}

async function output(skillId: string, id: string): Promise<void> {
  const text = await outputOf(skillId, id);
  const dialog = h(
    "dialog",
    { className: "wide", "aria-label": "Output" },
    h("h2", {}, "Output"),
    h("div", { className: "code", tabIndex: 0, role: "region", "aria-label": "The output" }, block(text)),
    h(
      "div",
      { className: "buttons" },
      copyButton("Copy", "the output", text),
      button("Close", "quiet", () => dialog.close()),
    ),
  );
  show(dialog);
}
