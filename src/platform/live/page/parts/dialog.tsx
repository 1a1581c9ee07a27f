/** A dialog of the page (`alert`, `confirm`, `prompt`, `beforeunload`), which is not in the picture. */
import type { ComponentChildren, Ref } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { PartProps } from "../live.ts";

const TITLES = {
  alert: "The page says",
  confirm: "The page asks",
  prompt: "The page asks",
  beforeunload: "Leave this page?",
};

/** Maximum characters of an answer. */
const MAX_ANSWER = 100_000;

export function PageDialog({ shown: { browser, isInteractive }, live }: PartProps) {
  const open = browser?.dialog ?? null;
  const canAnswer = isInteractive === true && (browser?.isMine === true || browser?.holder === null);
  const box = useRef<HTMLDivElement>(null);
  const value = useRef<HTMLInputElement>(null);
  const yes = useRef<HTMLButtonElement>(null);
  const hadKeyboard = box.current?.contains(document.activeElement) === true;
  useLayoutEffect(() => {
    if (value.current) value.current.value = open?.value ?? "";
    // Focus returns to the page that opened the dialog.
    if (!open && hadKeyboard) live?.focusPicture();
    if (!open || !canAnswer) return;
    if (open.type === "prompt") value.current?.select();
    else yes.current?.focus();
  }, [JSON.stringify([open, canAnswer])]);
  const answer = (accept: boolean) =>
    live?.send({ t: "dialog", accept, text: value.current?.value.slice(0, MAX_ANSWER) ?? "" });
  const type = open?.type ?? "confirm";
  const text = type === "beforeunload" && !open?.message ? "Changes that you made may not be saved." : open?.message;
  const labels = { "aria-labelledby": "dialog-title", "aria-describedby": "dialog-text" };
  return (
    <div id="dialog" role="alertdialog" {...labels} hidden={!open} ref={box}>
      <Answer {...{ type, canAnswer, answer, value, yes }}>
        <p id="dialog-title">{TITLES[type]}</p>
        <p id="dialog-text">{text}</p>
      </Answer>
    </div>
  );
}

interface AnswerProps {
  type: keyof typeof TITLES;
  canAnswer: boolean;
  answer(accept: boolean): void;
  value: Ref<HTMLInputElement>;
  yes: Ref<HTMLButtonElement>;
  children: ComponentChildren;
}

/** Enter accepts, Escape does not. */
function Answer({ type, canAnswer, answer, value, yes, children }: AnswerProps) {
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    answer(true);
  };
  const disabled = !canAnswer;
  return (
    <form onSubmit={send} onKeyDown={({ key }) => key === "Escape" && answer(false)}>
      {children}
      <input
        id="dialog-value"
        aria-label="Answer"
        autocomplete="off"
        hidden={type !== "prompt"}
        {...{ disabled }}
        ref={value}
      />
      <div>
        <button id="dialog-no" type="button" hidden={type === "alert"} {...{ disabled }} onClick={() => answer(false)}>
          Cancel
        </button>
        <button id="dialog-yes" type="submit" {...{ disabled }} ref={yes}>
          {type === "beforeunload" ? "Leave" : "OK"}
        </button>
      </div>
    </form>
  );
}
