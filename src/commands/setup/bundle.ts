import { flag, option, optionOr } from "../../args.ts";
import { command } from "../../command.ts";
import { bool, path } from "../../values.ts";

export const bundle = command({
  name: "bundle",
  group: "setup",
  summary: "Write one archive that installs svc and a browser without a network",
  effect: "write",
  needs: "nothing",
  // Half a gigabyte to compress.
  timeoutMs: 600_000,
  args: {
    // A default, so that the rule for paths holds for the caller's folder, too.
    output: optionOr(path("file"), ".", "Archive to write (.tar.gz), or a folder for an archive of the usual name", {
      short: "o",
    }),
    browserPath: option(path("file"), "Executable of the browser to bundle; default the browser that svc uses"),
    force: flag(bool(), "Replace an existing file", { short: "f" }),
  },
  examples: ["bundle", "bundle --output ./svc-offline.tar.gz", "bundle --browser-path /usr/lib/chromium/chromium"],
  async run({ home, launch, args, signal, progress }) {
    // Loaded here: what writes archives has no place on the start path.
    const [{ writeBundle }, { ownPath }] = await Promise.all([
      import("../../setup/bundle/bundle.ts"),
      import("../../setup/upgrade/replace.ts"),
    ]);
    const executable = ownPath("Run `npm run build`, then `dist/svc bundle`.");
    return await writeBundle({ home, headed: launch.headed ?? false, executable, ...args, signal, progress });
  },
  text: ({ bundle, size, sha256, browser, libraries, install }) =>
    [
      `bundle: ${bundle} (${(size / 1_000_000).toFixed(1)} MB)`,
      `sha256: ${sha256}`,
      `browser: ${browser.name} ${browser.version}, from ${browser.path}`,
      `libraries: the system must have ${libraries.length}; LIBRARIES.txt in the archive lists them`,
      `Copy the archive to the other machine, and run there:\n  ${install}`,
    ].join("\n"),
});
