/** Scrolling. */
import { doc } from "./plain.ts";

export function scrollBy(dx: number, dy: number) {
  const before = { x: scrollX, y: scrollY };
  window.scrollBy({ left: dx, top: dy, behavior: "instant" });
  const root = doc.scrollingElement ?? doc.documentElement;
  const whole = (x: number, y: number) => ({ x: Math.round(x), y: Math.round(y) });
  return {
    scroll: whole(scrollX, scrollY),
    max: whole(root.scrollWidth - innerWidth, root.scrollHeight - innerHeight),
    moved: whole(scrollX - before.x, scrollY - before.y),
  };
}
