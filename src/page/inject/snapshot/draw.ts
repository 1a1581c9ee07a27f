/** Draws indexes of elements onto a screenshot and paints over secrets, without a change of the page. */
import type { Box } from "../../core/library.ts";
import type { Mark } from "../../core/library-pointer.ts";

/** Colours that are distinguishable on light and dark pages, used in turn. */
const COLORS = ["#d93025", "#1a73e8", "#188038", "#9334e6", "#b06000", "#00796b"];
const FONT_PX = 11;
const PAD_PX = 2;

/** Takes a PNG and returns the picture with its marks, both in base64; null when the browser could not decode it. */
export async function draw(
  png: string,
  covers: readonly Box[],
  marks: readonly Mark[],
  type: string,
  quality: number,
): Promise<string | null> {
  const bytes = Uint8Array.from(atob(png), (char) => char.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  // A browser without enough memory returns an image without pixels.
  if (image.width === 0 || image.height === 0) return null;
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas to draw on");
  context.drawImage(image, 0, 0);
  context.fillStyle = "#000";
  for (const { x, y, width, height } of covers) context.fillRect(x - 1, y - 1, width + 2, height + 2);
  context.font = `bold ${FONT_PX}px sans-serif`;
  context.textBaseline = "top";
  // Boxes first, so that no box crosses a number.
  marks.forEach(({ box }, n) => {
    context.strokeStyle = COLORS[n % COLORS.length] as string;
    context.strokeRect(box.x + 0.5, box.y + 0.5, box.width - 1, box.height - 1);
  });
  marks.forEach((mark, n) => {
    drawNumber(context, mark, COLORS[n % COLORS.length] as string);
  });
  const blob = await canvas.convertToBlob({ type, quality });
  return base64(new Uint8Array(await blob.arrayBuffer()));
}

/** Draws the number at the upper left corner, above the box if it is small. */
function drawNumber(context: OffscreenCanvasRenderingContext2D, { text, box }: Mark, color: string): void {
  const width = context.measureText(text).width + 2 * PAD_PX;
  const height = FONT_PX + 2 * PAD_PX;
  const isSmall = box.height < 2 * height || box.width < 2 * width;
  const y = isSmall && box.y >= height ? box.y - height : box.y;
  context.fillStyle = color;
  context.fillRect(box.x, y, width, height);
  context.fillStyle = "#fff";
  context.fillText(text, box.x + PAD_PX, y + PAD_PX);
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}
