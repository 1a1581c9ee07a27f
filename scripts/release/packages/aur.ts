/** The PKGBUILD for the AUR of Arch Linux, and the `.SRCINFO` that the AUR reads. */
import type { ArchiveFile } from "../archive.ts";
import { addressOf, filesFor, type PackageInput, SUMMARY } from "./package.ts";

const TARGETS = [
  ["x86_64", "linux-x64"],
  ["aarch64", "linux-arm64"],
] as const;

export function aurPackage(input: PackageInput): ArchiveFile[] {
  const files = filesFor(input, TARGETS);
  if (files.length === 0) return [];
  // A version of pacman has no hyphen.
  const version = input.manifest.version.replaceAll("-", "_");
  const sources = files.flatMap(([arch, file]) => [
    [`source_${arch}`, addressOf(input, file)],
    [`sha256sums_${arch}`, file.sha256],
  ]);
  const single = { pkgdesc: SUMMARY, pkgver: version, pkgrel: "1", url: input.base };
  const lists: [name: string, values: string[]][] = [
    ["arch", files.map(([arch]) => arch)],
    ["license", ["MIT"]],
    ["depends", ["glibc"]],
    ["optdepends", ["chromium: the browser, instead of the one that svc install downloads"]],
    ["provides", ["svc"]],
    ["conflicts", ["svc"]],
    // strip would remove the program, which is data inside the executable.
    ["options", ["!strip", "!debug"]],
    ...sources.map(([name, value]): [string, string[]] => [name as string, [value as string]]),
  ];
  const pkgbuild = `# Maintainer: ${input.maintainer}
pkgname=svc-bin
${Object.entries(single)
  .map(([name, value]) => `${name}=${quote(value)}`)
  .join("\n")}
${lists.map(([name, values]) => `${name}=(${values.map(quote).join(" ")})`).join("\n")}

package() {
  cd svc-${input.manifest.version}-linux-*
  install -Dm755 -t "$pkgdir/usr/bin" svc
  install -Dm644 -t "$pkgdir/usr/share/man/man1" svc.1
  install -Dm644 completions/svc.bash "$pkgdir/usr/share/bash-completion/completions/svc"
  install -Dm644 -t "$pkgdir/usr/share/zsh/site-functions" completions/_svc
  install -Dm644 -t "$pkgdir/usr/share/fish/vendor_completions.d" completions/svc.fish
  install -Dm644 -t "$pkgdir/usr/share/licenses/svc-bin" LICENSE LICENSES-THIRD-PARTY.txt
}
`;
  const info = [...Object.entries(single), ...lists.flatMap(([name, values]) => values.map((one) => [name, one]))];
  const srcinfo = `pkgbase = svc-bin
${info.map(([name, value]) => `\t${name} = ${value}`).join("\n")}

pkgname = svc-bin
`;
  return [
    { name: "aur/PKGBUILD", data: Buffer.from(pkgbuild) },
    { name: "aur/.SRCINFO", data: Buffer.from(srcinfo) },
  ];
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
