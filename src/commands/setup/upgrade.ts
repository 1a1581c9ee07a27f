import { flag, option } from "../../args.ts";
import { command } from "../../command.ts";
import { bool, path, text } from "../../values.ts";

export const upgrade = command({
  name: "upgrade",
  group: "setup",
  summary: "Upgrade svc, or install another version of it",
  effect: "write",
  needs: "nothing",
  // A hundred megabytes over a slow line.
  timeoutMs: 600_000,
  environment: ["SVC_INSTALL_KEY"],
  args: {
    check: flag(bool(), "Only check whether there is a newer version"),
    to: option(text("version", { nonEmpty: true }), "Version to install, newer or older; default the newest"),
    from: option(path("file"), "Archive to install from; SHA256SUMS and its signature must be in the same folder"),
    rollback: flag(bool(), "Go back to the version before the last upgrade"),
    keepSessions: flag(bool(), "Do not restart idle sessions; by default they restart with an empty page"),
  },
  examples: ["upgrade --check", "upgrade", "upgrade --to 0.2.0", "upgrade --rollback"],
  async run({ home, sessions, environment, args, signal, progress }) {
    // Loaded here: what fetches and unpacks has no place on the start path.
    const { upgrade } = await import("../../setup/upgrade/upgrade.ts");
    return await upgrade({ home, sessions, environment, signal, progress, ...args });
  },
  text({ version, latest, newer, replaced, path, sessions = [] }) {
    if (newer) return `svc ${latest} is available; this is ${version}. Install it with: svc upgrade`;
    if (latest !== undefined) return `svc ${version} is the newest version`;
    if (replaced === undefined) return `svc ${version} is installed already`;
    return [`svc ${version} has replaced ${replaced}: ${path}`, ...sessions].join("\n");
  },
});
