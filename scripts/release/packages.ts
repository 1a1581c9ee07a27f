/** The npm packages that are compiled into the executable, found by bundling what it is made of. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bundleOptions } from "./compile.ts";

export interface Package {
  name: string;
  version: string;
  /** SPDX expression. */
  license: string;
  url: string;
  author: string;
  /** The texts of its licence files. Empty where it has none. */
  texts: string[];
  /** Its minified JavaScript in all bundles. */
  bytes: number;
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
  const folders = new Map<string, number>();
  for (const entry of entries)
    for (const [path, bytes] of await bundledFiles(entry)) {
      const folder = packageFolder(path);
      if (folder !== undefined) folders.set(folder, (folders.get(folder) ?? 0) + bytes);
    }
  const packages = [...folders].map(([folder, bytes]) => readPackage(folder, bytes));
  return packages.sort((a, b) => (a.name < b.name ? -1 : 1));
}

const NODE_MODULES = "node_modules/";

/** The files of a bundle with the bytes that it has of each; 0 for those of which nothing is used. */
export async function bundledFiles(entry: string): Promise<Map<string, number>> {
  const options = entry === "src/main.ts" ? bundleOptions() : { entrypoints: [entry], target: "browser", minify: true };
  const { metafile } = await Bun.build({ ...(options as Bun.BuildConfig), metafile: true });
  const files = new Map(Object.keys(metafile?.inputs ?? {}).map((path) => [path, 0]));
  for (const { inputs } of Object.values(metafile?.outputs ?? {}))
    for (const [path, { bytesInOutput }] of Object.entries(inputs))
      files.set(path, (files.get(path) ?? 0) + bytesInOutput);
  return files;
}

/** The folder of the package that a file is part of; undefined for a file of the project. */
function packageFolder(path: string): string | undefined {
  const at = path.lastIndexOf(NODE_MODULES);
  if (at < 0) return undefined;
  const words = path.slice(at + NODE_MODULES.length).split("/");
  return path.slice(0, at + NODE_MODULES.length) + words.slice(0, words[0]?.startsWith("@") ? 2 : 1).join("/");
}

function readPackage(folder: string, bytes: number): Package {
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
    bytes,
  };
}
