/** Converts coordinates from the viewport of a frame to that of its parent. */
import type { Box, Origin, Point } from "./library.ts";

type Axes = NonNullable<Origin["axes"]>;

function axesOf({ scale, axes }: Origin): Axes {
  return axes ?? [scale, 0, 0, scale];
}

/** A point of the frame in the viewport of its parent. */
export function through(origin: Origin, { x, y }: Point): Point {
  const [ax, ay, bx, by] = axesOf(origin);
  return { x: origin.x + ax * x + bx * y, y: origin.y + ay * x + by * y };
}

/** The bounding box, in the viewport of the parent, of a box of the frame. */
export function boxThrough(origin: Origin, { x, y, width, height }: Box): Box {
  const corners = [
    { x, y },
    { x: x + width, y },
    { x, y: y + height },
    { x: x + width, y: y + height },
  ].map((corner) => through(origin, corner));
  const xs = corners.map((corner) => corner.x);
  const ys = corners.map((corner) => corner.y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** The origin of a nested frame in the viewport around the outer frame. */
export function nested(outer: Origin, inner: Origin): Origin {
  const origin = { ...through(outer, inner), scale: outer.scale * inner.scale };
  if (!outer.axes && !inner.axes) return origin;
  const [ax, ay, bx, by] = axesOf(outer);
  const [cx, cy, dx, dy] = axesOf(inner);
  const axes: Axes = [ax * cx + bx * cy, ay * cx + by * cy, ax * dx + bx * dy, ay * dx + by * dy];
  return { ...origin, axes };
}
