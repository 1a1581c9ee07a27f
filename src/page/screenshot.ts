/** Pictures of the page. */
import type { Page } from "./page.ts";

/** A PNG of the viewport, or of the whole page. */
export async function screenshot(page: Page, full: boolean, signal: AbortSignal): Promise<Uint8Array> {
  const { data } = await page.session.send(
    "Page.captureScreenshot",
    { format: "png", captureBeyondViewport: full, ...(full ? await wholePage(page) : {}) },
    signal,
  );
  return Buffer.from(data, "base64");
}

async function wholePage(page: Page) {
  const { cssContentSize } = await page.session.send("Page.getLayoutMetrics");
  const { width, height } = cssContentSize;
  return {
    clip: { x: 0, y: 0, width: Math.max(1, Math.ceil(width)), height: Math.max(1, Math.ceil(height)), scale: 1 },
  };
}
