/** Serves the random pages of readable.ts and their frames. */
import { htmlResponse, localServer } from "../support/server.ts";
import { readablePage } from "./readable.ts";

const HEAD = `<!doctype html><meta charset=utf-8><title>Words</title><style>
body { font: 14px/1.3 sans-serif } x-host { background: #f8f8ff }
.before::before, .after::after { content: attr(data-content) }
</style>`;

export async function serveReadable(): Promise<{ url(seed: number): string; stop(): void }> {
  const script = await Bun.file(new URL("readable-page.js", import.meta.url)).text();
  const server = localServer((request): Response => {
    const [seed = 0, frame] = new URL(request.url).pathname.slice(1).split("/").map(Number);
    const { body, frames } = readablePage(seed);
    const source = frame === undefined ? body : (frames[frame] ?? "");
    const html = source.replace(/data-origin=(\w+) data-n=(\d+)/g, (_, origin: string, n: string) => {
      const host = origin === "same" ? "127.0.0.1" : "localhost";
      return `src="http://${host}:${new URL(request.url).port}/${seed}/${n}"`;
    });
    return htmlResponse(`${HEAD}${html}<script>${script}</script>`);
  });
  return { url: (seed) => `http://127.0.0.1:${server.port}/${seed}`, stop: () => server.stop(true) };
}
