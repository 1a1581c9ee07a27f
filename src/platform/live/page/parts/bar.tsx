/** Address and buttons above the picture. */
import type { Ref } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { PartProps } from "../live.ts";
import { activeOf } from "../words.ts";
import { Button } from "./tabs.tsx";

/** `take` is the button that takes control; the dashboard reads it too. */
export function Bar({ shown, live, take }: PartProps & { take: Ref<HTMLButtonElement> }) {
  const { browser, isInteractive, ended } = shown;
  const isMine = browser?.isMine === true;
  const isThere = browser !== undefined && activeOf(browser) !== undefined;
  return (
    <div id="bar" role="toolbar" aria-label="Navigation" hidden={ended !== undefined}>
      <Button id="back" label="Back" disabled={!browser?.canGoBack} press={() => live?.send({ t: "back" })}>
        ←
      </Button>
      <Button id="forward" label="Forward" disabled={!browser?.canGoForward} press={() => live?.send({ t: "forward" })}>
        →
      </Button>
      <Button id="reload" label="Reload" disabled={!isThere} press={() => live?.send({ t: "reload" })}>
        ↻
      </Button>
      <Address {...{ shown, live }} />
      <button
        id="take"
        type="button"
        hidden={!isInteractive || !browser}
        data-want={browser && !isMine ? "" : undefined}
        ref={take}
        onClick={() => live?.take()}
      >
        {isMine ? "Release control" : "Take over"}
      </button>
    </div>
  );
}

function Address({ shown: { browser, isInteractive }, live }: PartProps) {
  const input = useRef<HTMLInputElement>(null);
  const address = (browser && activeOf(browser)?.url) ?? "";
  // Does not overwrite what the viewer types.
  useLayoutEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = address;
  });
  const go = (event: SubmitEvent) => {
    event.preventDefault();
    const url = input.current?.value ?? "";
    if (!live?.canAct() || url.trim() === "") return;
    live.send({ t: "go", url });
    live.focusPicture();
  };
  return (
    <form id="go" onSubmit={go}>
      <input
        id="address"
        aria-label="Address"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        enterkeyhint="go"
        readOnly={!isInteractive}
        ref={input}
        onFocus={() => input.current?.select()}
      />
    </form>
  );
}
