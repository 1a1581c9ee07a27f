/** The timeline of a session: each action with its result and the page after it. */
import { Fragment } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { call, here } from "../../api/client.ts";
import { show } from "../../components/dialog.tsx";
import { Block } from "../../components/format.tsx";
import type { Action, Entry, Picture } from "./entries.ts";

export function Timeline({ sessionId, entries }: { sessionId: string; entries: readonly Entry[] }) {
  const log = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => followEnd(log.current, list.current), []);
  const start = Date.parse(entries[0]?.at ?? "");
  return (
    <section class="log" aria-label="Messages and actions" tabIndex={0} ref={log}>
      <ol class="timeline" ref={list}>
        {entries.map((entry) => (
          <Line key={entry.id} {...{ sessionId, entry, start }} />
        ))}
      </ol>
    </section>
  );
}

/** Distance from the end in pixels within which the view follows new entries. */
const NEAR_END = 60;

/** Keeps the end of a list visible while it grows, unless the reader scrolls up. Returns a function that stops it. */
function followEnd(log: HTMLElement | null, list: HTMLElement | null): (() => void) | undefined {
  if (!log || !list) return undefined;
  let isAtEnd = true;
  let before = 0;
  log.addEventListener("scroll", () => {
    const { scrollHeight, scrollTop, clientHeight } = log;
    // A growing list leaves the position unchanged; only scrolling up stops following.
    isAtEnd = scrollHeight - scrollTop - clientHeight < NEAR_END || (isAtEnd && scrollTop >= before);
    before = scrollTop;
  });
  const resized = new ResizeObserver(() => {
    if (isAtEnd) log.scrollTop = log.scrollHeight;
  });
  resized.observe(log);
  resized.observe(list);
  return () => resized.disconnect();
}

function Line({ sessionId, entry, start }: { sessionId: string; entry: Entry; start: number }) {
  const { kind, at, action, text, summary, pictures } = entry;
  const seconds = Math.max(0, Math.round((Date.parse(at) - start) / 1_000));
  return (
    <li class={`entry ${kind}`}>
      <time dateTime={at} title={new Date(at).toLocaleString()}>
        {`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`}
      </time>
      {action && <ActionLine action={action} />}
      {text !== undefined && <Block text={text} />}
      {summary !== undefined && <p class="soft">{summary}</p>}
      {pictures.map((picture) => (
        <Shot key={picture.messageId} sessionId={sessionId} picture={picture} />
      ))}
    </li>
  );
}

/** Maximum length of an argument in the summary; the details show all of it. */
const MAX_ARGUMENT = 200;

function ActionLine({ action: { tool, args, result } }: { action: Action }) {
  return (
    <details>
      <summary>
        <b>{tool.replaceAll("_", " ")}</b>
        {Object.entries(args).map(([name, value]) => (
          <Fragment key={name}>
            {" "}
            <span class="arg">
              <i>{name}</i> {shortened(typeof value === "string" ? value : JSON.stringify(value))}
            </span>
          </Fragment>
        ))}
        {result && <span class="result">{result.summary}</span>}
      </summary>
      <Block text={JSON.stringify(args, null, 2)} />
      {result && <Block text={result.text} />}
    </details>
  );
}

function shortened(text: string): string {
  return text.length > MAX_ARGUMENT ? `${text.slice(0, MAX_ARGUMENT).toWellFormed()}…` : text;
}

/** An image may fail because the server has not stored it yet or its address has expired. Then its address is read again. */
const TRIES = 3;
const TRY_AGAIN_MS = 1_500;

function Shot({ sessionId, picture: { messageId, address, before } }: { sessionId: string; picture: Picture }) {
  const image = useRef<HTMLImageElement>(null);
  const [first] = useState(here(address));
  const [isLoaded, setLoaded] = useState(false);
  const tries = useRef(0);
  const readAgain = async () => {
    const query = { limit: 1, ...(before === undefined ? {} : { after: before }) };
    const { messages } = await call("GET /v3/sessions/{session_id}/messages", { path: [sessionId], query });
    const [now] = messages;
    // Setting `src` reloads a failed image, even with the same address.
    if (image.current && now?.id === messageId && now.screenshotUrl !== null)
      image.current.src = here(now.screenshotUrl);
  };
  const failed = () => {
    if (++tries.current > TRIES || before === undefined) return;
    setTimeout(() => void readAgain().catch(() => {}), TRY_AGAIN_MS);
  };
  const press = () => enlarge(image.current?.src ?? first, "The page after this step");
  return (
    <button type="button" class={isLoaded ? "shot there" : "shot"} title="Enlarge" onClick={press}>
      <img
        alt="The page after this step"
        loading="lazy"
        src={first}
        ref={image}
        onLoad={() => setLoaded(true)}
        onError={failed}
      />
    </button>
  );
}

function enlarge(src: string, alt: string): void {
  show(alt, "large", (close) => (
    <>
      <img src={src} alt={alt} />
      <div class="buttons">
        <button type="button" class="quiet" onClick={close}>
          Close
        </button>
      </div>
    </>
  ));
}
