import { expect, test } from "bun:test";
import { refuseManaged } from "../../../src/setup/upgrade/package-managers.ts";

test.each([
  ["/usr/lib/node_modules/svc-cli-linux-x64/bin/svc", "npm", "npm install --global svc-cli@latest"],
  [
    "C:\\Users\\a\\AppData\\npm\\node_modules\\svc-cli-win32-x64\\svc.exe",
    "npm",
    "npm install --global svc-cli@latest",
  ],
  ["/opt/homebrew/Cellar/svc/0.2.0/bin/svc", "Homebrew", "brew upgrade svc"],
  ["/nix/store/abc-svc-0.2.0/bin/svc", "Nix", "nix profile upgrade svc"],
  ["C:\\Users\\a\\scoop\\apps\\svc\\current\\svc.exe", "Scoop", "scoop update svc"],
  ["C:\\Users\\a\\AppData\\Local\\Microsoft\\WinGet\\Packages\\svc\\svc.exe", "winget", "winget upgrade svc"],
])("refuses to replace %s, which %s installed", (path, manager, command) => {
  const expected = {
    code: "usage",
    message: `${path} was installed by ${manager}`,
    hint: `Run \`${command}\` instead.`,
  };
  expect(() => refuseManaged(path)).toThrow(expect.objectContaining(expected));
});

test.each([["/home/a/.svc/bin/svc"], ["/usr/local/bin/svc"], ["/srv/scoop/svc"]])("accepts %s", (path) => {
  expect(() => refuseManaged(path)).not.toThrow();
});
