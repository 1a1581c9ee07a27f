/** Paints the picture of the browser on a canvas, scaled to fit, and converts points of this page. */
import { FRAME_HEADER_BYTES } from "../stream/messages.ts";

const DECODE_MS = 3000;
const MAX_TRIES = 4;

/** A point as fractions of the picture's width and height, 0 to 1. */
export interface Point {
  x: number;
  y: number;
}

/** A position on the stage, as CSS lengths. */
export interface Place {
  left: string;
  top: string;
}

export class Picture {
  readonly canvas: HTMLCanvasElement;
  readonly #stage: HTMLElement;
  readonly #pen: CanvasRenderingContext2D | null;
  /** Size of the browser's viewport in CSS pixels. */
  #width = 1280;
  #height = 720;

  constructor(canvas: HTMLCanvasElement, stage: HTMLElement) {
    this.canvas = canvas;
    this.#stage = stage;
    this.#pen = canvas.getContext("2d", { alpha: false });
    new ResizeObserver(() => this.#fit()).observe(stage);
    this.clear();
  }

  /** Paints a message of the server; returns its number. */
  async paint(bytes: ArrayBuffer): Promise<number> {
    const head = new DataView(bytes);
    const { canvas } = this;
    try {
      const bitmap = await decoded(new Blob([bytes.slice(FRAME_HEADER_BYTES)], { type: "image/jpeg" }));
      if (canvas.width !== bitmap.width) canvas.width = bitmap.width;
      if (canvas.height !== bitmap.height) canvas.height = bitmap.height;
      this.#pen?.drawImage(bitmap, 0, 0);
      bitmap.close();
      canvas.removeAttribute("data-empty");
      this.#width = head.getUint16(4) || this.#width;
      this.#height = head.getUint16(6) || this.#height;
      this.#fit();
    } catch {
      // A picture that does not decode is skipped.
    }
    return head.getUint32(0);
  }

  /** Hides the canvas. */
  clear(): void {
    this.canvas.setAttribute("data-empty", "");
  }

  /** CSS pixels of the shown page per pixel of this page, for wheel events. */
  get scale(): number {
    return this.#width / (this.canvas.clientWidth || this.#width);
  }

  /** The point of the picture at a point of this page, limited to the picture. */
  pointAt(x: number, y: number): Point {
    const box = this.canvas.getBoundingClientRect();
    const within = (part: number) => Math.min(Math.max(part, 0), 1) || 0;
    return { x: within((x - box.left) / box.width), y: within((y - box.top) / box.height) };
  }

  placeOf({ x, y }: Point): Place {
    const { offsetLeft, offsetTop, clientWidth, clientHeight } = this.canvas;
    return { left: `${offsetLeft + x * clientWidth}px`, top: `${offsetTop + y * clientHeight}px` };
  }

  #fit(): void {
    const { clientWidth, clientHeight } = this.#stage;
    const scale = Math.min(clientWidth / this.#width, clientHeight / this.#height);
    const [width, height] = [this.#width * scale, this.#height * scale];
    Object.assign(this.canvas.style, {
      width: `${width}px`,
      height: `${height}px`,
      left: `${(clientWidth - width) / 2}px`,
      top: `${(clientHeight - height) / 2}px`,
    });
  }
}

/** Retries, because a busy browser may fail to decode, and a page at rest sends no other picture. */
async function decoded(jpeg: Blob): Promise<ImageBitmap> {
  for (let tries = 1; ; tries++) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("decoding timed out")), DECODE_MS);
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
