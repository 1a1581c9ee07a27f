import { positionalOr } from "../../args.ts";
import { command } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { rejectOnAbort } from "../../lib/deadline.ts";
import { listen, readKinds } from "../../lib/trace.ts";
import { text } from "../../values.ts";

export const traceCommand = command({
  name: "trace",
  group: "scripting",
  summary: "Print the session's messages to the browser and to language models, until Ctrl-C",
  effect: "read",
  needs: "session",
  beside: true,
  pageless: true,
  endless: true,
  args: {
    kinds: positionalOr(text("kinds"), "cdp,agent", "cdp, agent, http or all; comma-separated"),
  },
  examples: ["trace", "trace agent", "trace cdp --timeout 10000"],
  async run({ args, output, signal }) {
    if (!output)
      throw new Failure("usage", "a trace cannot be printed as JSON", "Run `svc trace` in a terminal, without --json.");
    let lines = 0;
    const end = listen(readKinds(args.kinds), (line) => {
      lines++;
      void output(`${line}\n`, "stdout");
    });
    try {
      return await rejectOnAbort(signal);
    } catch (reason) {
      if (reason instanceof Failure && reason.code === "timeout") return { lines };
      throw reason;
    } finally {
      end();
    }
  },
  text: ({ lines }) => `${lines} lines`,
});
