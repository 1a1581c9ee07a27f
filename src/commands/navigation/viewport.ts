import { positionalOr } from "../../args.ts";
import { parseViewport, show, type Viewport } from "../../browser/launch/conditions.ts";
import { command } from "../../command.ts";
import { acting, effectLines } from "../../page/actions/effects.ts";
import { text } from "../../values.ts";

export const viewport = command({
  name: "viewport",
  group: "navigation",
  summary: "Set or show the viewport size",
  effect: "write",
  needs: "page",
  args: {
    size: positionalOr(
      text("WxH", { nonEmpty: true }),
      undefined,
      "Width and height in pixels, optionally pixel ratio and touch: 390x844@3,mobile. Applies to all tabs",
    ),
  },
  examples: ["viewport 1440x900", "viewport 390x844@3,mobile", "viewport"],
  async run({ browser, page, args, signal }) {
    if (args.size === undefined) {
      const { cssLayoutViewport } = await page.session.send("Page.getLayoutMetrics", undefined, signal);
      const { clientWidth: width, clientHeight: height } = cssLayoutViewport;
      return { viewport: written(browser.conditions.viewport ?? { width, height, scale: 1, mobile: false }) };
    }
    const wanted = parseViewport(args.size);
    browser.conditions.viewport = wanted;
    const effect = await acting(page, signal, async () => {
      await Promise.all(browser.tabs.map(({ session }) => show(session, wanted)));
    });
    return { viewport: written(wanted), ...effect };
  },
  text: (r) => `viewport: ${r.viewport}${effectLines(r)}`,
});

/** As it is typed. */
function written({ width, height, scale, mobile }: Viewport): string {
  return `${width}x${height}${scale === 1 ? "" : `@${scale}`}${mobile ? ",mobile" : ""}`;
}
