import { flag, option } from "../../args.ts";
import { command, keyValueLines } from "../../command.ts";
import { bool, path, text } from "../../values.ts";

export const install = command({
  name: "install",
  group: "setup",
  summary: "Install a browser for svc; with --headed one with a window",
  effect: "write",
  needs: "nothing",
  // A hundred megabytes over a slow line.
  timeoutMs: 600_000,
  args: {
    from: option(
      path("file"),
      "Install from this Chrome for Testing archive, or the folder it unpacks to, instead of downloading",
    ),
    build: option(text("version", { nonEmpty: true }), "Version to install; default the newest stable version"),
    sha256: option(text("hex", { nonEmpty: true }), "Required checksum of the archive"),
    force: flag(bool(), "Install even if a suitable browser is already there"),
  },
  examples: ["install", "install --headed", "install --from ./chrome-headless-shell-linux64.zip --build 156.0.8078.79"],
  async run({ home, launch, args, signal, progress }) {
    // Loaded here: what unpacks archives has no place on the start path.
    const { install } = await import("../../setup/install.ts");
    return await install({ home, headed: launch.headed ?? false, ...args, signal, progress });
  },
  text: ({ installed, already, ...facts }) =>
    already
      ? `browser: ${installed}\nversion: ${facts.version}\nA suitable browser is already installed (--force installs another)`
      : keyValueLines({ installed, ...facts }),
});
