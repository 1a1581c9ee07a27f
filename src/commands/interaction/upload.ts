import { positional, somePositionals } from "../../args.ts";
import { command } from "../../command.ts";
import { shorten } from "../../lib/shorten.ts";
import { effectLines } from "../../page/actions/effects.ts";
import { upload as handOver } from "../../page/controls/upload.ts";
import { elementIndex, path } from "../../values.ts";

export const upload = command({
  name: "upload",
  group: "interaction",
  summary: "Upload files through a file input, or a button that opens a file chooser",
  effect: "write",
  needs: "page",
  args: {
    index: positional(elementIndex(), "Index from the last state"),
    paths: somePositionals(path(), "File; several files or a folder if the input allows it"),
  },
  examples: ["upload 4 ./photo.png", "upload 4 a.pdf b.pdf"],
  async run({ browser, page, args, signal, timeoutMs }) {
    const how = { isFar: browser.isFar, timeoutMs, signal };
    const { files, emptied, ...effect } = await handOver(page, args.index, args.paths, how);
    const [first] = args.paths;
    const uploaded = args.paths.length === 1 && first !== undefined ? first : args.paths;
    return { uploaded, element: args.index, files, ...(emptied ? { emptied } : {}), ...effect };
  },
  text: (r) => {
    const paths = Array.isArray(r.uploaded) ? r.uploaded : [r.uploaded];
    const lines = paths.map((one) => `uploaded: ${shorten(one, 500)}`);
    const emptied = r.emptied ? "\nemptied: true (the page took the files and cleared the input)" : "";
    return `${lines.join("\n")}\nelement: ${r.element}${emptied}${effectLines(r)}`;
  },
});
