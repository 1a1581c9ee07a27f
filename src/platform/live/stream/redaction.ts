/**
 * Covers secrets in pictures of a tab. Reads their positions from the page before and after each picture, without effects on the
 * page, and paints over them.
 */
import { withTimeout } from "../../../lib/deadline.ts";
import type { Box } from "../../../page/core/library.ts";
import { type Area, covered } from "./bitmap.ts";
import type { Frame } from "./screencast.ts";

/** Timeout of the page; the next picture retries. */
const ASK_MS = 2_000;

/** Margin around a box in pixels, because of scaling and JPEG blur. */
const MARGIN = 3;

const QUALITY = 80;

type Where = () => Promise<readonly Box[] | undefined>;

export class Redaction {
  readonly #where: Where;
  #before: readonly Box[] = [];

  constructor(where: Where) {
    this.#where = where;
  }

  /** The redacted picture; undefined if the positions are unknown. */
  async apply(frame: Frame): Promise<Frame | undefined> {
    const now = await withTimeout(
      this.#where().catch(() => undefined),
      ASK_MS,
    );
    if (!now) return undefined;
    const boxes = spanned(this.#before, now);
    this.#before = now;
    if (boxes.length === 0) return frame;
    const { width } = await new Bun.Image(frame.jpeg).metadata();
    const scale = width / frame.width;
    const bitmap = await covered(
      frame.jpeg,
      boxes.map((box) => areaOf(box, scale)),
    );
    const jpeg = await new Bun.Image(bitmap).jpeg({ quality: QUALITY }).bytes();
    return { ...frame, jpeg: new Uint8Array(jpeg) };
  }
}

/** All areas that an element may have covered between two reads, including its path. */
function spanned(before: readonly Box[], now: readonly Box[]): Box[] {
  if (before.length !== now.length) return [...before, ...now];
  return now.map((box, n) => {
    const old = before[n] ?? box;
    const x = Math.min(box.x, old.x);
    const y = Math.min(box.y, old.y);
    const right = Math.max(box.x + box.width, old.x + old.width);
    const bottom = Math.max(box.y + box.height, old.y + old.height);
    return { x, y, width: right - x, height: bottom - y };
  });
}

function areaOf({ x, y, width, height }: Box, scale: number): Area {
  return {
    left: x * scale - MARGIN,
    top: y * scale - MARGIN,
    right: (x + width) * scale + MARGIN,
    bottom: (y + height) * scale + MARGIN,
  };
}
