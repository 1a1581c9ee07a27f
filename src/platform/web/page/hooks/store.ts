/** Values that several components share. */
import { useLayoutEffect, useState } from "preact/hooks";

export class Store<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Returns the value of a store and renders the component again when it changes. */
export function useStore<T>(store: Store<T>): T {
  const [, render] = useState({});
  useLayoutEffect(() => store.subscribe(() => render({})), [store]);
  return store.value;
}
