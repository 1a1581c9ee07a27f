/** The text files that archives and packages have beside the executable. */
import { readFileSync } from "node:fs";
import { commands } from "../../src/commands/index.ts";
import { manualPage } from "../../src/manual/man.ts";
import { completionScript } from "../../src/manual/shells.ts";

export type TextFiles = ReturnType<typeof textFiles>;

/** Their contents by their paths in an archive. */
export function textFiles() {
  return {
    LICENSE: readFileSync("LICENSE", "utf8"),
    "LICENSES-THIRD-PARTY.txt": readFileSync("src/setup/licenses.gen.txt", "utf8"),
    "README.md": readFileSync("README.md", "utf8"),
    "svc.1": manualPage(commands),
    "completions/svc.bash": completionScript("bash"),
    "completions/_svc": completionScript("zsh"),
    "completions/svc.fish": completionScript("fish"),
  };
}
