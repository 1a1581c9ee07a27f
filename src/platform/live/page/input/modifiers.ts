/** Modifier keys as bits of the DevTools protocol. Pure. */
export const ALT = 1;
export const CONTROL = 2;
export const META = 4;
const SHIFT = 8;

export function modifiersOf({ altKey, ctrlKey, metaKey, shiftKey }: MouseEvent | KeyboardEvent): number {
  return (altKey ? ALT : 0) | (ctrlKey ? CONTROL : 0) | (metaKey ? META : 0) | (shiftKey ? SHIFT : 0);
}
