/** Takes screenshots: the viewport, the whole page, one element, or an area. */
import { inflateSync } from "node:zlib";
import { Failure } from "../../errors.ts";
import { goneFailure } from "../core/elements.ts";
import { boxThrough } from "../core/frame-origin.ts";
import type { Box } from "../core/library.ts";
import type { Mark } from "../core/library-pointer.ts";
import type { Page } from "../core/page.ts";
import { callOn } from "../locate/click-target.ts";
import { boxOf, originInTab } from "../locate/read-element.ts";
import { readState, WHOLE } from "../snapshot/state.ts";

export type PictureFormat = "png" | "jpeg" | "webp";

export interface PictureOptions {
  full: boolean;
  /** Index of the element to show. */
  element: number | undefined;
  /** Area of the viewport, or with `full` of the page. */
  clip: Box | undefined;
  /** Factor of the size. */
  scale: number;
  format: PictureFormat;
  /** 1 to 100, for lossy formats. */
  quality: number | undefined;
  /** In pixels; a wider picture is scaled down. */
  maxWidth: number | undefined;
  /** Draws the indices of the elements. */
  annotate: boolean;
}

export interface Picture {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** Limit of attempts if the browser cannot decode the picture to draw on it. */
const ATTEMPTS = 3;

/** Takes a screenshot. Errors: `hidden`; `stale` for the element; `usage` for a clip outside of the picture. */
export async function screenshot(page: Page, options: PictureOptions, signal: AbortSignal): Promise<Picture> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const picture = await capture(page, options, signal);
    if (picture) return picture;
  }
  throw new Failure("hidden", "the browser returned an empty picture", "Run the command again.");
}

/** Captures once; undefined if the picture cannot be drawn on. */
async function capture(page: Page, options: PictureOptions, signal: AbortSignal): Promise<Picture | undefined> {
  const marks = options.annotate ? await marksOf(page, signal) : [];
  const before = await hiddenBoxes(page);
  const { area, scroll } = await areaOf(page, options);
  const scale = options.maxWidth === undefined ? options.scale : Math.min(1, options.maxWidth / area.width);
  const { element, full } = options;
  const isPlain = element === undefined && !full && !options.clip && scale === 1;
  const clip = { x: area.x, y: area.y, width: area.width, height: area.height, scale };
  const isDrawnOn = options.annotate || before !== undefined;
  const { data } = await page.session.send(
    "Page.captureScreenshot",
    {
      // A picture that is drawn on is encoded afterwards.
      format: isDrawnOn ? "png" : options.format,
      ...(options.quality === undefined || isDrawnOn || options.format === "png" ? {} : { quality: options.quality }),
      // Takes a sixth less time, since encoding takes most of it; the file is larger.
      optimizeForSpeed: true,
      captureBeyondViewport: full || element !== undefined,
      ...(isPlain ? {} : { clip }),
    },
    signal,
  );
  const size = { width: Math.round(area.width * scale), height: Math.round(area.height * scale) };
  if (!isDrawnOn) return { bytes: Buffer.from(data, "base64"), ...size };
  // For a page that moves, the boxes before and after the capture are covered.
  const covers = [...(before ?? []), ...((await hiddenBoxes(page)) ?? [])].map((box) =>
    moved(box, area, scroll, scale),
  );
  const drawn = marks.map(({ text, box }) => ({ text, box: moved(box, area, scroll, scale) }));
  const quality = (options.quality ?? 80) / 100;
  const encoded = await page.main.call("draw", [data, covers, drawn, `image/${options.format}`, quality]);
  return encoded === null ? undefined : { bytes: Buffer.from(encoded, "base64"), ...size };
}

/** Boxes, in the viewport, of texts that screenshots must not show; undefined if there are no such texts. */
export async function hiddenBoxes(page: Page): Promise<Box[] | undefined> {
  const boxesOfFrames = [...page.frames.values()].map(async (frame) => {
    const texts = page.hides(frame);
    if (texts.length === 0) return undefined;
    const [boxes, origin] = await Promise.all([frame.call("concealed", [[...texts]]), originInTab(page, frame)]);
    return origin ? boxes.map((box) => boxThrough(origin, box)) : [];
  });
  const found = (await Promise.all(boxesOfFrames)).filter((boxes) => boxes !== undefined);
  return found.length === 0 ? undefined : found.flat();
}

/** Converts a box of the viewport to pixels of the picture. */
function moved(box: Box, area: Box, scroll: { x: number; y: number }, scale: number): Box {
  return {
    x: (box.x + scroll.x - area.x) * scale,
    y: (box.y + scroll.y - area.y) * scale,
    width: box.width * scale,
    height: box.height * scale,
  };
}

async function marksOf(page: Page, signal: AbortSignal): Promise<Mark[]> {
  // Restored, so that new elements stay new for the next `state`.
  const { listed } = page;
  const { elements } = await readState(page, { index: 0, count: 1 }, WHOLE, signal);
  page.listed = listed;
  return elements
    .filter(({ box }) => box.width > 0 && box.height > 0)
    .map(({ index, box }) => ({ text: String(index), box }));
}

/** The area of the picture in pixels of the document, and the scroll position. */
async function areaOf(
  page: Page,
  { full, element, clip }: PictureOptions,
): Promise<{ area: Box; scroll: { x: number; y: number } }> {
  if (element !== undefined) await show(page, element);
  const { cssContentSize, cssVisualViewport } = await page.session.send("Page.getLayoutMetrics");
  const { pageX, pageY, clientWidth, clientHeight } = cssVisualViewport;
  const scroll = { x: pageX, y: pageY };
  if (element !== undefined) {
    const box = await boxOf(page, element);
    return { area: atLeastOne({ ...box, x: box.x + pageX, y: box.y + pageY }), scroll };
  }
  const area = full
    ? { x: 0, y: 0, width: Math.ceil(cssContentSize.width), height: Math.ceil(cssContentSize.height) }
    : { x: pageX, y: pageY, width: clientWidth, height: clientHeight };
  return { area: atLeastOne(clip ? within(clip, area) : area), scroll };
}

/** The part of the area inside the clip. Errors: `usage` if the clip is outside of it. */
function within(clip: Box, area: Box): Box {
  const width = Math.min(clip.width, area.width - clip.x);
  const height = Math.min(clip.height, area.height - clip.y);
  if (width > 0 && height > 0) return { x: area.x + clip.x, y: area.y + clip.y, width, height };
  throw new Failure(
    "usage",
    `the point ${clip.x},${clip.y} is outside the picture of ${area.width} by ${area.height} pixels`,
    "Count from the top left of the viewport, as `svc get bbox` does, or with --full from the top left of the page.",
  );
}

/** The colour of a pixel of the viewport, as `#rrggbb`. */
export async function colorAt(page: Page, x: number, y: number, signal: AbortSignal): Promise<string> {
  const { bytes } = await screenshot(
    page,
    {
      clip: { x, y, width: 1, height: 1 },
      full: false,
      element: undefined,
      annotate: false,
      scale: 1,
      format: "png",
      quality: undefined,
      maxWidth: undefined,
    },
    signal,
  );
  return `#${Buffer.from(firstPixel(Buffer.from(bytes))).toString("hex")}`;
}

/** Red, green and blue of a PNG's first pixel, which is the same under every PNG filter. */
function firstPixel(png: Buffer): Uint8Array {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return inflateSync(Buffer.concat(parts)).subarray(1, 4);
}

function atLeastOne(box: Box): Box {
  return { ...box, width: Math.max(1, box.width), height: Math.max(1, box.height) };
}

/** Scrolls the element into view. */
async function show(page: Page, index: number): Promise<void> {
  const handle = page.elements.get(index);
  const facts = await callOn(handle, "facts", handle.id);
  if (facts === null) throw goneFailure(handle);
  if (facts.box.width === 0 && facts.box.height === 0)
    throw new Failure(
      "hidden",
      `element ${index}, ${handle.seen}, has no visible area`,
      "Run `svc state` to see the page.",
    );
  await callOn(handle, "reveal", handle.id);
}
