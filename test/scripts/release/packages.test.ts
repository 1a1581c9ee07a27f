/**
 * Packages of a release. Each kind is used by the tool that it is for where that can be had; the others are left out. The
 * executable is `dist/svc` for this platform, and a short text for the others.
 */
import { beforeAll, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ReleaseManifest, releaseManifest } from "../../../scripts/release/documents.ts";
import { publisherOf } from "../../../scripts/release/packages/package.ts";
import { packageFiles } from "../../../scripts/release/packages/packages.ts";
import { hostTarget, TARGETS } from "../../../scripts/release/targets.ts";
import { type TextFiles, textFiles } from "../../../scripts/release/texts.ts";
import { EXECUTABLE } from "../../fixture.ts";
import { folderOfFile } from "../../support/folder.ts";
import { localServer } from "../../support/server.ts";

const BASE = "https://releases.example.org/svc";
const VERSION = "1.2.3";
const SECONDS = 1_700_000_000;
const root = folderOfFile();
const at = (path: string) => join(root, path);
const read = (path: string) => readFileSync(at(path), "utf8");

let manifest: ReleaseManifest;
let texts: TextFiles;
beforeAll(async () => {
  texts = textFiles();
  const artefacts = TARGETS.map((target, n) => ({
    target,
    runtime: { path: "/nowhere", name: target.runtime, version: "1.4.4", sha512: `${n}`.repeat(128) },
    archives: (target.archive === "zip" ? ["zip"] : ["tar.gz", "tar.xz"]).map((extension, k) => ({
      file: `svc-${VERSION}-${target.name}.${extension}`,
      size: 10 + n,
      sha256: `${n}${"ab"[k]}`.repeat(32),
    })),
    executable: { size: 20 + n, sha256: `${n}f`.repeat(32) },
  }));
  manifest = releaseManifest({ version: VERSION, commit: "a".repeat(40), seconds: SECONDS }, artefacts);
  const executable = (name: string) =>
    name === hostTarget().name ? readFileSync(EXECUTABLE) : Buffer.from(`the executable for ${name}`);
  const input = { ...publisherOf(`${BASE}/`), manifest, texts, executable, seconds: SECONDS };
  for (const { name, data } of await packageFiles(input)) {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), data);
  }
});

function fileOf(target: string) {
  const file = manifest.files.find((one) => one.target === target);
  if (!file) throw new Error(`the manifest has no ${target}`);
  const archive = file.xz ?? file;
  return { address: `${BASE}/v${VERSION}/${archive.file}`, sha256: archive.sha256 };
}

/** Runs a program and returns what it printed. Throws with its errors if it fails. */
async function run(command: string[], env: Record<string, string> = {}): Promise<string> {
  const child = Bun.spawn(command, {
    cwd: root,
    env: { ...process.env, ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(`${command.join(" ")}: exit code ${code}\n${out}${err}`);
  return out;
}

const has = (program: string) => Bun.which(program) !== null;
const isOn = (target: string) => hostTarget().name === target;

interface NpmManifest {
  name: string;
  version: string;
  scripts?: object;
  optionalDependencies?: Record<string, string>;
}

/** A registry on 127.0.0.1 with the packages that were made. Records which tarballs were fetched. */
async function registry() {
  const tarballs = new Map<string, { data: Buffer; manifest: NpmManifest }>();
  for (const file of new Bun.Glob("*.tgz").scanSync(at("npm"))) {
    const data = readFileSync(at(`npm/${file}`));
    const files = await new Bun.Archive(data).files("package/package.json");
    const text = await files.get("package/package.json")?.text();
    tarballs.set(`/-/${file}`, { data, manifest: JSON.parse(text ?? "") });
  }
  const fetched: string[] = [];
  const server = localServer((request) => {
    const { pathname, origin } = new URL(request.url);
    const tarball = tarballs.get(pathname);
    if (tarball) fetched.push(tarball.manifest.name);
    if (tarball) return new Response(new Uint8Array(tarball.data));
    const [path, found] = [...tarballs].find(([, one]) => `/${one.manifest.name}` === pathname) ?? [];
    if (!found) return new Response("{}", { status: 404 });
    const integrity = `sha512-${new Bun.CryptoHasher("sha512").update(found.data).digest("base64")}`;
    const version = { ...found.manifest, dist: { tarball: `${origin}${path}`, integrity } };
    return Response.json({
      name: found.manifest.name,
      "dist-tags": { latest: VERSION },
      versions: { [VERSION]: version },
    });
  });
  return { server, fetched, manifests: [...tarballs.values()].map((one) => one.manifest) };
}

test("npm installs the package of this platform alone, runs no script, and the command is the executable", async () => {
  const { server, fetched, manifests } = await registry();
  using _ = server;
  expect(manifests.filter(({ scripts }) => scripts !== undefined)).toEqual([]);
  const main = manifests.find(({ name }) => name === "svc-cli");
  expect(Object.keys(main?.optionalDependencies ?? {}).sort()).toEqual(
    TARGETS.map(({ name }) => `svc-cli-${name}`).sort(),
  );
  const prefix = at("npm-prefix");
  const options = ["--registry", server.url.origin, "--cache", at("npm-cache"), "--no-audit", "--no-fund"];
  await run(["npm", "install", "--global", "--prefix", prefix, ...options, `svc-cli@${VERSION}`]);
  expect(fetched.sort()).toEqual(["svc-cli", `svc-cli-${hostTarget().name}`]);
  const command = process.platform === "win32" ? join(prefix, "svc.cmd") : join(prefix, "bin/svc");
  expect(await run([command, "--version"])).toBe(await run([EXECUTABLE, "--version"]));
  const wrong = Bun.spawnSync([command, "no-such-command"], { env: { ...process.env, SVC_HOME: at("home") } });
  expect({ code: wrong.exitCode, error: wrong.stderr.toString() }).toMatchObject({
    code: 2,
    error: expect.stringContaining("no-such-command"),
  });
});

test("the launcher of npm passes signals on, and ends as the executable ended", async () => {
  const folder = at("launcher/node_modules");
  const target = hostTarget();
  const platform = join(folder, `svc-cli-${target.name}`);
  mkdirSync(join(folder, "svc-cli/bin"), { recursive: true });
  mkdirSync(join(platform, "bin"), { recursive: true });
  const launcher = join(folder, "svc-cli/bin/svc.cjs");
  cpSync("scripts/release/packages/npm-launcher.cjs", launcher);
  const missing = Bun.spawnSync(["node", launcher], { stdin: "ignore" });
  expect(missing.stderr.toString()).toContain(`the package svc-cli-${target.name} is not installed`);
  expect(missing.exitCode).toBe(1);
  if (target.format === "PE") return;
  writeFileSync(join(platform, "package.json"), "{}");
  const script = `#!/bin/sh\ntrap 'echo ended; exit 7' TERM\necho ready\nwhile kill -0 $PPID; do sleep 0.05; done\n`;
  writeFileSync(join(platform, "bin/svc"), script, { mode: 0o755 });
  const child = Bun.spawn(["node", launcher], { stdin: "ignore", stdout: "pipe" });
  const lines: string[] = [];
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    lines.push(text.trim());
    if (text.includes("ready")) child.kill("SIGTERM");
  }
  expect({ lines, code: await child.exited }).toEqual({ lines: ["ready", "ended"], code: 7 });
});

test.skipIf(!has("dpkg") || !isOn("linux-x64"))(
  "dpkg installs the .deb, with manual page and completions",
  async () => {
    const system = at("system");
    mkdirSync(join(system, "var/lib/dpkg/updates"), { recursive: true });
    for (const name of ["status", "available"]) writeFileSync(join(system, "var/lib/dpkg", name), "");
    mkdirSync(join(system, "var/lib/dpkg/info"));
    const dpkg = ["dpkg", "--root", system, "--force-not-root", "--force-depends", `--log=${at("dpkg.log")}`];
    // dpkg demands programs of sbin, which the PATH of users may lack.
    await run([...dpkg, "-i", at(`deb/svc_${VERSION}_amd64.deb`)], { PATH: `${process.env.PATH}:/usr/sbin:/sbin` });
    expect(await run([join(system, "usr/bin/svc"), "--version"])).toBe(await run([EXECUTABLE, "--version"]));
    const page = Bun.gunzipSync(readFileSync(join(system, "usr/share/man/man1/svc.1.gz")));
    expect(Buffer.from(page).toString()).toBe(texts["svc.1"]);
    expect(readFileSync(join(system, "usr/share/bash-completion/completions/svc"), "utf8")).toContain(
      "complete -F _svc svc",
    );
    expect(readFileSync(join(system, "usr/share/zsh/vendor-completions/_svc"), "utf8")).toStartWith("#compdef svc");
    expect(existsSync(join(system, "usr/share/fish/vendor_completions.d/svc.fish"))).toBe(true);
    expect(await run(["dpkg", "--root", system, "--verify", "svc"])).toBe("");
  },
);

test.skipIf(!has("lintian") || !isOn("linux-x64"))(
  "lintian finds nothing in the .deb",
  async () => {
    expect(
      await run(["lintian", "--allow-root", "--fail-on", "error,warning", at(`deb/svc_${VERSION}_amd64.deb`)]),
    ).toBe("");
  },
  180_000,
);

/** What Homebrew's Formula does with the parts of the formula that matter: prints sources and installed files. */
const BREW = `
class Place
  def initialize(name) = @name = name
  def install(what) = puts("#{@name} #{what.is_a?(Hash) ? what.keys.first : what}")
end
class Formula
  %i[desc homepage version license].each { |name| define_singleton_method(name) { |value| puts "#{name} #{value}" } }
  %i[on_macos on_linux on_arm on_intel].each do |name|
    define_singleton_method(name) { |&block| ($path ||= []).push(name); block.call; $path.pop }
  end
  def self.url(value) = puts("#{$path.join('.')} #{value}")
  def self.sha256(value) = puts("#{$path.join('.')} #{value}")
  def self.test = nil
  %i[bin man1 bash_completion zsh_completion fish_completion].each { |name| define_method(name) { Place.new(name) } }
end
load ARGV[0]
Svc.new.install
`;

test.skipIf(!has("ruby"))(
  "the formula for Homebrew names each archive, and installs files that archives have",
  async () => {
    const lines = (await run(["ruby", "-e", BREW, at("homebrew/svc.rb")])).trim().split("\n");
    for (const [path, target] of [
      ["on_macos.on_arm", "darwin-arm64"],
      ["on_macos.on_intel", "darwin-x64"],
      ["on_linux.on_arm", "linux-arm64"],
      ["on_linux.on_intel", "linux-x64"],
    ] as const) {
      const { address, sha256 } = fileOf(target);
      expect(lines).toEqual(expect.arrayContaining([`${path} ${address}`, `${path} ${sha256}`]));
    }
    const installed = lines.flatMap((line) => /^(?:bin|man1|\w+_completion) (.*)$/.exec(line)?.[1] ?? []);
    expect(installed.filter((name) => name !== "svc" && !(name in texts))).toEqual([]);
    expect(installed).toHaveLength(5);
  },
);

test("the manifest for Scoop names both archives of Windows, and finds the archives of later versions", () => {
  const scoop = JSON.parse(read("scoop/svc.json"));
  for (const [name, target] of [
    ["64bit", "windows-x64"],
    ["arm64", "windows-arm64"],
  ] as const) {
    const { address, sha256 } = fileOf(target);
    expect(scoop.architecture[name]).toEqual({ url: address, hash: sha256, extract_dir: `svc-${VERSION}-${target}` });
    expect(scoop.autoupdate.architecture[name].url.replaceAll("$version", VERSION)).toBe(address);
  }
  expect(new RegExp(scoop.checkver.regex).exec("1.3.0")?.[1]).toBe("1.3.0");
  expect(scoop).toMatchObject({ version: VERSION, bin: "svc.exe", license: "MIT" });
});

test("the manifests for winget belong together and name both archives of Windows", () => {
  const [version, installer, locale] = ["", ".installer", ".locale.en-US"].map(
    (part) => Bun.YAML.parse(read(`winget/svc.svc${part}.yaml`)) as Record<string, unknown>,
  );
  for (const one of [version, installer, locale])
    expect(one).toMatchObject({ PackageIdentifier: "svc.svc", PackageVersion: VERSION, ManifestVersion: "1.6.0" });
  expect([version, installer, locale].map((one) => one?.ManifestType)).toEqual([
    "version",
    "installer",
    "defaultLocale",
  ]);
  expect(version?.DefaultLocale).toBe(locale?.PackageLocale as string);
  expect(installer?.Installers).toEqual(
    (["x64", "arm64"] as const).map((Architecture) => ({
      Architecture,
      InstallerUrl: fileOf(`windows-${Architecture}`).address,
      InstallerSha256: fileOf(`windows-${Architecture}`).sha256.toUpperCase(),
      NestedInstallerFiles: [
        { RelativeFilePath: `svc-${VERSION}-windows-${Architecture}\\svc.exe`, PortableCommandAlias: "svc" },
      ],
    })),
  );
});

/** As much of nixpkgs as the flake uses: a derivation is its attributes. */
const NIXPKGS = `{
  legacyPackages = builtins.listToAttrs (map (name: { inherit name; value = {
    stdenv = { isLinux = builtins.match ".*-linux" name != null; mkDerivation = attributes: attributes; };
    fetchurl = source: source;
    installShellFiles = "installShellFiles";
    autoPatchelfHook = "autoPatchelfHook";
    lib = { optionals = condition: list: if condition then list else [ ]; licenses.mit = "MIT"; };
  }; }) [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ]);
}`;

test.skipIf(!has("nix-instantiate"))("the flake for Nix evaluates to a package for each system", async () => {
  const expression = `(import ${at("nix/flake.nix")}).outputs { self = { }; nixpkgs = ${NIXPKGS}; }`;
  const nix = ["nix-instantiate", "--eval", "--strict", "--json", "--expr", expression];
  const stores = Object.fromEntries(
    ["STORE", "STATE", "LOG", "CONF"].map((name) => [`NIX_${name}_DIR`, at(`nix-${name}`)]),
  );
  const { packages } = JSON.parse(await run(nix, { ...stores, HOME: root }));
  for (const [system, target] of [
    ["x86_64-linux", "linux-x64"],
    ["aarch64-linux", "linux-arm64"],
    ["x86_64-darwin", "darwin-x64"],
    ["aarch64-darwin", "darwin-arm64"],
  ] as const) {
    const { address, sha256 } = fileOf(target);
    expect(packages[system].default).toMatchObject({
      version: VERSION,
      src: { url: address, sha256 },
      dontStrip: true,
    });
    expect(packages[system].default.nativeBuildInputs.includes("autoPatchelfHook")).toBe(system.endsWith("linux"));
  }
});

test.skipIf(process.platform !== "linux")(
  "the PKGBUILD installs what an archive has, and .SRCINFO says the same",
  async () => {
    const source = at(`aur-source/svc-${VERSION}-linux-x64`);
    for (const [name, text] of [...Object.entries(texts), ["svc", "#!/bin/sh\n"]] as const) {
      mkdirSync(dirname(join(source, name)), { recursive: true });
      writeFileSync(join(source, name), text);
    }
    const script = `set -eu; . "$1"; printf '%s\\n' "\${source_x86_64[@]}" "\${sha256sums_x86_64[@]}"; pkgdir=$2; cd "$3"; package`;
    const printed = await run(["bash", "-c", script, "bash", at("aur/PKGBUILD"), at("aur-root"), dirname(source)]);
    const { address, sha256 } = fileOf("linux-x64");
    expect(printed).toBe(`${address}\n${sha256}\n`);
    expect([...new Bun.Glob("**/*").scanSync({ cwd: at("aur-root"), dot: true })].sort()).toEqual([
      "usr/bin/svc",
      "usr/share/bash-completion/completions/svc",
      "usr/share/fish/vendor_completions.d/svc.fish",
      "usr/share/licenses/svc-bin/LICENSE",
      "usr/share/licenses/svc-bin/LICENSES-THIRD-PARTY.txt",
      "usr/share/man/man1/svc.1",
      "usr/share/zsh/site-functions/_svc",
    ]);
    expect(read("aur/.SRCINFO")).toContain(`\tsource_x86_64 = ${address}\n\tsha256sums_x86_64 = ${sha256}\n`);
  },
);

test.each([["file:///srv/svc"], ["your.server/svc"], ['https://x.org/"; system("id")'], ["https://x.org/$(id)"]])(
  "refuses the address %s",
  (base) => {
    expect(() => publisherOf(base)).toThrow("--base must be an http(s) address");
  },
);

test("refuses a maintainer without a mail address", () => {
  expect(() => publisherOf(BASE, "Ann")).toThrow("--maintainer must be a name and a mail address");
  expect(publisherOf(BASE, "Ann <ann@example.org>").maintainer).toBe("Ann <ann@example.org>");
});
