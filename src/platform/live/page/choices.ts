/**
 * The list of a choice in the page (`<select>`). The browser draws such a list outside of its pages, so that no picture has
 * it: it is shown here, where the page was pressed.
 */
import type { FromViewer, ToViewer } from "../stream/messages.ts";
import { element } from "./elements.ts";

export interface ChoicesHost {
  say(message: FromViewer): void;
  /** The keyboard goes back to the picture. */
  done(): void;
}

const list = element("choices", HTMLElement);
const stage = element("stage", HTMLElement);

export function listenToChoices(host: ChoicesHost): void {
  list.onclick = ({ target }) => {
    const index = target instanceof HTMLElement ? target.dataset.index : undefined;
    if (index !== undefined) answer(host, Number(index));
  };
  list.onkeydown = (event) => {
    const options = [...list.querySelectorAll<HTMLButtonElement>("button:enabled")];
    const at = options.indexOf(document.activeElement as HTMLButtonElement);
    const last = options.length - 1;
    const to = { ArrowDown: Math.min(at + 1, last), ArrowUp: Math.max(at - 1, 0), Home: 0, End: last }[event.key];
    if (event.key === "Escape" || event.key === "Tab") answer(host, -1);
    else if (to !== undefined) options[to]?.focus();
    else return;
    event.preventDefault();
  };
  list.addEventListener("focusout", ({ relatedTarget }) => {
    if (!list.hidden && !list.contains(relatedTarget as Node | null)) answer(host, -1);
  });
}

/** What is not chosen from is told too: the browser's own list is open until then. */
function answer(host: ChoicesHost, index: number): void {
  list.hidden = true;
  host.say({ t: "choose", index });
  host.done();
}

export function showChoices({ options }: ToViewer & { t: "choices" }, at: { left: string; top: string }): void {
  list.replaceChildren(
    ...options.map(({ label, disabled, selected }, index) => {
      const one = document.createElement("button");
      Object.assign(one, { type: "button", textContent: label || "\u00a0", disabled });
      one.dataset.index = String(index);
      one.setAttribute("role", "option");
      one.setAttribute("aria-selected", String(selected));
      return one;
    }),
  );
  list.hidden = false;
  const [x, y] = [Number.parseFloat(at.left), Number.parseFloat(at.top)];
  // It stays on the stage, whatever its length.
  list.style.left = `${Math.max(0, Math.min(x, stage.clientWidth - list.offsetWidth))}px`;
  list.style.top = `${Math.max(0, Math.min(y, stage.clientHeight - list.offsetHeight))}px`;
  const wanted =
    list.querySelector<HTMLElement>("[aria-selected=true]:enabled") ?? list.querySelector("button:enabled");
  if (wanted instanceof HTMLElement) wanted.focus();
  else list.focus();
}
