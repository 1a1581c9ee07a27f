/** Nodes that change by themselves, such as clocks: they say nothing of what an action did. */

/** A node ticks when it changed so often, so long after the action; it does no more when it has stood still for a while. */
const LATE_MS = 500;
const BURST_MS = 60;
const MIN_TICKS = 3;
const FORGET_MS = 3_000;

/** Nodes that change by themselves, such as clocks, with the time of their last change. */
const ticking = new WeakMap<Node, number>();

/** Since the action: when a node last changed long after it, and how often. */
let late = new WeakMap<Node, { at: number; times: number }>();

/** An action begins. */
export function forgetLate(): void {
  late = new WeakMap();
}

/** Notes that a node changes. True where it does so again and again by itself. */
export function isTicking(
  node: Node,
  now: number,
  { stirredAt, isReacting }: { stirredAt: number; isReacting: boolean },
): boolean {
  if (isReacting) {
    ticking.delete(node);
    return false;
  }
  const last = ticking.get(node) ?? Number.NEGATIVE_INFINITY;
  if (now - last < FORGET_MS) {
    ticking.set(node, now);
    return true;
  }
  if (now - stirredAt < LATE_MS) return false;
  const { at, times } = late.get(node) ?? { at: Number.NEGATIVE_INFINITY, times: 0 };
  if (now - at < BURST_MS) return false;
  late.set(node, { at: now, times: times + 1 });
  if (times + 1 >= MIN_TICKS) ticking.set(node, now);
  return times + 1 >= MIN_TICKS;
}
