import { statSync } from "node:fs";
import { command, flag, positionalOr } from "../command.ts";
import { parentOf, writeWhole } from "../lib/files.ts";
import { screenshot as capture } from "../page/screenshot.ts";
import { bool, path } from "../values.ts";

export const screenshot = command({
  name: "screenshot",
  group: "inspection",
  summary: "Take a picture of the page: to a file, or as base64",
  effect: "read",
  needs: "page",
  args: {
    path: positionalOr(path(), undefined, "File to write (PNG); without it the picture is printed as base64"),
    full: flag(bool(), "The whole page, not just what is in view"),
  },
  examples: ["screenshot page.png", "screenshot --full page.png"],
  async run({ page, args, signal }): Promise<{ saved?: string; screenshot?: string; size: number }> {
    if (args.path !== undefined) parentOf(args.path);
    const picture = await capture(page, args.full, signal);
    if (args.path === undefined) return { screenshot: Buffer.from(picture).toString("base64"), size: picture.length };
    const there = statSync(args.path, { throwIfNoEntry: false });
    writeWhole(args.path, picture, { mode: there ? there.mode & 0o777 : 0o644 });
    return { saved: args.path, size: picture.length };
  },
});
