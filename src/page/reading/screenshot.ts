/** Pictures of the page: what is in view, the whole page, or one element; as large and as exact as asked for. */
import { inflateSync } from "node:zlib";
import { Failure } from "../../errors.ts";
import { goneFailure } from "../core/elements.ts";
import { boxThrough } from "../core/frame-origin.ts";
import type { Box, Mark } from "../core/library.ts";
import type { Page } from "../core/page.ts";
import { callOn } from "../locate/click-target.ts";
import { boxOf, originInTab } from "../locate/read-element.ts";
import { readState, WHOLE } from "../snapshot/state.ts";

export type PictureFormat = "png" | "jpeg" | "webp";

export interface PictureOptions {
  full: boolean;
  /** Only this element. */
  element: number | undefined;
  /** Only this part: of what is in view, or with `full` of the page. */
  clip: Box | undefined;
  /** Times as large. */
  scale: number;
  format: PictureFormat;
  /** 1 to 100, of formats that lose something. */
  quality: number | undefined;
  /** In pixels; a wider picture is made smaller. */
  maxWidth: number | undefined;
  /** Draws the indices of the elements, as `state` gives them. */
  annotate: boolean;
}

export interface Picture {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** How often a picture is taken that cannot be drawn on. */
const ATTEMPTS = 3;

export async function screenshot(page: Page, options: PictureOptions, signal: AbortSignal): Promise<Picture> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const picture = await taken(page, options, signal);
    if (picture) return picture;
  }
  throw new Failure("hidden", "the browser gave a picture without pixels", "Run the command again.");
}

async function taken(page: Page, options: PictureOptions, signal: AbortSignal): Promise<Picture | undefined> {
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
      // What is drawn on is encoded afterwards.
      format: isDrawnOn ? "png" : options.format,
      ...(options.quality === undefined || isDrawnOn || options.format === "png" ? {} : { quality: options.quality }),
      // Packed less tightly, in a sixth less time: encoding is most of what a picture takes.
      optimizeForSpeed: true,
      captureBeyondViewport: full || element !== undefined,
      ...(isPlain ? {} : { clip }),
    },
    signal,
  );
  const size = { width: Math.round(area.width * scale), height: Math.round(area.height * scale) };
  if (!isDrawnOn) return { bytes: Buffer.from(data, "base64"), ...size };
  // A page that moves is looked at on both sides of the picture.
  const covers = [...(before ?? []), ...((await hiddenBoxes(page)) ?? [])].map((box) =>
    moved(box, area, scroll, scale),
  );
  const drawn = marks.map(({ text, box }) => ({ text, box: moved(box, area, scroll, scale) }));
  const quality = (options.quality ?? 80) / 100;
  const encoded = await page.main.call("draw", [data, covers, drawn, `image/${options.format}`, quality]);
  return encoded === null ? undefined : { bytes: Buffer.from(encoded, "base64"), ...size };
}

/** Where something is seen that pictures do not show, in the viewport; undefined where there is no such thing to look for. */
export async function hiddenBoxes(page: Page): Promise<Box[] | undefined> {
  const looked = [...page.frames.values()].map(async (frame) => {
    const texts = page.hides(frame);
    if (texts.length === 0) return undefined;
    const [boxes, origin] = await Promise.all([frame.call("concealed", [[...texts]]), originInTab(page, frame)]);
    return origin ? boxes.map((box) => boxThrough(origin, box)) : [];
  });
  const found = (await Promise.all(looked)).filter((boxes) => boxes !== undefined);
  return found.length === 0 ? undefined : found.flat();
}

/** A box of the viewport as it lies in the picture. */
function moved(box: Box, area: Box, scroll: { x: number; y: number }, scale: number): Box {
  return {
    x: (box.x + scroll.x - area.x) * scale,
    y: (box.y + scroll.y - area.y) * scale,
    width: box.width * scale,
    height: box.height * scale,
  };
}

async function marksOf(page: Page, signal: AbortSignal): Promise<Mark[]> {
  // Only the boxes are wanted: what was new stays new for the next state.
  const { listed } = page;
  const { elements } = await readState(page, { index: 0, count: 1 }, WHOLE, signal);
  page.listed = listed;
  return elements
    .filter(({ box }) => box.width > 0 && box.height > 0)
    .map(({ index, box }) => ({ text: String(index), box }));
}

/** What is to be in the picture, in pixels of the document, and how far that is scrolled. */
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

/** The part of the area that the clip names. `usage` where it lies outside. */
function within(clip: Box, area: Box): Box {
  const width = Math.min(clip.width, area.width - clip.x);
  const height = Math.min(clip.height, area.height - clip.y);
  if (width > 0 && height > 0) return { x: area.x + clip.x, y: area.y + clip.y, width, height };
  throw new Failure(
    "usage",
    `nothing lies at ${clip.x},${clip.y}: the picture is ${area.width} by ${area.height} pixels`,
    "Count from the top left of what is in view, as `svc get bbox` does; with --full from that of the page.",
  );
}

/** The colour that a pixel of the viewport has, as `#rrggbb`. */
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

/** Red, green and blue of a PNG's first pixel: no filter changes that one. */
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

async function show(page: Page, index: number): Promise<void> {
  const handle = page.elements.get(index);
  const facts = await callOn(handle, "facts", handle.id);
  if (facts === null) throw goneFailure(handle);
  if (facts.box.width === 0 && facts.box.height === 0)
    throw new Failure(
      "hidden",
      `element ${index}, ${handle.seen}, has no box`,
      "Run `svc state` to see what is shown now.",
    );
  await callOn(handle, "reveal", handle.id);
}
