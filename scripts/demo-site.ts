/** The site of the demo and of the pictures in the README: a form, and the page behind it. */

const STYLE =
  "<style>body { font: 16px sans-serif; max-width: 32em; margin: 2em auto } label { display: block; margin: 1em 0 }</style>";

const FORM = `<!doctype html>
<html lang="en">
<title>Book a seat - Harbour Workshops</title>
${STYLE}
<nav><a href="/">Workshops</a></nav>
<h1>Book a seat</h1>
<form action="/booked" method="post">
  <label>Your name <input name="name" required></label>
  <label>Email <input name="email" type="email" required></label>
  <label>Workshop
    <select name="workshop"><option>Sailmaking</option><option>Knots and splices</option><option>Boat engines</option></select>
  </label>
  <label><input name="lunch" type="checkbox" value="yes"> With lunch</label>
  <label>Remarks <textarea name="remarks"></textarea></label>
  <button>Book the seat</button>
</form>
</html>`;

function bookedPage(fields: Record<string, string>): string {
  const rows = Object.entries(fields).map(([name, value]) => `<dt>${name}</dt><dd>${Bun.escapeHTML(value)}</dd>`);
  return `<!doctype html>
<html lang="en">
<title>Booked - Harbour Workshops</title>
${STYLE}
<nav><a href="/">Workshops</a></nav>
<h1>Your seat is booked</h1>
<dl>${rows.join("")}</dl>
</html>`;
}

/** What the demo fills in. */
export const WANTED = {
  name: "Jane Seaworth",
  email: "jane@example.com",
  workshop: "Knots and splices",
  lunch: "yes",
  remarks: "",
};

const HTML = { "content-type": "text/html; charset=utf-8" };

export interface DemoSite extends AsyncDisposable {
  readonly url: string;
  /** The fields that arrived, once the form was sent. */
  readonly sent: Record<string, string> | undefined;
}

/** Serves the site on a free port of 127.0.0.1. */
export function demoSite(): DemoSite {
  let sent: Record<string, string> | undefined;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname === "/") return new Response(FORM, { headers: HTML });
      if (pathname !== "/booked" || request.method !== "POST") return new Response("", { status: 404 });
      sent = Object.fromEntries(new URLSearchParams(await request.text()));
      return new Response(bookedPage(sent), { headers: HTML });
    },
  });
  return {
    url: server.url.href,
    get sent() {
      return sent;
    },
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}
