/** Detects nodes that change by themselves, such as clocks. Their changes are not effects of an action. */

/** A node ticks after MIN_TICKS changes later than LATE_MS after the action, and stops after FORGET_MS without a change. */
const LATE_MS = 500;
const BURST_MS = 60;
const MIN_TICKS = 3;
const FORGET_MS = 3_000;

/** Ticking nodes with the time of their last change. */
const ticking = new WeakMap<Node, number>();

/** Late changes since the action, by node: time of the last one, and their number. */
let late = new WeakMap<Node, { at: number; times: number }>();

/** Called when an action begins. */
export function resetTicking(): void {
  late = new WeakMap();
}

/** Records a change of a node. Returns true when the node ticks. */
export function isTicking(
  node: Node,
  now: number,
  { actionAt, isReacting }: { actionAt: number; isReacting: boolean },
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
  if (now - actionAt < LATE_MS) return false;
  const { at, times } = late.get(node) ?? { at: Number.NEGATIVE_INFINITY, times: 0 };
  if (now - at < BURST_MS) return false;
  late.set(node, { at: now, times: times + 1 });
  if (times + 1 >= MIN_TICKS) ticking.set(node, now);
  return times + 1 >= MIN_TICKS;
}
