import { statSync } from "node:fs";
import { extname } from "node:path";
import { command, flag, option, positionalOr } from "../command.ts";
import { Failure } from "../errors.ts";
import { parentOf, writeWhole } from "../lib/files.ts";
import { screenshot as capture, type PictureFormat } from "../page/screenshot.ts";
import { bool, elementIndex, integer, oneOf, path } from "../values.ts";

const FORMAT_BY_EXTENSION: Record<string, PictureFormat> = { ".jpg": "jpeg", ".jpeg": "jpeg", ".webp": "webp" };

export const screenshot = command({
  name: "screenshot",
  group: "inspection",
  summary: "Take a picture of the page: to a file, or as base64",
  effect: "read",
  needs: "page",
  settles: "pictures",
  args: {
    path: positionalOr(path(), undefined, "File to write; without it the picture is printed as base64"),
    full: flag(bool(), "The whole page, not just what is in view"),
    element: option(elementIndex(), "Only this element, by its index"),
    annotate: flag(bool(), "Draw the indices of the elements on it"),
    format: option(oneOf("png", "jpeg", "webp"), "By default what the file's name says, else png"),
    quality: option(integer("1-100", { min: 1, max: 100 }), "Of a jpeg or webp"),
    maxWidth: option(integer("pixels", { min: 1 }), "Make it smaller when it is wider than this"),
  },
  examples: ["screenshot page.png", "screenshot --full page.png", "screenshot --annotate --max-width 800 page.webp"],
  async run({ page, args, signal }): Promise<{
    saved?: string;
    screenshot?: string;
    size: number;
    width: number;
    height: number;
    format: PictureFormat;
  }> {
    if (args.path !== undefined) parentOf(args.path);
    if (args.full && args.element !== undefined)
      throw new Failure("usage", "--full and --element exclude each other", "Leave one of them out.");
    const format = args.format ?? FORMAT_BY_EXTENSION[extname(args.path ?? "").toLowerCase()] ?? "png";
    const { full, element, annotate, quality, maxWidth } = args;
    const { bytes, width, height } = await capture(
      page,
      { full, element, annotate, quality, maxWidth, format },
      signal,
    );
    const told = { size: bytes.length, width, height, format };
    if (args.path === undefined) return { screenshot: Buffer.from(bytes).toString("base64"), ...told };
    const there = statSync(args.path, { throwIfNoEntry: false });
    writeWhole(args.path, bytes, { mode: there ? there.mode & 0o777 : 0o644 });
    return { saved: args.path, ...told };
  },
  text: ({ saved, screenshot, size, width, height }) =>
    `${saved === undefined ? `screenshot: ${screenshot}` : `saved: ${saved}`}\nsize: ${size}\ndimensions: ${width}x${height}`,
});
