/** Parts of a page that come and go while a person is at work in it. */
import { byId, h } from "./dom.ts";

/** A part of the page that is drawn anew only when it is another one: what is written in it stays. */
export class Part {
  readonly element = h("div", { className: "part", hidden: true });
  #shown = "";

  /** `what` names the content; empty for none. */
  show(what: string, draw: () => (Node | string | false | null)[] = () => []): void {
    if (what === this.#shown) return;
    this.#shown = what;
    const content = what === "" ? [] : draw();
    keepingKeyboard(this.element, () => {
      this.element.replaceChildren(...content.filter((one) => one instanceof Node));
      this.element.hidden = what === "";
    });
  }
}

/** Where what had the keyboard goes away, it goes on from the content. */
function keepingKeyboard(element: HTMLElement, change: () => void): void {
  const hadKeyboard = element.contains(document.activeElement);
  change();
  if (hadKeyboard) byId("main").focus({ preventScroll: true });
}

export function hide(element: HTMLElement, isHidden: boolean): void {
  if (isHidden === element.hidden) return;
  keepingKeyboard(element, () => {
    element.hidden = isHidden;
  });
}
