/**
 * A virtual screen (Xvfb) for a browser with a window where there is no display. It belongs to one browser and ends with it,
 * or with the process that started it, however that ends. Linux alone.
 */
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../../errors.ts";
import { rejectOnAbort, withTimeout } from "../../lib/deadline.ts";
import { identify, killGroup, killRest } from "../../lib/process.ts";

export interface Screen {
  /** For `DISPLAY`, like `:99`. */
  name: string;
  /** What a program needs to show a window on it. */
  environment: Record<string, string>;
  end(): Promise<void>;
}

/** True where a window cannot be shown without a screen of our own. */
export function lacksDisplay(): boolean {
  return process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;
}

function findXvfb(): string | null {
  return Bun.which("Xvfb", { PATH: process.env.PATH ?? "" });
}

const SIZE = "1920x1080x24";

/** A screen that is not there by then will not be. */
const START_MS = 10_000;

/** How long it may take to end by itself. */
const END_MS = 2_000;

/**
 * Runs its arguments and ends them when its input does: the pipe closes with the process that holds the other end, `kill -9`
 * included. A process of its own, since Xvfb does not look at its input.
 */
const TIED = `"$@" <&- & read -r _; kill $! 2>/dev/null; wait $!`;

/** Starts one whose files lie in the folder. Throws `launch` where there is no Xvfb, or it does not come up. */
export async function startScreen(folder: string): Promise<Screen> {
  const program = findXvfb();
  if (program === null)
    throw new Failure(
      "launch",
      "there is no display to show a window on, and no Xvfb to make one",
      "Install it (`sudo apt-get install -y xvfb`; elsewhere the package xorg-x11-server-Xvfb), or leave --headed out.",
    );
  const authority = join(folder, "screen.auth");
  writeFileSync(authority, newAuthority(), { mode: 0o600 });
  const words = [program, "-displayfd", "1", "-screen", "0", SIZE, "-nolisten", "tcp", "-noreset", "-auth", authority];
  const child = Bun.spawn(["sh", "-c", TIED, "sh", ...words], {
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const id = identify(child.pid);
  const end = async () => {
    // Ended in this way it removes its socket and its lock.
    await child.stdin.end();
    await withTimeout(child.exited, END_MS);
    killGroup(id);
    killRest(id);
  };
  try {
    const number = await displayNumber(child.stdout);
    if (number === undefined) throw new Error((await firstLine(child.stderr)) || "it said nothing");
    child.unref();
    const name = `:${number}`;
    return { name, environment: { DISPLAY: name, XAUTHORITY: authority }, end };
  } catch (error) {
    await end();
    throw new Failure(
      "launch",
      `Xvfb, which was to show the window, did not start: ${(error as Error).message}`,
      `Try \`${program} :99\` by hand, or leave --headed out.`,
    );
  }
}

/** What it prints when it takes connections; undefined when it ends without it. */
async function displayNumber(output: ReadableStream<Uint8Array>): Promise<string | undefined> {
  const reader = output.getReader();
  const decoder = new TextDecoder();
  const late = rejectOnAbort(AbortSignal.timeout(START_MS)).catch(() => {
    throw new Error(`it was not ready within ${START_MS / 1_000} s`);
  });
  for (let text = ""; ; ) {
    const { value, done } = await Promise.race([reader.read(), late]);
    if (done) return undefined;
    text += decoder.decode(value, { stream: true });
    const number = /^(\d+)\n/.exec(text)?.[1];
    if (number !== undefined) return number;
  }
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const text = await new Response(stream).text();
  return (text.split("\n").find((line) => line.trim() !== "") ?? "").replace(/^\(EE\)\s*/, "").trim();
}

/** A file of xauth with one key, good for any display: other users of the machine can neither see the screen nor type. */
function newAuthority(): Uint8Array {
  const counted = (bytes: Uint8Array) => Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
  const anyAddress = Buffer.from([0xff, 0xff]);
  const none = new Uint8Array(0);
  const fields = [none, none, Buffer.from("MIT-MAGIC-COOKIE-1"), randomBytes(16)];
  return Buffer.concat([anyAddress, ...fields.map(counted)]);
}
