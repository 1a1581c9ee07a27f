/** The component of the live view. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Live } from "./live.ts";
import { Bar } from "./parts/bar.tsx";
import { Choices } from "./parts/choices.tsx";
import { Copied } from "./parts/copied.tsx";
import { PageDialog } from "./parts/dialog.tsx";
import { Tabs } from "./parts/tabs.tsx";
import { type Shown, START } from "./shown.ts";
import { activeOf, noticeOf, statusOf } from "./words.ts";

export function LiveView() {
  const [canvas, stage] = [useRef<HTMLCanvasElement>(null), useRef<HTMLElement>(null)];
  const [keys, take] = [useRef<HTMLTextAreaElement>(null), useRef<HTMLButtonElement>(null)];
  const [live, setLive] = useState<Live>();
  const [, render] = useState({});
  useLayoutEffect(() => {
    const elements = { canvas: canvas.current, stage: stage.current, keys: keys.current, take: take.current };
    if (elements.canvas && elements.stage && elements.keys && elements.take)
      setLive(new Live(elements as ConstructorParameters<typeof Live>[0], () => render({})));
  }, []);
  const shown = live?.shown ?? START;
  const { browser, isInteractive, hasKeyboard, pointer } = shown;
  useDocument(shown);
  const active = browser && activeOf(browser);
  const label = active ? `Picture of ${active.title || active.url}` : browser ? "No page is open" : "No picture yet";
  return (
    <>
      <header>
        <Tabs {...{ shown, live }} />
        <Bar {...{ shown, live, take }} />
      </header>
      <main id="stage" ref={stage}>
        <canvas id="picture" role="img" aria-label={label} width={1280} height={720} ref={canvas} />
        <textarea
          id="keys"
          aria-label="Keyboard of the browser"
          aria-describedby="way-out"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          rows={1}
          hidden={!isInteractive}
          ref={keys}
          onFocus={() => live?.keyboardMoved(true)}
          onBlur={() => live?.keyboardMoved(false)}
        />
        <div id="pointer" hidden={!pointer} style={{ ...pointer }} />
        <NoticeBox shown={shown} />
        <Copied {...{ shown, live }} />
        <Choices {...{ shown, live }} />
        <PageDialog {...{ shown, live }} />
      </main>
      <footer>
        <span id="status" role="status">
          {statusOf(shown)}
        </span>
        <span id="way-out">
          {hasKeyboard && live?.takesKeys() && "Keyboard input goes to the browser. Press F6 to leave it."}
        </span>
      </footer>
    </>
  );
}

function NoticeBox({ shown }: { shown: Shown }) {
  const notice = noticeOf(shown);
  return (
    <div id="notice" role="status" hidden={!notice}>
      <p id="notice-title">{notice?.title}</p>
      <p id="notice-text">{notice?.text}</p>
    </div>
  );
}

/** Updates the title of the document and the attribute for views without input. */
function useDocument({ browser, isInteractive }: Shown): void {
  const title = (browser && activeOf(browser)?.title) || "Live view";
  useLayoutEffect(() => {
    document.title = title;
    document.body.toggleAttribute("data-watch", isInteractive === false);
  }, [title, isInteractive]);
}
