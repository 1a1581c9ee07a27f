#!/usr/bin/env node
// Starts the executable of the package for this platform, with the same arguments, streams, signals and exit code.
"use strict";
const { spawn } = require("node:child_process");
const { constants } = require("node:os");
const { dirname, join } = require("node:path");

/** Names of the packages to try: a package manager that does not know `libc` installs both for Linux. */
function candidates() {
  const os = process.platform === "win32" ? "windows" : process.platform;
  const name = `svc-cli-${os}-${process.arch}`;
  if (os !== "linux") return [name];
  const isGlibc = process.report?.getReport().header.glibcVersionRuntime !== undefined;
  return isGlibc ? [name, `${name}-musl`] : [`${name}-musl`, name];
}

function find() {
  for (const name of candidates()) {
    try {
      const folder = dirname(require.resolve(`${name}/package.json`));
      return join(folder, "bin", process.platform === "win32" ? "svc.exe" : "svc");
    } catch {}
  }
  console.error(`svc: the package ${candidates()[0]} is not installed.`);
  console.error("Install svc-cli again, with optional dependencies: npm install --include=optional svc-cli");
  process.exit(1);
}

// Ctrl-C in a terminal reaches the child by itself. A second signal would end `svc serve` before it has stopped its browsers.
const hasTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
// Before the start of the child: a signal must not end this process alone.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => (signal === "SIGINT" && hasTerminal) || child.kill(signal));
}
const child = spawn(find(), process.argv.slice(2), { stdio: "inherit" });
child.on("error", (error) => {
  console.error(`svc: cannot start ${child.spawnfile}: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => {
  process.exit(code ?? 128 + (constants.signals[signal] ?? 0));
});
