/**
 * The clipboard of the browser: read, written and pasted by the commands of its own keyboard. Without a window each browser has a clipboard of
 * its own; with one it is that of the desktop.
 */
import { Failure } from "../../errors.ts";
import type { Frame } from "../core/frame.ts";
import type { Page } from "../core/page.ts";
import { focusedFrame } from "../locate/read-element.ts";

type ClipboardCommand = "copy" | "paste";

export async function readClipboard(page: Page): Promise<string> {
  return await exchanged(page, null, "paste");
}

export async function writeClipboard(page: Page, text: string): Promise<void> {
  await exchanged(page, text, "copy");
}

async function exchanged(page: Page, text: string | null, command: ClipboardCommand): Promise<string> {
  const frame: Frame = (await focusedFrame(page)) ?? page.main;
  await frame.call("armClipboard", [text]);
  await sendCommand(page, command);
  const result = await frame.call("clipboardResult", []);
  if (result !== null) return result;
  throw new Failure(
    "unsuitable",
    "the page does not let the clipboard be read or written",
    "Run `svc open about:blank` in another tab (`svc tab new`), and the command again.",
  );
}

/** The editing command under a key without a name, so that no shortcut of the page is meant by it. */
async function sendCommand({ session }: Page, command: ClipboardCommand): Promise<void> {
  const key = { key: "Unidentified", code: "", windowsVirtualKeyCode: 0 };
  await Promise.all([
    session.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...key, commands: [command] }),
    session.send("Input.dispatchKeyEvent", { type: "keyUp", ...key }),
  ]);
}

/** Pastes the text where the focus is. A clipboard of a desktop is left alone: the event then comes without it. */
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
