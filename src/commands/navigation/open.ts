import { optionOr, positional } from "../../args.ts";
import { command } from "../../command.ts";
import { type Arrival, open as navigate } from "../../page/navigation/navigate.ts";
import { oneOf } from "../../values.ts";
import { url } from "../../web-values.ts";

export const open = command({
  name: "open",
  aliases: ["goto", "navigate"],
  group: "navigation",
  summary: "Open a page; starts the browser if needed",
  effect: "write",
  // A tab that still sets up can be navigated: on a cold start the network and the page then start side by side.
  needs: "session",
  begins: true,
  args: {
    url: positional(url(), "URL or file: example.com, localhost:3000, ./page.html, about:blank, https://…"),
    wait: optionOr(oneOf("load", "dom", "none"), "load", "Wait for everything, for the document only, or not at all"),
  },
  examples: ["open example.com", "open localhost:3000", "open ./report.html --wait dom"],
  async run({ browser, args, signal }) {
    const arrival = await navigate(await browser.tab(signal), args.url, args.wait, signal);
    const liveUrl = browser.remote?.liveUrl;
    return liveUrl === undefined ? arrival : { ...arrival, live_url: liveUrl };
  },
  text: (data: Arrival & { live_url?: string }) =>
    data.live_url === undefined ? arrivalText(data) : `${arrivalText(data)}\nlive_url: ${data.live_url}`,
});

/** The lines of a page that was reached. */
export function arrivalText({ url, title, status, loading, hint }: Arrival): string {
  const lines = [`url: ${url}`, `title: ${title}`];
  if (status !== undefined) lines.push(`status: ${status}`);
  if (loading) lines.push("loading: parts of the page are still loading");
  if (hint !== undefined) lines.push(`Hint: ${hint}`);
  return lines.join("\n");
}
