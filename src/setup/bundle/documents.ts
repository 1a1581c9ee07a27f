/** The documents of a bundle: the project's documentation, how to install, and which libraries the system must have. */
import { join } from "node:path";
import own from "../../../LICENSE" with { type: "text" };
import { VERSION } from "../../version.ts";

/** Name of the archive with the documentation that `build.ts` puts into the executable. */
export const DOCS_ARCHIVE = `svc-docs-${VERSION}.tgz`;

/** The files of the documentation, by paths in the repository. */
export const DOCS = ["README.md", "CHANGELOG.md", "SECURITY.md", "docs/**/*.md"];

/** Texts of the documentation by their paths. Run from source they are read from the repository. */
export async function documentation(): Promise<Map<string, string>> {
  const texts = new Map<string, string>([["LICENSE", own]]);
  const embedded = Bun.embeddedFiles.find((one) => "name" in one && one.name === DOCS_ARCHIVE);
  if (embedded) {
    for (const [name, file] of await new Bun.Archive(await embedded.bytes()).files())
      texts.set(name, await file.text());
    return texts;
  }
  const root = join(import.meta.dir, "../../..");
  for (const pattern of DOCS) {
    for (const name of new Bun.Glob(pattern).scanSync(root)) texts.set(name, await Bun.file(join(root, name)).text());
  }
  return texts;
}

/** The instructions that a person reads first. */
export function installText(browser: string): string {
  return `This folder installs svc ${VERSION} and ${browser} on a machine without a network.

  sh install.sh --offline .

Other options: sh install.sh --help

The installer checks the files against SHA256SUMS, installs svc and the browser in your home folder, and runs
\`svc doctor\`. It needs no root.

LIBRARIES.txt lists the shared libraries that the system must have. \`svc doctor\` names those that are missing.
README.md and docs/ describe svc.

This bundle is not signed. To sign it with a key of your own:

  minisign -S -m SHA256SUMS -s <secret key> -t "svc ${VERSION}"

On the other machine, export SVC_INSTALL_KEY with the public key. The installer then requires the signature where minisign
is installed, and \`svc upgrade --from\` requires it everywhere.
`;
}

/** The list of libraries. `packages` gives the Debian package of each library, as far as it is known. */
export function librariesText(libraries: readonly string[], packages: ReadonlyMap<string, string>): string {
  const known = libraries.some((one) => packages.has(one));
  const width = Math.max(...libraries.map((one) => one.length));
  const lines = libraries.map((one) => `${one.padEnd(width)}  ${packages.get(one) ?? ""}`.trimEnd());
  return `Shared libraries that svc and the browser need from the system.${
    known ? "\nThe second column is the Debian package on the machine that made this bundle." : ""
  }
Pages also need at least one font, such as those of the Debian package fonts-liberation.

${lines.join("\n")}
`;
}
