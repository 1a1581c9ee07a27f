import { statSync } from "node:fs";
import { basename, extname } from "node:path";
import { flag, option, positional, positionalOr } from "../../args.ts";
import { command } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { parentOf, writeWhole } from "../../lib/atomic-file.ts";
import { screenshot as capture, colorAt, type PictureFormat } from "../../page/reading/screenshot.ts";
import { bool, decimal, elementIndex, integer, oneOf, path } from "../../values.ts";
import { rectangle } from "../../web-values.ts";

const FORMAT_BY_EXTENSION: Record<string, PictureFormat> = {
  ".png": "png",
  ".jpg": "jpeg",
  ".jpeg": "jpeg",
  ".webp": "webp",
};

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
    clip: option(rectangle(), "Only this part: of what is in view, as get bbox counts; with --full of the page"),
    scale: option(decimal("factor", { min: 0.05, max: 4 }), "Times as large: 0.5 is half the width"),
    annotate: flag(bool(), "Draw the indices of the elements on it"),
    format: option(oneOf("png", "jpeg", "webp"), "By default what the file's name says, else png"),
    quality: option(integer("1-100", { min: 1, max: 100 }), "Of a jpeg or webp"),
    maxWidth: option(integer("pixels", { min: 1 }), "Make it smaller when it is wider than this"),
  },
  examples: [
    "screenshot page.png",
    "screenshot --full page.png",
    "screenshot --clip 0,0,400,300 corner.png",
    "screenshot --annotate --max-width 800 page.webp",
  ],
  async run({ page, args, signal }): Promise<{
    saved?: string;
    screenshot?: string;
    size: number;
    width: number;
    height: number;
    format: PictureFormat;
  }> {
    if (args.path !== undefined) parentOf(args.path);
    const { full, element, annotate, quality, maxWidth, clip, scale = 1 } = args;
    exclude({ "--element": element, "--full": full || undefined });
    exclude({ "--element": element, "--clip": clip });
    exclude({ "--scale": args.scale, "--max-width": maxWidth });
    const format = args.format ?? formatOf(args.path);
    const options = { full, element, annotate, quality, maxWidth, clip: boxOf(clip), scale, format };
    const { bytes, width, height } = await capture(page, options, signal);
    const told = { size: bytes.length, width, height, format };
    if (args.path === undefined) return { screenshot: Buffer.from(bytes).toString("base64"), ...told };
    const there = statSync(args.path, { throwIfNoEntry: false });
    writeWhole(args.path, bytes, { mode: there ? there.mode & 0o777 : 0o644 });
    return { saved: args.path, ...told };
  },
  text: ({ saved, screenshot, size, width, height }) =>
    `${saved === undefined ? `screenshot: ${screenshot}` : `saved: ${saved}`}\nsize: ${size}\ndimensions: ${width}x${height}`,
});

function exclude(given: Record<string, unknown>): void {
  if (Object.values(given).some((value) => value === undefined)) return;
  throw new Failure("usage", `${Object.keys(given).join(" and ")} cannot be used together`, "Leave one of them out.");
}

function boxOf(clip: string | undefined) {
  if (clip === undefined) return undefined;
  const [x = 0, y = 0, width = 0, height = 0] = clip.split(",").map(Number);
  return { x, y, width, height };
}

/** What the file's name says. A name without an end is that of a PNG; another kind of file is refused. */
function formatOf(path = ""): PictureFormat {
  const extension = extname(path).toLowerCase();
  const format = extension === "" ? "png" : FORMAT_BY_EXTENSION[extension];
  if (format) return format;
  throw new Failure(
    "usage",
    `a picture cannot be written as ${extension}: there are .png, .jpg and .webp`,
    `Name the file ${basename(path, extname(path))}.png, or say what it holds: --format png.`,
  );
}

export const getPixel = command({
  name: "get pixel",
  aliases: ["get color"],
  group: "inspection",
  summary: "Colour of the page at a point of the viewport, as #rrggbb",
  effect: "read",
  needs: "page",
  settles: "pictures",
  args: {
    x: positional(integer("x", { min: 0 }), "Pixels from the left"),
    y: positional(integer("y", { min: 0 }), "Pixels from the top"),
  },
  examples: ["get pixel 200 150"],
  async run({ page, args: { x, y }, signal }) {
    return { x, y, color: await colorAt(page, x, y, signal) };
  },
});
