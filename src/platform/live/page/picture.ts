/** The picture of the browser on its canvas, as large as fits, and where on it a point of this page is. */
import { FRAME_HEADER_BYTES } from "../stream/messages.ts";
import { element } from "./elements.ts";

const canvas = element("picture", HTMLCanvasElement);
const stage = element("stage", HTMLElement);
const pen = canvas.getContext("2d", { alpha: false });

const DECODE_MS = 3000;
const MAX_TRIES = 4;

let width = 1280;
let height = 720;

export { canvas };

/** Paints a message of the server; returns its number. */
export async function paint(bytes: ArrayBuffer): Promise<number> {
  const head = new DataView(bytes);
  const n = head.getUint32(0);
  try {
    const bitmap = await decoded(new Blob([bytes.slice(FRAME_HEADER_BYTES)], { type: "image/jpeg" }));
    if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) {
      canvas.width = bitmap.width;
      canvas.height = bitmap.height;
    }
    pen?.drawImage(bitmap, 0, 0);
    bitmap.close();
    canvas.removeAttribute("data-empty");
    width = head.getUint16(4) || width;
    height = head.getUint16(6) || height;
    fit();
  } catch {
    // A picture that does not decode is followed by one that does.
  }
  return n;
}

/** A browser that has just begun, or is out of breath, may fail to decode or not answer: a page at rest sends no other one. */
async function decoded(jpeg: Blob): Promise<ImageBitmap> {
  for (let tries = 1; ; tries++) {
    let timer = 0;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("it takes too long")), DECODE_MS);
    });
    try {
      return await Promise.race([createImageBitmap(jpeg), late]);
    } catch (error) {
      if (tries === MAX_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100 * tries));
    } finally {
      clearTimeout(timer);
    }
  }
}

/** There is nothing to be seen. */
export function clear(): void {
  canvas.setAttribute("data-empty", "");
}

function fit(): void {
  const scale = Math.min(stage.clientWidth / width, stage.clientHeight / height);
  const [w, h] = [width * scale, height * scale];
  Object.assign(canvas.style, {
    width: `${w}px`,
    height: `${h}px`,
    left: `${(stage.clientWidth - w) / 2}px`,
    top: `${(stage.clientHeight - h) / 2}px`,
  });
}

new ResizeObserver(fit).observe(stage);

/** CSS pixels of the shown page for one of this page: how far a wheel that turns here turns there. */
export function scale(): number {
  return width / (canvas.clientWidth || width);
}

/** Parts of the picture's width and height, held within it. */
export function partOf(x: number, y: number): { x: number; y: number } {
  const box = canvas.getBoundingClientRect();
  const within = (part: number) => Math.min(Math.max(part, 0), 1) || 0;
  return { x: within((x - box.left) / box.width), y: within((y - box.top) / box.height) };
}

/** The place on the stage of a part of the picture. */
export function placeOf(part: { x: number; y: number }): { left: string; top: string } {
  return {
    left: `${canvas.offsetLeft + part.x * canvas.clientWidth}px`,
    top: `${canvas.offsetTop + part.y * canvas.clientHeight}px`,
  };
}
