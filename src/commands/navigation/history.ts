import { command } from "../../command.ts";
import { goHistory, reload as loadAgain } from "../../page/navigation/navigate.ts";
import { arrivalText } from "./open.ts";

export const back = command({
  name: "back",
  group: "navigation",
  summary: "Go back in the tab's history",
  effect: "write",
  needs: "page",
  whileDialog: true,
  args: {},
  examples: ["back"],
  async run({ page, signal }) {
    return { back: true, ...(await goHistory(page, -1, signal)) };
  },
  text: arrivalText,
});

export const forward = command({
  name: "forward",
  group: "navigation",
  summary: "Go forward in the tab's history",
  effect: "write",
  needs: "page",
  whileDialog: true,
  args: {},
  examples: ["forward"],
  async run({ page, signal }) {
    return { forward: true, ...(await goHistory(page, 1, signal)) };
  },
  text: arrivalText,
});

export const reload = command({
  name: "reload",
  group: "navigation",
  summary: "Reload the page",
  effect: "write",
  // A page whose process crashed can be asked nothing but this.
  needs: "session",
  args: {},
  examples: ["reload"],
  async run({ browser, signal }) {
    return { reloaded: true, ...(await loadAgain(await browser.tab(signal), signal)) };
  },
  text: arrivalText,
});
