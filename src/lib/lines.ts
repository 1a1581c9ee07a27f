/** Splits a stream into lines as they arrive. */
import { Failure } from "../errors.ts";
import { rejectOnAbort } from "./deadline.ts";

/** A longer line is not text. */
const MAX_LINE = 64 * 1024 * 1024;

/**
 * Yields each line without its line end as soon as it is complete, and the last one also without a line end. Throws the
 * signal's reason when it is aborted, and `usage` for a line that is too long.
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
    // The writer may continue forever, so this does not wait.
    void reader.cancel().catch(() => {});
  }
}
