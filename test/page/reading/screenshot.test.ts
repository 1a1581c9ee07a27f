/** Pictures that the browser does not decode at first: seen once in 10,000 commands on an overloaded machine. */
import { expect, test } from "bun:test";
import type { Page } from "../../../src/page/core/page.ts";
import { screenshot } from "../../../src/page/reading/screenshot.ts";
import { soon, started } from "../../browser/started.ts";

const ANNOTATED = {
  ...{ full: false, element: undefined, clip: undefined, scale: 1, maxWidth: undefined },
  ...{ format: "png" as const, quality: undefined, annotate: true },
};

/** Makes the next `count` images that the page library decodes empty. */
async function withoutPixels(page: Page, count: number): Promise<void> {
  const { session, contextId } = await page.main.library();
  const expression = `globalThis.whole ??= createImageBitmap; globalThis.left = ${count};
    globalThis.createImageBitmap = (blob) => left-- > 0 ? Promise.resolve({ width: 0, height: 0 }) : whole(blob); 0`;
  await session.send("Runtime.evaluate", { contextId, expression });
}

test("screenshot repeats an empty picture, and fails if all attempts are empty", async () => {
  await using b = await started();
  await withoutPixels(b.page, 2);
  expect((await screenshot(b.page, ANNOTATED, soon())).bytes.length).toBeGreaterThan(100);
  await withoutPixels(b.page, 3);
  await expect(screenshot(b.page, ANNOTATED, soon())).rejects.toMatchObject({
    code: "hidden",
    message: "the browser returned an empty picture",
  });
});
