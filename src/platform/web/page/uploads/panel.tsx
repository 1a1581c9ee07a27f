/** Shows the uploads at the foot of every view. */
import { useEffect, useRef } from "preact/hooks";
import { say } from "../app/notices.tsx";
import { Action } from "../components/action.tsx";
import { counted, size } from "../components/format.tsx";
import { useStore } from "../hooks/store.ts";
import { all, cancel, changes, clear, isOpen, retry, type Upload } from "./queue.ts";

/** Number of visible rows; the heading counts all files. */
const MAX_ROWS = 20;

export function Uploads() {
  useStore(changes);
  const uploads = all();
  const open = uploads.filter(isOpen);
  const failed = uploads.filter(({ state }) => state === "failed");
  const done = uploads.filter(({ state }) => state === "done");
  useEnd(open.length > 0, done.length, failed.length);
  return (
    <section id="uploads" aria-label="Uploads" data-keeps-keyboard hidden={uploads.length === 0}>
      {uploads.length > 0 && (
        <>
          <div class="top">
            <strong>{summary(uploads, done.length, failed.length)}</strong>
            <span class="buttons-row">
              {open.length > 0 ? (
                <Action words="Cancel all" run={() => all().forEach(cancel)} />
              ) : (
                <Action words="Close" run={clear} of="the list of uploads" />
              )}
            </span>
          </div>
          {open.length > 0 && <progress max={1} value={part([...open, ...done])} aria-label="Progress of all files" />}
          <ul>
            {[...failed, ...open].slice(0, MAX_ROWS).map((one) => (
              <Row key={one.id} upload={one} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Row({ upload }: { upload: Upload }) {
  const { path, file, state, sent } = upload;
  return (
    <li>
      <span class="name" title={path}>
        {path}
      </span>
      <span class={state === "failed" ? "error" : "soft"}>{wordsOf(upload)}</span>
      {state === "sending" && (
        <progress
          max={1}
          value={file.size === 0 ? 0 : Math.min(1, sent / file.size)}
          aria-label={`Progress of ${path}`}
        />
      )}
      {isOpen(upload) && <Action words="Cancel" run={() => cancel(upload)} of={path} />}
      {state === "failed" && <Action words="Try again" run={() => retry(upload)} label={`Try ${path} again`} />}
    </li>
  );
}

function wordsOf({ state, file, error }: Upload): string {
  if (state === "sending") return size(file.size);
  if (state === "away") return "waiting for the server";
  if (state === "failed") return error;
  return state;
}

/** The share of bytes that were sent, from 0 to 1. */
function part(uploads: readonly Upload[]): number {
  const sent = uploads.reduce((sum, { state, file, sent }) => sum + (state === "done" ? file.size : sent), 0);
  return (
    sent /
    Math.max(
      1,
      uploads.reduce((sum, { file }) => sum + file.size, 0),
    )
  );
}

function summary(uploads: readonly Upload[], done: number, failed: number): string {
  const wanted = uploads.filter(({ state }) => state !== "cancelled");
  const all = `${done} of ${counted(wanted.length, "file")} uploaded`;
  return failed > 0 ? `${all}, ${failed} failed` : all;
}

/** Reports the end of the uploads. The list closes unless a file failed, which can be retried. */
function useEnd(isBusy: boolean, done: number, failed: number): void {
  const wasBusy = useRef(false);
  useEffect(() => {
    const hasEnded = wasBusy.current && !isBusy;
    wasBusy.current = isBusy;
    if (!hasEnded) return;
    if (failed > 0) return say(`${counted(failed, "file")} could not be uploaded.`);
    if (done > 0) say(`${counted(done, "file was", "files were")} uploaded.`);
    clear();
  });
}
