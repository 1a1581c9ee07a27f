/** The npm packages that are compiled into the executable, found by bundling what it is made of. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Package {
  name: string;
  version: string;
  /** SPDX expression. */
  license: string;
  url: string;
  author: string;
  /** The texts of its licence files. Empty where it has none. */
  texts: string[];
}

/** Entries of all bundles: of the program, of the scripts that run inside pages, of the pages that the platform serves. */
const ENTRIES = [
  "src/main.ts",
  "src/page/inject/**/index.ts",
  "src/platform/*/page/main.{ts,tsx}",
  "src/platform/*/page/*.css",
];

/** All of them by name. A package of which nothing is used after all is listed too. */
export async function compiledPackages(): Promise<Package[]> {
  const entries = ENTRIES.flatMap((glob) => [...new Bun.Glob(glob).scanSync()]);
  const folders = new Set<string>();
  for (const entry of entries) for (const folder of await packageFolders(entry)) folders.add(folder);
  const packages = [...folders].map(readPackage);
  return packages.sort((a, b) => (a.name < b.name ? -1 : 1));
}

const NODE_MODULES = "node_modules/";

async function packageFolders(entry: string): Promise<string[]> {
  const target = entry === "src/main.ts" ? "bun" : "browser";
  const built = await Bun.build({ entrypoints: [entry], target, metafile: true });
  return Object.keys(built.metafile?.inputs ?? {}).flatMap((path) => {
    const at = path.lastIndexOf(NODE_MODULES);
    if (at < 0) return [];
    const words = path.slice(at + NODE_MODULES.length).split("/");
    const name = words.slice(0, words[0]?.startsWith("@") ? 2 : 1).join("/");
    return [path.slice(0, at + NODE_MODULES.length) + name];
  });
}

function readPackage(folder: string): Package {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const texts = readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim());
  return {
    name: manifest.name,
    version: manifest.version,
    license: String(manifest.license ?? "NONE"),
    url: String(manifest.homepage ?? manifest.repository?.url ?? manifest.repository ?? ""),
    author: String(manifest.author?.name ?? manifest.author ?? `the authors of ${manifest.name}`),
    texts,
  };
}
