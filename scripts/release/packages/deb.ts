/** Packages for Debian and Ubuntu. They are written without Debian's tools: a `.deb` is an `ar` of two tarballs. */
import { type ArchiveFile, tarGz } from "../archive.ts";
import type { ReleaseFile } from "../documents.ts";
import { filesFor, type PackageInput, SUMMARY } from "./package.ts";

const TARGETS = [
  ["amd64", "linux-x64"],
  ["arm64", "linux-arm64"],
] as const;

export async function debPackages(input: PackageInput): Promise<ArchiveFile[]> {
  const packages: ArchiveFile[] = [];
  for (const [arch, file] of filesFor(input, TARGETS)) {
    packages.push({ name: `deb/svc_${debVersion(input)}_${arch}.deb`, data: await debPackage(input, arch, file) });
  }
  return packages;
}

/** A pre-release is older than its release: Debian writes that with a tilde. */
function debVersion({ manifest }: PackageInput): string {
  return manifest.version.replace("-", "~");
}

async function debPackage(input: PackageInput, arch: string, file: ReleaseFile): Promise<Uint8Array> {
  const contents = installedFiles(input, input.executable(file.target));
  const sums = contents.map(({ name, data }) => `${new Bun.CryptoHasher("md5").update(data).digest("hex")}  ${name}\n`);
  const size = contents.reduce((sum, { data }) => sum + data.length, 0);
  const control = [
    { name: "control", data: Buffer.from(controlFile(input, arch, size)) },
    { name: "md5sums", data: Buffer.from(sums.join("")) },
  ];
  return ar(
    [
      { name: "debian-binary", data: Buffer.from("2.0\n") },
      { name: "control.tar.gz", data: await tarGz(withFolders(control), input.seconds) },
      { name: "data.tar.gz", data: await tarGz(withFolders(contents), input.seconds) },
    ],
    input.seconds,
  );
}

/** The symbols that Bun uses have all been in glibc since 2.17, the oldest version for both processors. */
const LIBC = "2.17";

function controlFile(input: PackageInput, arch: string, size: number): string {
  return `Package: svc
Version: ${debVersion(input)}
Architecture: ${arch}
Maintainer: ${input.maintainer}
Installed-Size: ${Math.ceil(size / 1024)}
Depends: libc6 (>= ${LIBC})
Recommends: ca-certificates, chromium
Section: web
Priority: optional
Homepage: ${input.base}
Description: ${SUMMARY.toLowerCase()}
 Command line, daemon and MCP server with which AI agents, scripts and people
 control a real browser. It lists the elements of a page with numbers, and acts
 on them by number. svc serve offers browsers and agents over HTTP.
`;
}

function installedFiles(input: PackageInput, svc: Uint8Array): ArchiveFile[] {
  const { manifest, maintainer, seconds, texts } = input;
  const zipped = (text: string) => Bun.gzipSync(Buffer.from(text), { library: "libdeflate", level: 9 });
  const date = new Date(seconds * 1000).toUTCString().replace("GMT", "+0000");
  const changelog = `svc (${debVersion(input)}) unstable; urgency=medium

  * Release ${manifest.version}.

 -- ${maintainer}  ${date}
`;
  const copyright = `${texts.LICENSE}\nThe licences of everything in the executable: /usr/share/doc/svc/third-party-notices.gz\n`;
  return [
    { name: "usr/bin/svc", data: svc, executable: true },
    { name: "usr/share/man/man1/svc.1.gz", data: zipped(texts["svc.1"]) },
    { name: "usr/share/bash-completion/completions/svc", data: Buffer.from(texts["completions/svc.bash"]) },
    { name: "usr/share/zsh/vendor-completions/_svc", data: Buffer.from(texts["completions/_svc"]) },
    { name: "usr/share/fish/vendor_completions.d/svc.fish", data: Buffer.from(texts["completions/svc.fish"]) },
    { name: "usr/share/doc/svc/copyright", data: Buffer.from(copyright) },
    { name: "usr/share/doc/svc/third-party-notices.gz", data: zipped(texts["LICENSES-THIRD-PARTY.txt"]) },
    { name: "usr/share/doc/svc/changelog.gz", data: zipped(changelog) },
    { name: "usr/share/lintian/overrides/svc", data: Buffer.from(OVERRIDES) },
  ];
}

/** What lintian finds in every executable of Bun. */
const OVERRIDES = `# The program is data inside the executable: strip would remove it.
svc: unstripped-binary-or-object *
# Bun is linked statically with its libraries, at fixed addresses.
svc: embedded-library *
svc: hardening-no-pie *
svc: hardening-no-relro *
`;

/** The files below `./`, and the folders that they are in. */
function withFolders(files: readonly ArchiveFile[]): ArchiveFile[] {
  const folders = new Set(["./"]);
  for (const { name } of files) {
    const parts = name.split("/");
    for (let depth = 1; depth < parts.length; depth++) folders.add(`./${parts.slice(0, depth).join("/")}/`);
  }
  const none = new Uint8Array();
  return [
    ...[...folders].map((name) => ({ name, data: none })),
    ...files.map((one) => ({ ...one, name: `./${one.name}` })),
  ];
}

/** The archive format of Unix: a header of 60 characters before each file, and an even length. */
function ar(files: readonly ArchiveFile[], seconds: number): Uint8Array {
  const parts = files.flatMap(({ name, data }) => {
    const fields = [name.padEnd(16), String(seconds).padEnd(12), "0".padEnd(6), "0".padEnd(6), "100644".padEnd(8)];
    const header = `${fields.join("")}${String(data.length).padEnd(10)}\`\n`;
    return [Buffer.from(header), data, Buffer.from(data.length % 2 === 0 ? "" : "\n")];
  });
  return Buffer.concat([Buffer.from("!<arch>\n"), ...parts]);
}
