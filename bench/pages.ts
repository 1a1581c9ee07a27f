/** The pages that are measured, and the server that hands them out and hears what happened in them. Knows no tool. */

export interface Site {
  /** The address of a page; another one at each call, so that opening it never is a reload. */
  url(page: keyof typeof PAGES): string;
  /** How often a page reported this: `load`, `click` or `input`. */
  count(what: string): number;
  /** Resolves at the next report of this. */
  next(what: string): Promise<void>;
  stop(): void;
}

export function serveSite(): Site {
  const counts = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();
  const hear = (what: string) => {
    counts.set(what, (counts.get(what) ?? 0) + 1);
    for (const tell of waiting.get(what)?.splice(0) ?? []) tell();
  };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    // An event stream stays open as long as its page.
    idleTimeout: 0,
    fetch(request) {
      const [, name = "", detail = ""] = new URL(request.url).pathname.split("/");
      if (name === "told") hear(detail);
      if (name === "events") return new Response(openStream(), { headers: { "content-type": "text/event-stream" } });
      if (name === "poll") return new Response("{}");
      const make = Object.hasOwn(PAGES, name) ? PAGES[name as keyof typeof PAGES] : undefined;
      return make
        ? new Response(make(), { headers: { "content-type": "text/html" } })
        : new Response("", { status: name === "told" || name === "favicon.ico" ? 204 : 404 });
    },
  });
  let opened = 0;
  return {
    url: (page) => `http://127.0.0.1:${server.port}/${page}/${++opened}`,
    count: (what) => counts.get(what) ?? 0,
    next: (what) =>
      new Promise((resolve) => {
        waiting.set(what, [...(waiting.get(what) ?? []), resolve]);
      }),
    stop: () => void server.stop(true),
  };
}

/** One event, and then none: the answer stays open until the page goes. */
function openStream(): ReadableStream<string> {
  return new ReadableStream({ start: (controller) => controller.enqueue("data: hello\n\n") });
}

/** The number of elements in a page that grows, of which one in ten is a control. */
export const SIZES = { grown1k: 1_000, grown5k: 5_000, grown20k: 20_000, grown100k: 100_000 } as const;
export type Size = keyof typeof SIZES;

/** Every control carries `data-n`, which no tool prints, so that a list of them can be compared with what a tool lists. */
const PAGES = {
  hello: () => `<!doctype html><title>Bench</title><h1>Hello</h1><a href="/two">Two</a><button>Go</button>
<script>addEventListener("load", () => fetch("/told/load"))</script>`,
  form: formPage,
  atOnce: () => reactingPage("show()"),
  byTimer: () => reactingPage("setTimeout(show, 300)"),
  clock: () => reactingPage("show()", "setInterval(() => (noise.textContent = performance.now()), 100)"),
  spinner: () =>
    reactingPage(
      "show()",
      "noise.animate([{ rotate: '0deg' }, { rotate: '360deg' }], { duration: 1000, iterations: Infinity })",
    ),
  stream: () => reactingPage("show()", "new EventSource('/events')"),
  poller: () => reactingPage("show()", "setInterval(() => fetch('/poll'), 300)"),
  rows: once(rowsPage),
  divs: once(divsPage),
  grown1k: once(() => grownPage(SIZES.grown1k)),
  grown5k: once(() => grownPage(SIZES.grown5k)),
  grown20k: once(() => grownPage(SIZES.grown20k)),
  grown100k: once(() => grownPage(SIZES.grown100k)),
} as const;

function once(make: () => string): () => string {
  let made: string | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function times(count: number, make: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => make(n + 1)).join("\n");
}

/** A form and a list. It reports the first click on its button and the first text of 20 characters in its first field. */
function formPage(): string {
  return `<!doctype html><html lang="en"><title>Contact</title>
<h1>Contact us</h1>
<p>We answer within a day.</p>
<form onsubmit="return false">
<p><label for="name">Name</label> <input id="name" type="text" data-n="1"></p>
<p><label for="email">Email</label> <input id="email" type="email" required data-n="2"></p>
<p><label for="topic">Topic</label> <select id="topic" data-n="3"><option>Sales<option>Support<option>Press</select></p>
<p><label><input type="checkbox" data-n="4"> Send me a copy</label></p>
<p><textarea placeholder="Your message" data-n="5"></textarea></p>
<p><button type="button" data-n="6">Send message</button></p>
</form>
<p><a href="/terms" data-n="7">Terms of service</a></p>
<h2>Offices</h2>
<ul>
${times(20, (n) => `<li>Office ${n}</li>`)}
</ul>
<script>
const told = new Set();
const tell = (what) => { if (!told.has(what)) fetch("/told/" + what); told.add(what); };
document.querySelector("button").addEventListener("click", () => tell("click"));
const field = document.querySelector("#name");
field.addEventListener("input", () => { if (field.value.length === 20) tell("input"); });
</script>`;
}

/** A click on the button shows another word. The noise never ends. */
function reactingPage(onClick: string, noise = ""): string {
  return `<!doctype html><html lang="en"><title>Reacting</title>
<button>Go</button><p id="shown">Nothing shown</p><p id="noise">Noise</p>
<script>
const shown = document.querySelector("#shown");
const show = () => (shown.textContent = shown.textContent === "One is shown" ? "Another is shown" : "One is shown");
document.querySelector("button").addEventListener("click", () => { ${onClick} });
const noise = document.querySelector("#noise");
${noise}
</script>`;
}

function rowsPage(): string {
  return `<!doctype html><html lang="en"><title>People</title><h1>People</h1>
<table><thead><tr><th>No.</th><th>Name</th><th>Address</th><th>State</th><th>Actions</th></tr></thead><tbody>
${times(
  500,
  (n) =>
    `<tr><td>${n}</td><td><a href="/people/${n}" data-n="${2 * n - 1}">Person ${n}</a></td>` +
    `<td>person${n}@example.com</td><td>${n % 3 === 0 ? "Waiting" : "Active"}</td>` +
    `<td><button type="button" data-n="${2 * n}">Edit</button></td></tr>`,
)}
</tbody></table>`;
}

function divsPage(): string {
  return `<!doctype html><html lang="en"><title>Tiles</title><style>.tile { cursor: pointer }</style><h1>Tiles</h1>
${times(1_000, (n) => `<div class="tile" data-n="${n}">Tile ${n}</div>`)}
<script>for (const tile of document.querySelectorAll(".tile")) tile.addEventListener("click", () => {});</script>`;
}

/** Ten elements make one part: nested boxes, text in and beside them, and one control. */
function grownPage(elements: number): string {
  return `<!doctype html><html lang="en"><title>Grown</title>
${times(
  elements / 10,
  (n) =>
    `<section><h3>Part ${n}</h3><p>Some words <span>about ${n}</span> and <b>more</b> of them.</p>` +
    `<div><span>Left</span><div>Right of <em>it</em></div></div><button type="button">Do ${n}</button></section>`,
)}`;
}
