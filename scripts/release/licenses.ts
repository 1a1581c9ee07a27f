/** The licences of everything in the executable: of npm packages, and of the runtime with the libraries linked into it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { compiledPackages, type Package } from "./packages.ts";
import components from "./runtime/components.json" with { type: "json" };

/** A library that Bun links into its runtime; `runtime/components.json` lists them after Bun's own list. */
export interface Component {
  name: string;
  license: string;
  url: string;
  /** File in `runtime/` with its copyright notices. */
  text: string;
  /** Licences that the notices name but do not contain. */
  refers?: string[];
}

export const RUNTIME_COMPONENTS: readonly Component[] = components;

function runtimeText(name: string): string {
  return readFileSync(join(import.meta.dir, "runtime", name), "utf8").trim();
}

/** The whole text, as `svc licenses` prints it and each archive contains it. */
export async function licensesText(): Promise<string> {
  const packages = await compiledPackages();
  const runtime = RUNTIME_COMPONENTS.map(({ name, license, url, text }) =>
    section(`${name} (${license})\n${url}`, runtimeText(text)),
  );
  const shared = new Map<string, string[]>();
  for (const one of packages) {
    const text = packageText(one);
    const title = `${one.name} ${one.version} (${one.license})`;
    shared.set(text, [...(shared.get(text) ?? []), title]);
  }
  const full = [...new Set(RUNTIME_COMPONENTS.flatMap(({ refers }) => refers ?? []))].sort();
  return [
    `svc is compiled from its own sources (${manifest.license}), from npm packages, and from Bun ${bunVersion()} with the`,
    "libraries that Bun contains. This file has the licences of all of them.",
    "",
    ...[...shared].map(([text, titles]) => section(titles.join("\n"), text)),
    ...runtime,
    ...full.map((name) => section(`Full text of ${name}`, runtimeText(`license-${name.toLowerCase()}.txt`))),
  ].join("\n");
}

/** A package without a licence file is under the standard text of the licence that its manifest names. */
function packageText({ name, author, license, texts }: Package): string {
  if (texts.length > 0) return texts.join("\n\n");
  if (license === "Apache-2.0") return `Copyright ${author}\n\nLicensed under the Apache License, Version 2.0.`;
  if (license === "MIT") return `Copyright ${author}\n\n${runtimeText("license-mit.txt")}`;
  throw new Error(`${name} has no licence file, and there is no standard text for ${license}`);
}

const LINE = "=".repeat(100);

function section(title: string, text: string): string {
  return `${LINE}\n${title}\n${LINE}\n\n${text}\n`;
}

export function bunVersion(): string {
  return manifest.devDependencies.bun;
}
