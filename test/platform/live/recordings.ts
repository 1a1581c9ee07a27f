/** Downloads and plays recordings of the test platform. */
import { htmlResponse, localServer } from "../../support/server.ts";
import { until } from "../../support/until.ts";
import type { TestPlatform } from "../served.ts";
import { personsBrowser } from "./viewing.ts";

/** The bytes of a browser's recording, when it exists. */
export async function recorded(p: TestPlatform, id: string): Promise<Uint8Array<ArrayBuffer>> {
  const project = await p.server.keys.project();
  const { recording } = await until(async () => {
    const record = await p.server.platform.browsers.get(project, id);
    return record?.recording ? record : undefined;
  }, "a recording");
  const bytes = await p.server.platform.objects.get(recording as string);
  return new Uint8Array(bytes as Uint8Array<ArrayBuffer>);
}

interface Played {
  width: number;
  height: number;
  /** Colours, one moment after the other: in the middle, and near the left handler. */
  seen: { middle: number[]; handler: number[] }[];
}

/** Plays a recording in a video element and samples it from beginning to end. */
export async function played(p: TestPlatform, bytes: Uint8Array<ArrayBuffer>, everySeconds: number): Promise<Played> {
  using site = localServer(({ url }) =>
    url.endsWith("/video")
      ? new Response(bytes, { headers: { "content-type": "video/webm" } })
      : htmlResponse("<!doctype html><video muted preload=auto>"),
  );
  await using person = await personsBrowser(p);
  const page = await person.open(`http://127.0.0.1:${site.port}/`);
  return await page.evaluate(`(async () => {
      const video = document.querySelector("video");
      // As a blob, which allows seeking.
      const file = URL.createObjectURL(await (await fetch("/video")).blob());
      await new Promise((resolve, reject) => {
        video.onerror = () => reject(new Error(video.error.message));
        video.onloadeddata = resolve;
        video.src = file;
      });
      const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
      const pen = canvas.getContext("2d");
      const seen = [];
      const count = Math.ceil(video.duration / ${everySeconds});
      for (let n = 1; n <= count; n++) {
        await new Promise((resolve) => { video.onseeked = resolve; video.currentTime = 0.9999 * video.duration * n / count; });
        pen.drawImage(video, 0, 0);
        const at = (x) => [...pen.getImageData(x, canvas.height / 2, 1, 1).data].slice(0, 3);
        seen.push({ middle: at(canvas.width / 2), handler: at(8) });
      }
      return { width: canvas.width, height: canvas.height, seen };
    })()`);
}
