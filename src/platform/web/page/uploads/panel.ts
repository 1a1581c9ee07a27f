/** Shows the files that are on their way, at the foot of every page. Rows stay while they change, so that they can be pressed. */
import { button, byId, h } from "../dom.ts";
import { counted, size } from "../format.ts";
import { say } from "../notices.ts";
import { all, cancel, clear, isOpen, onChange, retry, type Upload } from "./queue.ts";

/** Rows that are shown; the head tells of all. */
const MAX_ROWS = 20;

class Row {
  readonly element: HTMLElement;
  readonly #upload: Upload;
  readonly #bar: HTMLProgressElement;
  readonly #words = h("span", { className: "soft" });
  readonly #cancel: HTMLButtonElement;
  readonly #retry: HTMLButtonElement;

  constructor(upload: Upload) {
    const { path } = upload;
    this.#upload = upload;
    this.#bar = h("progress", { max: 1, value: 0, "aria-label": `Progress of ${path}` });
    this.#cancel = button("Cancel", "quiet", () => cancel(upload), `Cancel ${path}`);
    this.#retry = button("Try again", "quiet", () => retry(upload), `Try ${path} again`);
    const name = h("span", { className: "name", title: path }, path);
    this.element = h("li", {}, name, this.#words, this.#bar, this.#cancel, this.#retry);
    this.show();
  }

  show(): void {
    const { state, sent, file, error } = this.#upload;
    this.#bar.value = file.size === 0 ? 0 : Math.min(1, sent / file.size);
    this.#bar.hidden = state !== "sending";
    this.#words.className = state === "failed" ? "error" : "soft";
    const words = { sending: size(file.size), away: "waits for the server", waiting: "waits", failed: error };
    const now = words[state as keyof typeof words] ?? state;
    if (this.#words.textContent !== now) this.#words.textContent = now;
    this.#cancel.hidden = !isOpen(this.#upload);
    this.#retry.hidden = state !== "failed";
  }
}

const panel = byId("uploads");
const told = h("strong");
const whole = h("progress", { max: 1, value: 0, "aria-label": "Progress of all files" });
const cancelAll = button("Cancel all", "quiet", () => all().forEach(cancel));
const close = button("Close", "quiet", clear, "Close the list of uploads");
const list = h("ul");
const rows = new Map<Upload, Row>();
let isDue = false;
let wasBusy = false;

panel.append(
  h("div", { className: "top" }, told, h("span", { className: "buttons-row" }, cancelAll, close)),
  whole,
  list,
);

function draw(): void {
  isDue = false;
  const uploads = all();
  const open = uploads.filter(isOpen);
  const failed = uploads.filter(({ state }) => state === "failed");
  const done = uploads.filter(({ state }) => state === "done");
  const hadKeyboard = panel.contains(document.activeElement);
  panel.hidden = uploads.length === 0;
  told.textContent = summary(uploads, done, failed);
  const bytes = (some: readonly Upload[], pick: (one: Upload) => number) =>
    some.reduce((sum, one) => sum + pick(one), 0);
  const wanted = [...open, ...done];
  whole.value =
    bytes(wanted, ({ state, sent, file }) => (state === "done" ? file.size : sent)) /
    Math.max(
      1,
      bytes(wanted, ({ file }) => file.size),
    );
  whole.hidden = open.length === 0;
  cancelAll.hidden = open.length === 0;
  close.hidden = open.length > 0;
  showRows([...failed, ...open].slice(0, MAX_ROWS));
  if (hadKeyboard && (panel.hidden || !panel.contains(document.activeElement)))
    (panel.hidden ? byId("main") : open.length > 0 ? cancelAll : close).focus({ preventScroll: true });
  if (wasBusy && open.length === 0) finished(done, failed);
  wasBusy = open.length > 0;
}

function summary(uploads: readonly Upload[], done: readonly Upload[], failed: readonly Upload[]): string {
  const wanted = uploads.filter(({ state }) => state !== "cancelled");
  const all = `${done.length} of ${counted(wanted.length, "file")} uploaded`;
  return failed.length > 0 ? `${all}, ${failed.length} failed` : all;
}

function showRows(shown: readonly Upload[]): void {
  for (const [upload, row] of rows) {
    if (shown.includes(upload)) continue;
    row.element.remove();
    rows.delete(upload);
  }
  for (const upload of shown) {
    const row = rows.get(upload) ?? new Row(upload);
    rows.set(upload, row);
    row.show();
    if (!row.element.parentElement) list.append(row.element);
  }
}

/** What went well is said and gone; what failed stays to be tried again. */
function finished(done: readonly Upload[], failed: readonly Upload[]): void {
  if (failed.length > 0) say(`${counted(failed.length, "file")} could not be uploaded.`);
  else if (done.length > 0) say(`${counted(done.length, "file was", "files were")} uploaded.`);
  if (failed.length === 0) clear();
}

onChange(() => {
  if (!isDue) requestAnimationFrame(draw);
  isDue = true;
});
