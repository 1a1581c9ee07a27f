/** Uploads files to a file input, or to the input whose file chooser a click opens. Paths are checked before any change. */
import { stat } from "node:fs/promises";
import { basename, extname } from "node:path";
import type { Session } from "../../cdp/connection.ts";
import type { Events } from "../../cdp/protocol.gen.ts";
import { Failure, fileFailure } from "../../errors.ts";
import { acting, type Effect } from "../actions/effects.ts";
import { pressTarget } from "../actions/reach.ts";
import { type ElementHandle, goneFailure } from "../core/elements.ts";
import type { FileAnswer } from "../core/library-controls.ts";
import type { Page } from "../core/page.ts";
import { callOn, DISABLED_HINT, readyTimeout } from "../locate/click-target.ts";
import { accepts } from "./accept.ts";
import { checkSize, setFileContent } from "./upload-content.ts";

/** How long a click may take to open a file chooser. */
const OPENS_MS = 1_000;

/** How long a folder may take to be read. */
const READS_MS = 5_000;

/** A file input as a remote object in the isolated world of its document. */
interface Target {
  session: Session;
  objectId: string;
}

interface Input {
  multiple: boolean;
  accept: string;
  folder: boolean;
  disabled: boolean;
}

export interface Uploaded extends Effect {
  /** Names of the files in the input, or of the given files if the page emptied it. */
  files: string[];
  /** The page has emptied the input: it took the files, or rejected them. */
  emptied?: true;
}

/** Uploads files. `isFar`: the browser runs on another machine. Errors: `bad_file`, `unsuitable`, `disabled`, `stale`, `usage`. */
export async function upload(
  page: Page,
  index: number,
  paths: string[],
  { isFar, timeoutMs, signal }: { isFar: boolean; timeoutMs: number; signal: AbortSignal },
): Promise<Uploaded> {
  const handle = page.elements.get(index);
  const isFolder = await checkPaths(paths);
  if (isFar && isFolder) throw farFolder();
  if (isFar) await checkSize(paths);
  const answer = await callOn(handle, "fileInput", handle.id);
  if (!answer.ok && answer.reason === "gone") throw goneFailure(handle);
  let files: string[] = [];
  const effect = await acting(page, signal, async () => {
    const target = answer.ok ? await ownInput(handle) : await inputOfChooser(page, handle, answer, timeoutMs, signal);
    await checkInput(target, index, paths, isFolder);
    if (isFar) await setFileContent(target, paths, signal);
    else await setFiles(target, paths, isFolder);
    files = await namesIn(target);
  });
  if (files.length > 0 || isFolder) return { files, ...effect };
  return { files: paths.map((path) => basename(path)), emptied: true, ...effect };
}

function farFolder(): Failure {
  return new Failure(
    "unsuitable",
    "a folder cannot be uploaded to a browser on another machine",
    "Give the files themselves, or use a browser on this machine.",
  );
}

/** Checks that every path exists and can be uploaded. Returns true for a folder. */
async function checkPaths(paths: string[]): Promise<boolean> {
  if (paths.length === 0)
    throw new Failure("usage", "missing path: svc upload <index> <path...>", "Run `svc upload --help`.");
  const found = await Promise.all(
    paths.map((path) =>
      stat(path).catch((error) => {
        throw fileFailure(error, `cannot upload ${path}`);
      }),
    ),
  );
  const other = paths.find((_, n) => !found[n]?.isFile() && !found[n]?.isDirectory());
  if (other !== undefined) throw new Failure("bad_file", `cannot upload ${other}: it is not a file`);
  const isFolder = found.some((stats) => stats.isDirectory());
  if (isFolder && paths.length > 1)
    throw new Failure("bad_file", "a folder cannot be uploaded together with other paths", "Give only the folder.");
  return isFolder;
}

async function ownInput(handle: ElementHandle): Promise<Target> {
  const object = await handle.frame.element(handle.library, "fileElement", handle.id);
  if (!object?.objectId) throw goneFailure(handle);
  return { session: handle.library.session, objectId: object.objectId };
}

type Opened = Events["Page.fileChooserOpened"];

/** Clicks the element and returns the input whose file chooser that opens. The chooser itself is not shown. */
async function inputOfChooser(
  page: Page,
  handle: ElementHandle,
  answer: FileAnswer & { ok: false },
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Target> {
  if (answer.reason !== "kind" || !answer.mayOpen) throw noInput(page, handle, answer, "is not a file input");
  const facts = await callOn(handle, "facts", handle.id);
  if (!facts) throw goneFailure(handle);
  const { session } = handle.frame;
  const { promise, resolve } = Promise.withResolvers<Opened | undefined>();
  page.takesChooser = resolve;
  try {
    if (!page.interceptsFiles) await session.send("Page.setInterceptFileChooserDialog", { enabled: true });
    await pressTarget(page, handle, { id: handle.id, facts }, readyTimeout(timeoutMs));
    const soon = AbortSignal.any([signal, AbortSignal.timeout(OPENS_MS)]);
    soon.addEventListener("abort", () => resolve(undefined), { once: true });
    const opened = await promise;
    signal.throwIfAborted();
    const frame = opened && page.frames.get(opened.frameId);
    if (!frame || opened.backendNodeId === undefined)
      throw noInput(page, handle, answer, "is not a file input, and a click on it opened no file chooser");
    const { contextId } = await frame.library();
    const { object } = await frame.session.send("DOM.resolveNode", {
      backendNodeId: opened.backendNodeId,
      executionContextId: contextId,
    });
    if (!object.objectId) throw goneFailure(handle);
    return { session: frame.session, objectId: object.objectId };
  } finally {
    page.takesChooser = undefined;
    // A browser that svc did not start shows file choosers again.
    if (!page.interceptsFiles) void session.sendMayFail("Page.setInterceptFileChooserDialog", { enabled: false });
  }
}

function noInput(page: Page, handle: ElementHandle, answer: FileAnswer & { ok: false }, what: string): Failure {
  const inputs = answer.reason === "kind" ? answer.inputs : [];
  const others = inputs.map((id) => page.elements.indexOf(handle.library, id)).filter((index) => index !== undefined);
  const hint =
    others.length > 0
      ? `Run \`svc upload <index> <path>\` with a file input: index ${others.join(", ")}.`
      : "Run `svc state` and look for an input of type file.";
  return new Failure("unsuitable", `element ${handle.index}, ${handle.seen}, ${what}`, hint);
}

async function onInput<T>({ session, objectId }: Target, functionDeclaration: string, arg?: number): Promise<T> {
  const { result } = await session.send("Runtime.callFunctionOn", {
    functionDeclaration,
    objectId,
    arguments: [{ value: arg ?? 0 }],
    returnByValue: true,
    awaitPromise: true,
  });
  return result.value as T;
}

async function checkInput(target: Target, index: number, paths: string[], isFolder: boolean): Promise<void> {
  const { multiple, accept, folder, disabled } = await onInput<Input>(
    target,
    `function() {
      const { multiple, accept, webkitdirectory } = this;
      return { multiple, accept, folder: webkitdirectory, disabled: this.matches(":disabled") || this.closest("[aria-disabled=true]") !== null };
    }`,
  );
  if (disabled) throw new Failure("disabled", `element ${index} is disabled`, DISABLED_HINT);
  if (folder !== isFolder) {
    const reason = isFolder ? `it is a folder, and element ${index} takes files` : `element ${index} takes a folder`;
    throw new Failure("bad_file", `cannot upload ${paths[0]}: ${reason}`);
  }
  if (paths.length > 1 && !multiple)
    throw new Failure("unsuitable", `element ${index} takes one file, not ${paths.length}`, "Give one path.");
  const bad = accept === "" || folder ? undefined : paths.find((path) => !accepts(accept, path));
  if (bad !== undefined)
    throw new Failure(
      "unsuitable",
      `element ${index} takes ${accept}, not '${extname(bad) || basename(bad)}'`,
      "Give a file of such a type.",
    );
}

/** Sets the files by their paths. The browser reads a folder itself, and the input dispatches `change` at the end. */
async function setFiles(target: Target, paths: string[], isFolder: boolean): Promise<void> {
  const read = isFolder
    ? onInput(
        target,
        `function(ms) { return new Promise((resolve) => {
          this.addEventListener("change", () => resolve(true), { once: true });
          setTimeout(() => resolve(false), ms);
        }); }`,
        READS_MS,
      )
    : undefined;
  const { session, objectId } = target;
  await session.send("DOM.setFileInputFiles", { files: paths, objectId });
  await read;
}

/** Names of the files in the input. */
function namesIn(target: Target): Promise<string[]> {
  return onInput(target, "function() { return [...this.files].map((one) => one.webkitRelativePath || one.name); }");
}
