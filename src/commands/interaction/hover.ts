import { command } from "../../command.ts";
import { acting, effectLines } from "../../page/actions/effects.ts";
import { arrive } from "../../page/actions/pressing.ts";
import { move } from "../../page/input/pointer.ts";
import { checkPoint, find, readyTimeout } from "../../page/locate/click-target.ts";
import { force, target, targetOf } from "../shared/target.ts";

/** How long a page that is known to react to the pointer may take to show something: menus open after a moment. */
const REACTS_MS = 350;

export const hover = command({
  name: "hover",
  group: "interaction",
  summary: "Move the mouse over an element or to a point, and print what that opened",
  effect: "write",
  needs: "page",
  args: { target, force },
  examples: ["hover 7", "hover 340 210"],
  async run({ page, args, signal, timeoutMs }) {
    const place = targetOf(args.target, "hover");
    if ("point" in place) {
      await checkPoint(page, place.point);
      return { hovered_coordinate: place.point, ...(await acting(page, signal, () => move(page, place.point))) };
    }
    const options = { waitMs: readyTimeout(timeoutMs), allowDisabled: true, follow: true, force: args.force };
    const located = await find(page, place.index, options);
    let opened: string[] = [];
    const { missed: _, ...effect } = await acting(
      page,
      signal,
      async () => {
        opened = await arrive(page, located, located.hovers ? REACTS_MS : 0);
      },
      located,
    );
    return { hovered: place.index, ...effect, ...(opened.length > 0 ? { opened } : {}) };
  },
  text: (r) =>
    ("hovered" in r ? `hovered: ${r.hovered}` : `hovered_coordinate: ${JSON.stringify(r.hovered_coordinate)}`) +
    effectLines(r),
});
