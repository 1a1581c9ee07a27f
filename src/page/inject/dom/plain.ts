/**
 * Reading forms and documents as their class declares them. `<form><input name=children>` hides the form's own `children`
 * behind the input, and `<img name=body>` the document's `body`: the only two classes where markup can do that.
 */

// Looked up once: every question about an element passes here, and `instanceof` with a global is ten times as slow.
const theDocument = document;
const formPrototype = HTMLFormElement.prototype;
const { getPrototypeOf } = Object;

const views = new WeakMap<object, object>();
const isView = new WeakSet<object>();

/** The object itself, or for a form or the document a view that no name in the markup can hide. Not for native calls. */
export function plain<T extends object>(object: T): T {
  if ((object !== theDocument && getPrototypeOf(object) !== formPrototype) || isView.has(object)) return object;
  let view = views.get(object);
  if (!view) {
    const prototype = Object.getPrototypeOf(object) as object;
    view = new Proxy(object, {
      get(target, key) {
        const value: unknown = Reflect.get(prototype, key, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
      has: (_, key) => key in prototype,
    });
    views.set(object, view);
    isView.add(view);
  }
  return view as T;
}

/** The document, whatever its markup names. */
export const doc = plain(document);

/** The nearest element around a node, in the same tree, that matches; the node itself does not count. */
export function closestAround(node: Element | Text, selector: string): Element | null {
  const parent = plain(node).parentElement;
  return parent === null ? null : plain(parent).closest(selector);
}
