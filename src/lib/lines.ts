/** Lines of a stream as they arrive, and of a file. Knows nothing of what they hold. */
import { Failure } from "../errors.ts";
import { rejectOnAbort } from "./deadline.ts";

/** A line longer than this is no line of text. */
const MAX_LINE = 64 * 1024 * 1024;

/**
 * Each line as soon as it is whole, without its end; the last one also without. Ends when the stream does. Throws the signal's
 * reason when it is aborted, and `usage` for a line that does not end.
 */
export async function* linesOf(stream: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  const aborted = rejectOnAbort(signal);
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), aborted]);
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > MAX_LINE) throw new Failure("usage", `a line is longer than ${MAX_LINE} characters`);
      for (const line of lines) yield line.replace(/\r$/, "");
      if (done) break;
    }
    if (rest !== "") yield rest.replace(/\r$/, "");
  } finally {
    // Who writes there may go on for ever: nothing is waited for.
    void reader.cancel().catch(() => {});
  }
}
