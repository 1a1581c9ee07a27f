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
  summary: "Take a screenshot of the page, to a file or as base64",
  effect: "read",
  needs: "page",
  settles: "pictures",
  args: {
    path: positionalOr(path(), undefined, "File to write; without it the image is printed as base64"),
    full: flag(bool(), "The whole page, not only the viewport"),
    element: option(elementIndex(), "Only this element"),
    clip: option(rectangle(), "Only this part of the viewport (coordinates as in get bbox); with --full, of the page"),
    scale: option(decimal("factor", { min: 0.05, max: 4 }), "Scale factor: 0.5 gives half the width"),
    annotate: flag(bool(), "Draw the element indices on the image"),
    format: option(oneOf("png", "jpeg", "webp"), "Image format; by default from the file name, else png"),
    quality: option(integer("1-100", { min: 1, max: 100 }), "Quality of a jpeg or webp image"),
    maxWidth: option(integer("pixels", { min: 1 }), "Scale the image down if it is wider than this"),
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
  throw new Failure("usage", `${Object.keys(given).join(" and ")} cannot be used together`, "Leave out one of them.");
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
    `the image format ${extension} is not supported; use .png, .jpg or .webp`,
    `Name the file ${basename(path, extname(path))}.png, or add --format png.`,
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
