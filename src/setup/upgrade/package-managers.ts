/** Executables that a package manager has installed. It would lose track of a file that svc replaces. */
import { Failure } from "../../errors.ts";

interface PackageManager {
  name: string;
  /** The command that installs the newest version. */
  command: string;
  owns(path: string): boolean;
}

const PACKAGE_MANAGERS: readonly PackageManager[] = [
  {
    name: "npm",
    command: "npm install --global svc-cli@latest",
    owns: (path) => /[\\/]node_modules[\\/]/.test(path),
  },
  { name: "Homebrew", command: "brew upgrade svc", owns: (path) => path.includes("/Cellar/svc/") },
  { name: "Nix", command: "nix profile upgrade svc", owns: (path) => path.startsWith("/nix/store/") },
  { name: "Scoop", command: "scoop update svc", owns: (path) => /[\\/]scoop[\\/]apps[\\/]svc[\\/]/i.test(path) },
  { name: "winget", command: "winget upgrade svc", owns: (path) => /[\\/]WinGet[\\/]Packages[\\/]/i.test(path) },
  {
    name: "apt",
    command: "apt install --only-upgrade svc",
    owns: (path) => path === "/usr/bin/svc" && succeeds("dpkg-query", "--search", path),
  },
  {
    name: "pacman",
    command: "pacman -Syu svc-bin",
    owns: (path) => path === "/usr/bin/svc" && succeeds("pacman", "--query", "--owns", path),
  },
];

/** Throws `usage` with the command to run instead if a package manager owns the executable at the path. */
export function refuseManaged(path: string): void {
  const owner = PACKAGE_MANAGERS.find(({ owns }) => owns(path));
  if (!owner) return;
  throw new Failure("usage", `${path} was installed by ${owner.name}`, `Run \`${owner.command}\` instead.`);
}

function succeeds(program: string, ...args: string[]): boolean {
  if (!Bun.which(program)) return false;
  return Bun.spawnSync([program, ...args], { stdout: "ignore", stderr: "ignore" }).success;
}
