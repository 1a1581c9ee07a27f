/** What packages of all kinds are made from. */
import type { ReleaseFile, ReleaseManifest } from "../documents.ts";
import type { TextFiles } from "../texts.ts";

/** Where and by whom packages are published. */
export interface Publisher {
  /** The address of the folder of releases, without a slash at its end. */
  base: string;
  /** Name and mail address: `Ann <ann@example.org>`. */
  maintainer: string;
}

export interface PackageInput extends Publisher {
  manifest: ReleaseManifest;
  /** Seconds since 1970, for time stamps. */
  seconds: number;
  texts: TextFiles;
  /** Reads the executable of a target. */
  executable: (target: string) => Uint8Array;
}

export const SUMMARY = "Drive a real browser from the command line";

/** The address of an archive. */
export function addressOf({ base, manifest }: PackageInput, { file }: ReleaseFile): string {
  return `${base}/v${manifest.version}/${file}`;
}

/** Pairs of a name and the smallest archive of a target, for the targets that the release has. */
export function filesFor<Name>(
  { manifest }: PackageInput,
  targets: readonly (readonly [name: Name, target: string])[],
): [Name, ReleaseFile][] {
  return targets.flatMap(([name, target]) => {
    const file = manifest.files.find((one) => one.target === target);
    return file ? [[name, { ...file, ...file.xz }] as [Name, ReleaseFile]] : [];
  });
}

export function jsonFile(name: string, content: object) {
  return { name, data: Buffer.from(`${JSON.stringify(content, null, 2)}\n`) };
}

/**
 * Checks what the command line says about the publisher. The maintainer is by default the maintainers' address at the host of
 * the base. Throws for text that would not be safe in the manifests.
 */
export function publisherOf(base: string, maintainer?: string): Publisher {
  const url = URL.parse(base);
  if (!url || !/^https?:$/.test(url.protocol) || /["'`\\$#\s]/.test(base)) {
    throw new Error(`--base must be an http(s) address, as https://your.server/svc, not '${base}'`);
  }
  const contact = maintainer ?? `svc maintainers <maintainers@${url.hostname}>`;
  if (!/^[^<>"'`\\$\n]+ <[^<>@\s]+@[^<>@\s]+>$/.test(contact)) {
    throw new Error(`--maintainer must be a name and a mail address, as 'Ann <ann@example.org>', not '${contact}'`);
  }
  return { base: base.replace(/\/+$/, ""), maintainer: contact };
}
