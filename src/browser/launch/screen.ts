/**
 * A virtual screen (Xvfb) for a browser with a window on a Linux machine without a display. It belongs to one browser
 * and ends with it, or with the process that started it.
 */
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../../errors.ts";
import { rejectOnAbort, withTimeout } from "../../lib/deadline.ts";
import { identify, killGroup, killRest } from "../../lib/process.ts";

export interface Screen {
  /** The value of `DISPLAY`, such as `:99`. */
  name: string;
  /** Environment variables for a program that uses the screen. */
  environment: Record<string, string>;
  end(): Promise<void>;
}

/** True when a window needs a virtual screen. */
export function lacksDisplay(): boolean {
  return process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;
}

function findXvfb(): string | null {
  return Bun.which("Xvfb", { PATH: process.env.PATH ?? "" });
}

const SIZE = "1920x1080x24";

/** How long Xvfb may take to start. */
const START_MS = 10_000;

/** How long it may take to end. */
const END_MS = 2_000;

/**
 * Runs its arguments and ends them when its standard input closes, which also happens when the parent is killed. Needed
 * because Xvfb does not watch its input.
 */
const END_WITH_INPUT = `"$@" <&- & read -r _; kill $! 2>/dev/null; wait $!`;

/** Starts a screen with its files in the folder. Throws `launch` when Xvfb is missing or does not start. */
export async function startScreen(folder: string): Promise<Screen> {
  const program = findXvfb();
  if (program === null)
    throw new Failure(
      "launch",
      "this machine has no display, and Xvfb is not installed",
      "Install it (`sudo apt-get install -y xvfb`; elsewhere the package xorg-x11-server-Xvfb), or leave --headed out.",
    );
  const authority = join(folder, "screen.auth");
  writeFileSync(authority, newAuthority(), { mode: 0o600 });
  const words = [program, "-displayfd", "1", "-screen", "0", SIZE, "-nolisten", "tcp", "-noreset", "-auth", authority];
  const child = Bun.spawn(["sh", "-c", END_WITH_INPUT, "sh", ...words], {
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const id = identify(child.pid);
  const end = async () => {
    // When it ends this way it removes its socket and its lock.
    await child.stdin.end();
    await withTimeout(child.exited, END_MS);
    killGroup(id);
    killRest(id);
  };
  try {
    const number = await displayNumber(child.stdout);
    if (number === undefined) throw new Error((await firstLine(child.stderr)) || "it printed no error");
    child.unref();
    const name = `:${number}`;
    return { name, environment: { DISPLAY: name, XAUTHORITY: authority }, end };
  } catch (error) {
    await end();
    throw new Failure(
      "launch",
      `the virtual screen Xvfb did not start: ${(error as Error).message}`,
      `Run \`${program} :99\` to see the error, or leave --headed out.`,
    );
  }
}

/** The display number, which Xvfb prints when it accepts connections. Undefined when it ends before. */
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

/** An xauth file with one key for any display: other users of the machine can neither see the screen nor type. */
function newAuthority(): Uint8Array {
  const counted = (bytes: Uint8Array) => Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
  const anyAddress = Buffer.from([0xff, 0xff]);
  const none = new Uint8Array(0);
  const fields = [none, none, Buffer.from("MIT-MAGIC-COOKIE-1"), randomBytes(16)];
  return Buffer.concat([anyAddress, ...fields.map(counted)]);
}
