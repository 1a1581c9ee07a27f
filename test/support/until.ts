/**
 * Waits until a condition holds, and returns its value. Throws after 4,000 checks: no clock decides, so that a busy machine
 * only makes a test slower.
 */
export async function until<T>(condition: () => T | Promise<T>, what = String(condition)): Promise<NonNullable<T>> {
  for (let check = 0; check < 4_000; check++) {
    const value = await condition();
    if (value) return value;
    await Bun.sleep(10);
  }
  throw new Error(`never happened: ${what}`);
}
