/**
 * Reads, writes and pastes the clipboard with the browser's editing commands. A headless browser has its own clipboard; a
 * browser with a window uses that of the desktop.
 */
import { Failure } from "../../errors.ts";
import type { Frame } from "../core/frame.ts";
import type { Page } from "../core/page.ts";
import { focusedFrame } from "../locate/read-element.ts";

type ClipboardCommand = "copy" | "paste";

export async function readClipboard(page: Page): Promise<string> {
  return await exchange(page, null, "paste");
}

export async function writeClipboard(page: Page, text: string): Promise<void> {
  await exchange(page, text, "copy");
}

async function exchange(page: Page, text: string | null, command: ClipboardCommand): Promise<string> {
  const frame: Frame = (await focusedFrame(page)) ?? page.main;
  await frame.call("armClipboard", [text]);
  await sendCommand(page, command);
  const result = await frame.call("clipboardResult", []);
  if (result !== null) return result;
  throw new Failure(
    "unsuitable",
    "the page prevents access to the clipboard",
    "Open an empty tab with `svc tab new about:blank`, then run the command again.",
  );
}

/** Sends the editing command with an unnamed key, so that it triggers no shortcut of the page. */
async function sendCommand({ session }: Page, command: ClipboardCommand): Promise<void> {
  const key = { key: "Unidentified", code: "", windowsVirtualKeyCode: 0 };
  await Promise.all([
    session.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...key, commands: [command] }),
    session.send("Input.dispatchKeyEvent", { type: "keyUp", ...key }),
  ]);
}

/** Pastes the text at the focus. The clipboard of a desktop is not used: the paste event is dispatched by script instead. */
export async function pasteText(page: Page, text: string, hasOwnClipboard: boolean): Promise<void> {
  if (hasOwnClipboard) {
    const before = await readClipboard(page);
    await writeClipboard(page, text);
    await sendCommand(page, "paste");
    return await writeClipboard(page, before);
  }
  const frame = (await focusedFrame(page)) ?? page.main;
  if (!(await frame.call("pasteEvent", [text]))) await page.session.send("Input.insertText", { text });
}
