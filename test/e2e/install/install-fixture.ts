/**
 * Runs install.sh like a user, against releases served on this machine. The released program is a shell script that prints
 * its version; fake `uname` and `ldd` set the system.
 */

import { expect } from "bun:test";
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ArchiveFile, tar, tarGz, zip } from "../../../scripts/release/archive.ts";
import { newKeys, signature } from "../../../scripts/release/sign.ts";
import { xz } from "../../../scripts/release/xz.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { localServer } from "../../support/server.ts";

export const SCRIPT = join(import.meta.dir, "..", "..", "..", "install.sh");

export const HAS_MINISIGN = Bun.which("minisign") !== null;

export interface Run {
  code: number;
  out: string;
  err: string;
}

export interface RunOptions {
  env?: Record<string, string | undefined>;
  /** Given to the shell on standard input instead of the file, as in `curl | sh`. */
  piped?: string;
  /** The shell and its arguments. */
  shell?: string[];
  cwd?: string;
  script?: string;
}

/** Response of the server for a path: its body, or a function that makes it. */
export type Answer = Uint8Array | string | (() => Response);

export class InstallFixture {
  readonly #folder = temporaryFolder();
  /** The name has a space and letters outside ASCII. */
  readonly root = join(this.#folder.path, "svc инсталл ü");
  readonly #keys = newKeys();
  readonly #secret = join(this.root, "secret.key");
  readonly #server: Bun.Server<undefined>;
  /** Responses of the server, by path. */
  answers: Record<string, Answer> = {};
  /** The requested paths. */
  asked: string[] = [];
  home = "";

  constructor() {
    mkdirSync(join(this.root, "tmp"), { recursive: true });
    writeFileSync(this.#secret, this.#keys.secret);
    this.tool("uname", 'case $1 in -s) echo "$TEST_SYSTEM" ;; -m) echo "$TEST_MACHINE" ;; esac');
    this.tool("ldd", 'echo "$TEST_LDD"');
    this.tool("getconf", "echo 64");
    this.tool("sysctl", 'case $2 in *proc_translated) echo "$TEST_ROSETTA" ;; *) exit 1 ;; esac');
    this.#server = localServer((request) => this.#answer(request));
  }

  /** Address of the server, without a trailing slash. */
  get base(): string {
    return this.#server.url.href.replace(/\/$/, "");
  }

  get publicKey(): string {
    return this.#keys.public.trim().split("\n").at(-1) ?? "";
  }

  get tools(): string {
    return join(this.root, "tools");
  }

  #answer(request: Request): Response {
    const { pathname } = new URL(request.url);
    this.asked.push(pathname);
    const answer = this.answers[pathname];
    if (answer === undefined) return new Response("not here", { status: 404 });
    return typeof answer === "function" ? answer() : new Response(answer as string);
  }

  /** Makes a new home for one test. */
  newHome(): void {
    this.home = temporaryFolder(this.root).path;
    this.asked = [];
  }

  tool(name: string, body: string, folder = this.tools): void {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  }

  /** Serves a release of the version for the targets, without the archives for xz that `build.ts` adds. */
  async publish(version: string, content = program(version), targets = ["linux-x64"]): Promise<void> {
    const answers: Record<string, Answer> = {};
    for (const target of targets)
      answers[`/v${version}/${archiveName(version, target)}`] = await archive(version, target, content);
    this.#publishFiles(version, answers);
  }

  /** Serves a release for linux-x64 as a .tar.xz and as a .tar.gz, as `build.ts` does. */
  async publishXz(version: string, content = program(version)): Promise<void> {
    const name = `/v${version}/${archiveName(version, "linux-x64")}`;
    const small = await xz(await tar(archived(version, "linux-x64", content), 0), "x64");
    const large = await archive(version, "linux-x64", content);
    this.#publishFiles(version, { [name]: large, [name.replace(/gz$/, "xz")]: small });
  }

  #publishFiles(version: string, answers: Record<string, Answer>): void {
    const sums = Object.entries(answers).map(
      ([path, data]) => `${sha256(data as Uint8Array)}  ${path.split("/").at(-1)}\n`,
    );
    this.answers = { ...this.answers, ...answers, "/latest": `${version}\n` };
    this.publishSums(version, sums.join(""));
  }

  /** Serves the text as SHA256SUMS, with its signature. */
  publishSums(version: string, sums: string): void {
    this.answers[`/v${version}/SHA256SUMS`] = sums;
    this.answers[`/v${version}/SHA256SUMS.minisig`] = signature(Buffer.from(sums), this.#secret, `svc ${version}`);
  }

  async install(args: string[], options: RunOptions = {}): Promise<Run> {
    const { env = {}, piped, shell = ["sh"], cwd = this.root, script = SCRIPT } = options;
    const child = Bun.spawn([...shell, ...(piped === undefined ? [script] : ["-s", "--"]), ...args], {
      cwd,
      env: { ...this.#environment(), ...env },
      stdin: piped === undefined ? "ignore" : Buffer.from(piped),
      stdout: "pipe",
      stderr: "pipe",
    });
    const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    return { code, out, err };
  }

  #environment(): Record<string, string> {
    return {
      LANG: "C",
      SHELL: "/bin/bash",
      HOME: this.home,
      PATH: `${this.tools}:${process.env.PATH}`,
      TMPDIR: join(this.root, "tmp"),
      SVC_INSTALL_BASE: this.base,
      SVC_INSTALL_KEY: this.publicKey,
      TEST_SYSTEM: "Linux",
      TEST_MACHINE: "x86_64",
      TEST_LDD: "ldd (GNU libc) 2.40",
      TEST_ROSETTA: "0",
    };
  }

  /** Checks that installation failed with one line of error and left no files. */
  expectRefusal({ code, out, err }: Run, message: string): void {
    expect({ code, out, err }).toMatchObject({ code: 1, out: "" });
    expect(errorLines(err)).toEqual([expect.stringContaining(message)]);
    expect(readdirSync(this.home)).toEqual([]);
    expect(readdirSync(join(this.root, "tmp"))).toEqual([]);
  }

  /** The default path of the program. */
  get installed(): string {
    return join(this.home, ".svc", "bin", "svc");
  }

  /** A PATH with everything that install.sh may call, except these names. */
  pathWithout(...names: string[]): string {
    const folder = temporaryFolder(this.root).path;
    for (const name of TOOLS) {
      const path = Bun.which(name);
      if (path && !names.includes(name)) symlinkSync(path, join(folder, name));
    }
    return `${this.tools}:${folder}`;
  }

  [Symbol.dispose](): void {
    this.#server.stop(true);
    this.#folder[Symbol.dispose]();
  }
}

const TOOLS =
  "awk cat chmod cp curl dirname grep gzip head mkdir mktemp minisign mv rm sed sh sha256sum shasum tail tar tr unzip wget".split(
    " ",
  );

/** Lines of stderr without progress notes. */
export function errorLines(err: string): string[] {
  const isNote = (line: string) =>
    /^(downloading |copying |minisign is not installed|this bundle is not signed)/.test(line);
  return err.split("\n").filter((line) => line !== "" && !isNote(line));
}

export function program(version: string, install = 'echo "browser: already there"'): string {
  return `#!/bin/sh
case $1 in
  --version) echo "svc ${version}" ;;
  install) ${install} ;;
  config) echo "$*" >>"$HOME/calls" ;;
  close) echo "$*" >>"$HOME/calls" ;;
  *) exit 2 ;;
esac
`;
}

export function sha256(data: string | Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(data).digest("hex");
}

export function archiveName(version: string, target: string): string {
  return `svc-${version}-${target}.${target.startsWith("windows") ? "zip" : "tar.gz"}`;
}

/** Packs an archive like `build.ts`. */
async function archive(version: string, target: string, content: string): Promise<Uint8Array> {
  const files = archived(version, target, content);
  return target.startsWith("windows") ? zip(files, 0x60000000) : await tarGz(files, 0);
}

function archived(version: string, target: string, content: string): ArchiveFile[] {
  const name = `svc-${version}-${target}/svc${target.startsWith("windows") ? ".exe" : ""}`;
  return [{ name, data: Buffer.from(content), executable: true }];
}
