/**
 * A change of a page at the time that the test chooses. The page waits for it in a stream, which no command waits for.
 *
 * @param change JavaScript that changes the page
 * @returns `script` and `routes` for the page; `happen` resolves when the page has changed
 */
export function changeOnDemand(change: string) {
  const wanted = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const stream = new ReadableStream({
    async start(to) {
      await wanted.promise;
      to.enqueue("data: now\n\n");
    },
  });
  return {
    script: `<script>new EventSource("/change").onmessage = () => { ${change}; navigator.sendBeacon("/changed"); }</script>`,
    routes: {
      "/change": () => new Response(stream, { headers: { "content-type": "text/event-stream" } }),
      "/changed": () => {
        done.resolve();
        return new Response("");
      },
    },
    async happen() {
      wanted.resolve();
      await done.promise;
    },
  };
}
