/**
 * Safe property access for forms and documents. In `<form><input name=children>` the input hides the form's own
 * `children`, and `<img name=body>` hides the document's `body`. Markup can do that only to these two classes.
 */

// Cached globals: this function is very hot, and `instanceof` with a global is ten times as slow.
const theDocument = document;
const formPrototype = HTMLFormElement.prototype;
const { getPrototypeOf } = Object;

const views = new WeakMap<object, object>();
const isView = new WeakSet<object>();

/** The object; for a form or the document a proxy that names in markup cannot shadow. Not usable in native calls. */
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

/** The document, unaffected by names in the markup. */
export const doc = plain(document);

/** The nearest ancestor of a node, in the same tree, that matches the selector. */
export function closestAround(node: Element | Text, selector: string): Element | null {
  const parent = plain(node).parentElement;
  return parent === null ? null : plain(parent).closest(selector);
}
