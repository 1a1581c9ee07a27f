/** Filling fields, choosing options, handing over files. What a field holds afterwards is read back and reported. */
import { stat } from "node:fs/promises";
import { extname } from "node:path";
import { Failure, fileFailure } from "../errors.ts";
import { shorten } from "../values.ts";
import { callOn, locate, patience, press } from "./act.ts";
import { describeFacts, goneFailure, staleFailure } from "./elements.ts";
import { pressChord, typeText } from "./keyboard.ts";
import type { FieldAnswer } from "./library.ts";
import type { Page } from "./page.ts";

/** Longer texts are put in at once: key by key they take a millisecond and a half each. */
const MAX_KEYS = 500;

export interface Filled {
  /** What the field holds now; dots for a password. */
  value: string;
}

/** Replaces what the field holds. Empty text clears it. */
export async function fill(page: Page, index: number, text: string, timeoutMs: number): Promise<Filled> {
  const handle = page.elements.get(index);
  const first = await callOn(handle, "facts", handle.id);
  if (first === null) throw goneFailure(handle);
  const chosen = first.type !== undefined && /^(date|time|datetime-local|month|week|color|range)$/.test(first.type);
  if (!chosen) {
    // Refused before anything happens to the page: the click could already do something.
    refuse(index, await callOn(handle, "beginInput", handle.id, text));
    await press(page, await locate(page, index, { waitMs: patience(timeoutMs) }), "left");
  }
  const ready = await callOn(handle, "beginInput", handle.id, text);
  if (!ready.ok) throw refuse(index, ready);
  if (ready.kind !== "value") {
    const oneLine = ready.type !== "textarea" && ready.kind !== "editable";
    if (text === "") await pressChord(page, { modifiers: [], key: { key: "Delete", code: "Delete", keyCode: 46 } });
    else if (text.length > MAX_KEYS) await page.session.send("Input.insertText", { text });
    else if (oneLine) await typeText(page, text.replace(/[\r\n\t]+/g, " "));
    else if (!/[\n\t]/.test(text)) await typeText(page, text);
    // Enter and Tab do other things in many editors than put a line end or a tab.
    else await page.session.send("Input.insertText", { text });
  }
  const held = (await callOn(handle, "fieldValue", handle.id)) ?? "";
  return { value: first.type === "password" ? "•".repeat(held === "" ? 0 : 8) : held };
}

/** Throws for a field that cannot be filled; returns only to please the type checker where the caller throws. */
function refuse(index: number, answer: FieldAnswer): Failure {
  if (answer.ok) return new Failure("internal", "refused without a reason");
  if (answer.reason === "gone" || !answer.facts) throw staleFailure(index, "a field");
  const what = `element ${index}, ${describeFacts(answer.facts)},`;
  switch (answer.reason) {
    case "disabled":
      throw new Failure("disabled", `${what} is disabled`, "Fill in what it waits for, then run the command again.");
    case "readonly":
      throw new Failure("disabled", `${what} is read-only`);
    case "value":
      throw new Failure("unsuitable", `${what} cannot hold that text: ${answer.detail}`);
    default:
      throw new Failure("unsuitable", `${what} is not a field to type into`, fieldHint(index, answer.detail));
  }
}

function fieldHint(index: number, kind: string | undefined): string {
  if (kind === "file") return `Run \`svc upload ${index} <path>\`.`;
  if (kind === "select") return `Run \`svc select ${index} <option>\`.`;
  if (kind === "check") return `Run \`svc click ${index}\` to switch it.`;
  return "Run `svc state` and choose an input, a textarea or an editable element.";
}

export interface Selected {
  selected: string;
  value: string;
}

export async function choose(page: Page, index: number, wanted: string): Promise<Selected> {
  const handle = page.elements.get(index);
  const answer = await callOn(handle, "select", handle.id, wanted);
  if (answer.ok) return { selected: answer.selected, value: answer.value };
  if (answer.reason === "gone" || !answer.facts) throw goneFailure(handle);
  const what = `element ${index}, ${describeFacts(answer.facts)},`;
  switch (answer.reason) {
    case "disabled":
      throw new Failure("disabled", `${what} is disabled`);
    case "option_disabled":
      throw new Failure("disabled", `the option '${shorten(wanted)}' of ${what} is disabled`);
    case "missing": {
      const options = answer.options ?? [];
      const shown = options
        .slice(0, 30)
        .map((option) => `'${option}'`)
        .join(", ");
      const more = options.length > 30 ? ` and ${options.length - 30} more` : "";
      throw new Failure(
        "no_option",
        `${what} has no option '${shorten(wanted)}'; it has ${shown || "none"}${more}`,
        "Choose one of the options by its label or value.",
      );
    }
    default:
      throw new Failure(
        "unsuitable",
        `${what} is not a list to select from`,
        `Run \`svc click ${index}\` to open it, then \`svc state\`.`,
      );
  }
}

/** Hands one file over to a file input. The input must be the element itself, its label's, or the only one inside it. */
export async function upload(page: Page, index: number, path: string): Promise<void> {
  const handle = page.elements.get(index);
  await checkUpload(path);
  const answer = await callOn(handle, "fileInput", handle.id);
  if (!answer.ok) {
    if (answer.reason === "gone") throw goneFailure(handle);
    if (answer.reason === "disabled") throw new Failure("disabled", `element ${index} is disabled`);
    const others = answer.inputs
      .map((id) => page.elements.indexOf(handle.library, id))
      .filter((one) => one !== undefined);
    const hint =
      others.length > 0
        ? `File inputs have index ${others.join(", ")}.`
        : "Run `svc state` and look for an input of type file.";
    throw new Failure("unsuitable", `element ${index}, ${handle.seen}, is not a file input`, hint);
  }
  if (answer.accept && !accepts(answer.accept, path)) {
    throw new Failure("unsuitable", `element ${index} takes ${answer.accept}, not '${extname(path) || path}'`);
  }
  const object = await handle.frame.element(handle.library, "fileElement", handle.id);
  if (!object?.objectId) throw goneFailure(handle);
  await handle.library.session.send("DOM.setFileInputFiles", { files: [path], objectId: object.objectId });
}

async function checkUpload(path: string): Promise<void> {
  const found = await stat(path).catch((error) => {
    throw fileFailure(error, `cannot upload ${path}`);
  });
  if (!found.isFile()) throw new Failure("bad_file", `cannot upload ${path}: it is not a file`);
}

const MIME_BY_EXTENSION: Record<string, string> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".svg": "image/svg+xml",
  ".pdf": "application/pdf",
  ".txt": "text/plain",
  ".csv": "text/csv",
  ".html": "text/html",
  ".json": "application/json",
  ".zip": "application/zip",
  ".mp4": "video/mp4",
  ".webm": "video/webm",
  ".mp3": "audio/mpeg",
  ".wav": "audio/wav",
  ".xml": "application/xml",
};

/** The rule of the `accept` attribute: extensions, whole types, or `image/*`. A type we do not know passes. */
function accepts(accept: string, path: string): boolean {
  const extension = extname(path).toLowerCase();
  const type = MIME_BY_EXTENSION[extension];
  const rules = accept
    .toLowerCase()
    .split(",")
    .map((rule) => rule.trim())
    .filter(Boolean);
  return rules.some((rule) => {
    if (rule.startsWith(".")) return rule === extension;
    if (type === undefined) return true;
    return rule.endsWith("/*") ? type.startsWith(rule.slice(0, -1)) : rule === type;
  });
}
