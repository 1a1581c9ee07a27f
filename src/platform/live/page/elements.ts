/** The elements of the page by their ids. */
export function element<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`);
  return found;
}

export function button(id: string): HTMLButtonElement {
  return element(id, HTMLButtonElement);
}

/** Sets a text only where it differs: a status that is set anew is read out anew. */
export function write(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}
