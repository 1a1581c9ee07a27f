/** The versions of a skill: what is different between their scripts, and the way back. */
import { confirm, copyButton } from "../../dialog.ts";
import { diff, type Line } from "../../diff.ts";
import { button, h, redraw } from "../../dom.ts";
import { counted, date } from "../../format.ts";
import { say } from "../../notices.ts";
import { Part } from "../../part.ts";
import { rollback, type Skill, scriptOf, type Version, versions } from "../../skills.ts";
import { table } from "../../table.ts";

export function versionsPart(id: string): { element: HTMLElement; draw(skill: Skill): Promise<void> } {
  const part = new Part();
  const draw = async (skill: Skill) => {
    const found = await versions(id);
    part.show(JSON.stringify([found, skill.isPublic, skill.status]), () => drawn(skill, found, () => draw(skill)));
  };
  return { element: part.element, draw };
}

function drawn(skill: Skill, found: readonly Version[], draw: () => Promise<void>): Node[] {
  const [newest] = found;
  if (!newest) return [h("p", { className: "card empty" }, "There is no version yet.")];
  const current = found.find(({ isCurrent }) => isCurrent) ?? newest;
  const before = found.find(({ number }) => number < current.number);
  const rows = found.map(({ number, finishedAt, isCurrent }) => [
    `Version ${number}`,
    isCurrent ? h("span", { className: "badge active" }, "in use") : "",
    date(finishedAt),
  ]);
  const canGoBack = before && !skill.isPublic && skill.status === "finished";
  return [
    h(
      "div",
      { className: "card" },
      table(["Version", "State", "Made", ""].slice(0, 3), rows, ""),
      canGoBack &&
        h(
          "p",
          {},
          button(`Go back to version ${before.number}`, "bad", () => goBack(skill, before, draw)),
        ),
      before && skill.isPublic && h("p", { className: "soft" }, "A public skill cannot go back. Withdraw it first."),
    ),
    comparison(found, before ?? current, current),
  ];
}

function goBack({ id }: Skill, { number }: Version, draw: () => Promise<void>): void {
  const consequence = `From now on version ${number} is run. The later one stays here to be read; there is no way forward to it.`;
  confirm(`Go back to version ${number}?`, consequence, "Go back", async () => {
    await rollback(id);
    say(`Version ${number} is in use now.`);
    await draw();
  });
}

/** Two versions side by side, line by line; the script alone where they are the same. */
function comparison(found: readonly Version[], from: Version, to: Version): HTMLElement {
  const place = h("div");
  const field = (label: string, chosen: Version) =>
    h(
      "select",
      { "aria-label": label },
      found.map(({ number }) =>
        h("option", { value: String(number), selected: number === chosen.number }, `Version ${number}`),
      ),
    );
  const [one, other] = [field("Compare this version", from), field("with this one", to)];
  const version = ({ value }: HTMLSelectElement) => found.find(({ number }) => String(number) === value);
  const show = () => {
    const [a, b] = [version(one), version(other)];
    if (!a || !b) return;
    const lines = diff(scriptOf(a), scriptOf(b));
    const count = (kind: Line["kind"]) => lines.filter((line) => line.kind === kind).length;
    const told = a === b ? "The script" : `${counted(count("added"), "line")} added, ${count("removed")} removed`;
    redraw(
      place,
      h("p", { className: "soft", role: "status" }, told),
      h("div", { className: "code diff", tabIndex: 0, role: "region", "aria-label": told }, lines.map(lineOf)),
      copyButton("Copy", `the script of version ${b.number}`, scriptOf(b)),
    );
  };
  one.onchange = show;
  other.onchange = show;
  show();
  const heads = found.length > 1 ? [one, h("span", {}, "with"), other] : [];
  return h("div", { className: "card" }, h("div", { className: "filters" }, h("h2", {}, "Script"), ...heads), place);
}

const MARKS = { same: " ", added: "+", removed: "−" } as const;

function lineOf({ kind, text }: Line): HTMLElement {
  const tag = kind === "added" ? "ins" : kind === "removed" ? "del" : "span";
  return h(tag, { className: "line-of-code" }, `${MARKS[kind]} ${text.replaceAll("\t", "    ")}`);
}
