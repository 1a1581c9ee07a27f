import { option, positionalOr } from "../../args.ts";
import { command } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { readText } from "../../lib/atomic-file.ts";
import { acting, effectLines } from "../../page/actions/effects.ts";
import { type Evaluated, evaluate } from "../../page/navigation/evaluate.ts";
import { path, text } from "../../values.ts";

export const evalCommand = command({
  name: "eval",
  group: "data",
  summary: "Run JavaScript in the page and print the result; promises are awaited",
  effect: "write",
  needs: "page",
  args: {
    js: positionalOr(text("js", { stdin: true, code: true }), undefined, "JavaScript; - reads it from standard input"),
    file: option(path("file"), "Read the JavaScript from a file"),
  },
  examples: ["eval 'document.title'", "eval 'await fetch(\"/api\").then(r => r.json())'", "eval --file script.js"],
  async run({ page, args, signal }) {
    if ((args.js === undefined) === (args.file === undefined)) {
      throw new Failure(
        "usage",
        args.js === undefined ? "no JavaScript given" : "JavaScript and --file cannot be used together",
        "Write `svc eval <js>`, `svc eval --file <path>`, or `svc eval -` to read standard input.",
      );
    }
    const script = args.js ?? readText(args.file ?? "");
    let evaluated: Evaluated = { result: null, type: "undefined" };
    const run = async () => {
      evaluated = await evaluate(page, script, signal);
    };
    // Most scripts only look: a read that follows does not wait for an effect to show.
    const effect = await acting(page, signal, run, undefined, "nothing");
    return { ...evaluated, ...effect };
  },
  text: ({ result, type, ...effect }) => {
    const shown = type === "undefined" ? "undefined" : typeof result === "string" ? result : JSON.stringify(result);
    return `result: ${shown}${effectLines(effect)}`;
  },
});
