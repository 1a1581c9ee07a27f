/** A page that tries many ways to reach another host, and a server for that host that records what arrives. */

import { createSocket } from "node:dgram";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, createServer as createSocketServer } from "node:net";
import { htmlResponse, localServer } from "../support/server.ts";

export interface OtherHost {
  port: number;
  stunPort: number;
  turnPort: number;
  /** Names of the ways that arrived; `socket` stands for any connection. */
  seen: Set<string>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Listens on all addresses of this machine: for a browser, 127.0.0.2 and the names below localhost are other hosts. */
export async function otherHost(): Promise<OtherHost> {
  const seen = new Set<string>();
  const arrived = ({ url = "" }: IncomingMessage) => seen.add(/^\/([\w]*)/.exec(url)?.[1] ?? "");
  const server = createServer((request, response) => {
    arrived(request);
    response.writeHead(200, { "content-type": "text/html" }).end("reached");
  });
  server.on("connection", () => seen.add("socket"));
  server.on("upgrade", (request, socket) => {
    arrived(request);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  const udp = createSocket("udp4");
  udp.on("message", () => seen.add("stun"));
  await new Promise<void>((resolve) => udp.bind(0, "0.0.0.0", resolve));
  const turn = createSocketServer((socket) => {
    seen.add("turn");
    socket.destroy();
  });
  await new Promise<void>((resolve) => turn.listen(0, "0.0.0.0", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    stunPort: udp.address().port,
    turnPort: (turn.address() as AddressInfo).port,
    seen,
    async [Symbol.asyncDispose]() {
      udp.close();
      turn.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Ways that work in every browser here without rules; each is a path that the other host sees. */
export const WAYS = [
  ...[
    "fetch",
    "xhr",
    "keepalive",
    "beacon",
    "ping",
    "eventsource",
    "img",
    "script",
    "css",
    "iframe",
    "object",
    "embed",
  ],
  ...["video", "preload", "prefetch", "modulepreload", "srcdocimg", "sandboximg", "metarefresh", "form", "popup"],
  ...["redirectimg", "redirectframe", "ws", "srcdocws", "worker", "workerws", "dataworker", "dataworkerws", "nested"],
  ...["nestedws", "shared", "sharedws", "serviceworker", "serviceworkerws", "stun", "turn"],
];

/** Ways that stay open where name resolution cannot be blocked (docs/safety.md); the page can leave them out. */
export const OPEN_BY_PROTOCOL = ["sandboxws", "sharedws", "speculation", "preconnect", "turn"];

/** The script that contacts the other host from inside a worker. */
const asks = (name: string, host: string) =>
  `fetch("http://${host}/${name}",{mode:"no-cors"}).catch(()=>{});try{new WebSocket("ws://${host}/${name}ws")}catch{};` +
  `try{importScripts("http://${host}/${name}")}catch{}`;

/** Serves the page on 127.0.0.1. A click starts all ways; the title becomes `tried` when all have settled. */
export function hostilePage(name: string, other: OtherHost, without: readonly string[] = []) {
  const host = `${name}:${other.port}`;
  const ways = `
const H=${JSON.stringify(host)},u=p=>"http://"+H+"/"+p,w=p=>"ws://"+H+"/"+p,without=${JSON.stringify(without)};
const settled=[],until=t=>settled.push(new Promise(r=>{t.onload=t.onerror=t.onclose=t.onmessage=r}));
const put=(tag,more)=>{const e=Object.assign(document.createElement(tag),more);until(e);document.body.append(e);return e};
const lone=(tag,more)=>document.body.append(Object.assign(document.createElement(tag),more));
const source=x=>URL.createObjectURL(new Blob([x]));
async function tryAll(){
  open(u("popup"),"_blank","noopener");
  settled.push(fetch(u("fetch"),{mode:"no-cors"}),fetch(u("keepalive"),{mode:"no-cors",method:"POST",keepalive:true}));
  const x=new XMLHttpRequest();until(x);x.open("GET",u("xhr"));x.send();
  navigator.sendBeacon(u("beacon"),"x");
  until(new EventSource(u("eventsource")));
  put("img",{src:u("img")});put("img",{src:"/redirect?to="+encodeURIComponent(u("redirectimg"))});
  put("script",{src:u("script")});put("link",{rel:"stylesheet",href:u("css")});
  for(const [rel,more] of [["preload",{as:"image"}],["prefetch",{}],["modulepreload",{}],["preconnect",{}],["dns-prefetch",{}]])
    if(!without.includes(rel))    lone("link",{rel,href:u(rel),...more});
  put("iframe",{src:u("iframe")});put("iframe",{src:"/redirect?to="+encodeURIComponent(u("redirectframe"))});
  lone("object",{data:u("object")});lone("embed",{src:u("embed")});lone("video",{src:u("video"),preload:"auto"});
  const inner=n=>'<img src="'+u(n+"img")+'"><script>new WebSocket("'+w(n+"ws")+'")</scr'+'ipt>';
  put("iframe",{srcdoc:inner("srcdoc")});
  if(!without.includes("sandboxws"))put("iframe",{sandbox:"allow-scripts",srcdoc:inner("sandbox")});
  put("iframe",{srcdoc:'<meta http-equiv=refresh content="0;url='+u("metarefresh")+'">'});
  put("iframe",{name:"target"});
  const form=Object.assign(document.createElement("form"),{action:u("form"),method:"post",target:"target"});
  document.body.append(form);form.submit();
  const a=Object.assign(document.createElement("a"),{href:"#",ping:u("ping")});document.body.append(a);a.click();
  until(new WebSocket(w("ws")));
  until(new Worker(source(${JSON.stringify(asks("worker", host))}+";postMessage(1)")));
  until(new Worker("data:text/javascript,"+encodeURIComponent(${JSON.stringify(asks("dataworker", host))}+";postMessage(1)")));
  until(new Worker(source('const w=new Worker(URL.createObjectURL(new Blob(['+JSON.stringify(${JSON.stringify(asks("nested", host))}+";postMessage(1)")+'])));w.onmessage=()=>postMessage(1)')));
  if(!without.includes("sharedws"))until(new SharedWorker(source(${JSON.stringify(asks("shared", host))}+";onconnect=e=>e.ports[0].postMessage(1)")).port);
  if(!without.includes("speculation"))lone("script",{type:"speculationrules",textContent:JSON.stringify({prefetch:[{source:"list",urls:[u("speculation")],eagerness:"immediate"}]})});
  try{const t=new WebTransport("https://"+H+"/transport");settled.push(t.ready);t.closed.catch(()=>{})}catch{}
  const turn={urls:"turn:${name}:${other.turnPort}?transport=tcp",username:"x",credential:"x"};
  const call=new RTCPeerConnection({iceServers:[{urls:"stun:${name}:${other.stunPort}"},...(without.includes("turn")?[]:[turn])]});
  call.createDataChannel("x");
  settled.push(new Promise(r=>{call.onicegatheringstatechange=()=>call.iceGatheringState==="complete"&&r()}));
  call.setLocalDescription(await call.createOffer());
  await navigator.serviceWorker.register("/worker.js");await navigator.serviceWorker.ready;
  // Requests without an end event get as long as the slowest of the others, at most 6 s.
  await Promise.race([Promise.allSettled(settled),new Promise(r=>setTimeout(r,6000))]);
  document.title="tried";
}`;
  const html = `<!doctype html><meta charset=utf-8><title>before</title><button onclick="tryAll()">Go</button><script>${ways}</script>`;
  const service = `oninstall=e=>{skipWaiting();${asks("serviceworker", host).replace(/try\{importScripts.*$/, "")}};onactivate=e=>e.waitUntil(clients.claim())`;
  const server = localServer((request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/redirect") return Response.redirect(searchParams.get("to") ?? "/", 302);
    if (pathname === "/worker.js") return new Response(service, { headers: { "content-type": "text/javascript" } });
    return htmlResponse(html);
  });
  return { url: `http://127.0.0.1:${server.port}/`, [Symbol.dispose]: () => void server.stop(true) };
}
