/**
 * Shows the options of a `<select>` at the pressed point. The browser draws such lists outside of its pages, so they are not in
 * the picture.
 */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { PartProps } from "../live.ts";

export function Choices({ shown: { choices }, live }: PartProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (choices && list.current) place(list.current, choices.at);
  }, [choices]);
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape" || event.key === "Tab") live?.choose(-1);
    else if (!list.current || !moveFocus(list.current, event.key)) return;
    event.preventDefault();
  };
  const blurred = ({ relatedTarget }: FocusEvent) => {
    if (!list.current?.contains(relatedTarget as Node | null)) live?.choose(-1);
  };
  return (
    <div
      id="choices"
      role="listbox"
      aria-label="Choices of the page"
      tabIndex={-1}
      hidden={!choices}
      ref={list}
      onKeyDown={press}
      onFocusOut={blurred}
    >
      {choices?.options.map(({ label, disabled, selected }, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is what tells options apart
          key={index}
          type="button"
          role="option"
          aria-selected={selected}
          disabled={disabled}
          onClick={() => live?.choose(index)}
        >
          {label || "\u00a0"}
        </button>
      ))}
    </div>
  );
}

/** Moves the list to the pressed point within the stage, and focuses the selected option. */
function place(list: HTMLElement, at: { left: string; top: string }): void {
  const stage = list.parentElement ?? list;
  const within = (length: string, room: number) => `${Math.max(0, Math.min(Number.parseFloat(length), room))}px`;
  list.style.left = within(at.left, stage.clientWidth - list.offsetWidth);
  list.style.top = within(at.top, stage.clientHeight - list.offsetHeight);
  const chosen = list.querySelector<HTMLElement>("[aria-selected=true]:enabled");
  (chosen ?? list.querySelector<HTMLElement>("button:enabled") ?? list).focus();
}

/** Moves the focus among the options; false for other keys. */
function moveFocus(list: HTMLElement, key: string): boolean {
  const options = [...list.querySelectorAll<HTMLButtonElement>("button:enabled")];
  const at = options.indexOf(document.activeElement as HTMLButtonElement);
  const last = options.length - 1;
  const to = { ArrowDown: Math.min(at + 1, last), ArrowUp: Math.max(at - 1, 0), Home: 0, End: last }[key];
  if (to === undefined) return false;
  options[to]?.focus();
  return true;
}
