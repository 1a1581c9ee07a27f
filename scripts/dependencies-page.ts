/** Writes `docs/dependencies.md`: every package with its version, licence, size and reason. */
import { existsSync, readFileSync } from "node:fs";
import { DEPENDENCIES, REJECTED, TOOLS } from "./dependencies.ts";
import { compiledPackages, type Package } from "./release/packages.ts";

export const DEPENDENCIES_PAGE = "docs/dependencies.md";

/** A size in the page is only replaced by one that differs by more than this: names of variables change it a little. */
const TOLERANCE = 0.1;

export async function dependenciesPage(): Promise<string> {
  const packages = await compiledPackages();
  const page = existsSync(DEPENDENCIES_PAGE) ? readFileSync(DEPENDENCIES_PAGE, "utf8") : "";
  const sizes = new Map(packages.map(({ name, bytes }) => [name, steadySize(bytes / 1024, heldSize(page, name))]));
  const known = new Map(packages.map((one) => [one.name, one]));
  return [
    "# Dependencies",
    "",
    "Written by `bun run gen` from `scripts/dependencies.ts`, which also says which files may import a package. Sizes are kilobytes of minified",
    "JavaScript; in the executable, bytecode adds about four times as much. `svc licenses` prints the licence texts.",
    "",
    "## In the executable",
    "",
    "| package | version | licence | KB | imported by | reason |",
    "|---|---|---|---:|---|---|",
    ...Object.entries(DEPENDENCIES).map(([name, { files, reason }]) =>
      row([...facts(known.get(name), name, sizes), files.map((file) => `\`${file}\``).join(", "), reason]),
    ),
    "",
    "## What these packages need",
    "",
    "| package | version | licence | KB |",
    "|---|---|---|---:|",
    ...packages.filter(({ name }) => !(name in DEPENDENCIES)).map((one) => row(facts(one, one.name, sizes))),
    "",
    "## For development only",
    "",
    "| reason | packages |",
    "|---|---|",
    ...Object.entries(TOOLS).map(([reason, names]) => row([reason, names.map((name) => `\`${name}\``).join(", ")])),
    "",
    "## Not used",
    "",
    ...Object.entries(REJECTED).map(([name, reason]) => `- \`${name}\`: ${reason}`),
    "",
  ].join("\n");
}

/** Name, version, licence and size. A package that is not bundled is one that Bun replaces with its own. */
function facts(found: Package | undefined, name: string, sizes: ReadonlyMap<string, string>): string[] {
  if (!found) return [`\`${name}\``, "", "", "in Bun"];
  return [`\`${name}\``, found.version, found.license, sizes.get(name) ?? ""];
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** The size that the page has for a package, as it is written there. */
function heldSize(page: string, name: string): string | undefined {
  return page
    .split("\n")
    .find((line) => line.startsWith(`| \`${name}\` |`))
    ?.split(" | ")[3]
    ?.replace(/ \|$/, "");
}

/** The size as text: the held one while it is about right. */
export function steadySize(kilobytes: number, held: string | undefined): string {
  if (kilobytes < 1) return "< 1";
  const isClose = Math.abs(kilobytes - Number(held)) <= Math.max(1, Number(held) * TOLERANCE);
  return held !== undefined && isClose ? held : String(Math.round(kilobytes));
}
