/** Random pages of words in many layouts. The same seed always gives the same page. */
import { random } from "./random.ts";

const COLORS = ["white", "#eee", "#ffd", "rgba(0,0,0,.3)", "rgba(255,255,255,.5)", "transparent"];
const FLOW = ["", "", "", "padding:6px", "margin:8px 20px", "background:#eee", "border:1px solid", "width:240px"];
const STYLES = [
  ...["position:relative", "position:relative;left:40px;top:-10px", "float:left", "float:right;width:120px"],
  ...["opacity:0", "opacity:.5", "visibility:hidden", "display:none", "display:inline-block", "display:contents"],
  ...["transform:rotate(8deg)", "transform:scale(.7)", "transform:translate(60px,-8px)", "transform:scale(0)"],
  ...[
    "overflow:hidden;height:26px",
    "overflow:hidden;width:110px",
    "overflow:clip;height:30px",
    "overflow:hidden;height:0",
  ],
  ...["clip-path:inset(12px)", "clip-path:inset(50%)", "zoom:1.5", "font-size:22px", "columns:2", "columns:3 90px"],
  ...["direction:rtl", "text-indent:-9999px", "white-space:nowrap", "writing-mode:vertical-rl", "pointer-events:none"],
  ...["margin-top:-24px", "margin-left:-60px", "contain:paint", "content-visibility:hidden", "content-visibility:auto"],
  ...[
    "writing-mode:vertical-lr",
    "transform:rotate(90deg)",
    "transform:rotate(180deg)",
    "transform:skewX(25deg)",
    "scale:.6",
  ],
  ...[
    "clip-path:circle(40%)",
    "clip-path:polygon(0 0,100% 0,50% 100%)",
    "border-radius:50%;overflow:hidden;height:60px",
  ],
  ...[
    "overflow:clip;height:20px;overflow-clip-margin:10px",
    "display:flow-root",
    "columns:2;height:40px",
    "translate:50px 12px",
  ],
  ...["line-height:.6", "letter-spacing:4px", "text-transform:uppercase;opacity:.8", "max-height:40px;overflow:hidden"],
];
const SR_ONLY =
  "position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0);white-space:nowrap;margin:-1px";
const CLAMP = "display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;width:150px";
const ELLIPSIS = "width:140px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis";

/** The HTML of a page, and of its frames by index. */
export interface Readable {
  seed: number;
  body: string;
  frames: string[];
}

export function readablePage(seed: number): Readable {
  return new Writer(seed).page();
}

type Kind = Exclude<keyof Writer, "page">;

/** Kinds of content. Repeated kinds are more frequent. */
const KINDS =
  "para para para para heading box box box placed layer scroller scroller sideways ellipsis clamp table table list terms preformatted flex grid host frame bar hidden controls inlines generated details card rows headed nested columned drawing popover".split(
    " ",
  ) as Kind[];

class Writer {
  readonly #seed: number;
  readonly #next: () => number;
  readonly #frames: string[] = [];
  #words = 0;
  #inFrame = false;

  constructor(seed: number) {
    this.#seed = seed;
    this.#next = random(seed);
    for (let n = 0; n < 5; n++) this.#next();
  }

  page(): Readable {
    const body = `<body data-down=${this.#one([0, 0, 60])}>${this.#several(3, 8, 0)}`;
    return { seed: this.#seed, body, frames: this.#frames };
  }

  #one<T>(of: readonly T[]): T {
    return of[Math.floor(this.#next() * of.length)] as T;
  }
  #chance(share: number): boolean {
    return this.#next() < share;
  }
  #from(min: number, max: number): number {
    return min + Math.floor(this.#next() * (max - min + 1));
  }
  #times(count: number, make: (n: number) => string): string {
    return Array.from({ length: count }, (_, n) => make(n)).join("");
  }
  #word(): string {
    return `w${++this.#words}x`;
  }
  #text(min = 1, max = 5): string {
    const between = this.#one([" ", " ", " ", " and ", " 漢字 ", " שלום ", "\n  ", ", "]);
    return this.#times(this.#from(min, max), (n) => (n > 0 ? between : "") + this.#word());
  }
  #several(min: number, max: number, depth: number): string {
    return this.#times(this.#from(min, max), () => this.#node(depth));
  }
  #node(depth: number): string {
    const kind = depth > 3 ? this.#one(["para", "inlines", "ellipsis"] as const) : this.#one(KINDS);
    return `${this[kind](depth + 1)}\n`;
  }
  #style(share = 0.4): string {
    return [this.#one(FLOW), ...(this.#chance(share) ? [this.#one(STYLES)] : [])].filter(Boolean).join(";");
  }

  para(): string {
    return `<p style="${this.#style(0.25)}">${this.#chance(0.15) ? this.#text(40, 70) : this.#text(1, 9)}</p>`;
  }
  heading(): string {
    return `<h2 style="${this.#style(0.2)}">${this.#text(1, 3)}</h2>`;
  }
  box(depth: number): string {
    const loose = () => (this.#chance(0.4) ? this.#text() : "");
    return `<div style="${this.#style(0.7)}">${loose()}${this.#several(1, 3, depth)}${loose()}</div>`;
  }
  placed(depth: number): string {
    const place = `left:${this.#one([-40, 0, 30, 200, 420, 2000])}px;top:${this.#one([-20, 0, 40, 160, 300, 1500])}px`;
    const style = `position:${this.#one(["absolute", "absolute", "fixed", "sticky"])};${place};z-index:${this.#one(["auto", "-1", "2"])}`;
    return `<div style="${style};background:${this.#one(COLORS)};${this.#style()}">${this.#several(1, 2, depth)}</div>`;
  }
  layer(): string {
    const size = `width:${this.#one([60, 200, 500])}px;height:${this.#one([20, 60, 200])}px`;
    const place = `left:${this.#one([0, 50, 250])}px;top:${this.#one([0, 50, 200, 400])}px`;
    const press = this.#chance(0.3) ? "pointer-events:none;" : "";
    return `<div style="position:absolute;${place};${size};${press}background:${this.#one(COLORS)}"></div>`;
  }
  scroller(depth: number): string {
    const size = `height:${this.#one([50, 90, 140])}px;${this.#chance(0.5) ? "width:220px;" : ""}`;
    const style = `overflow:${this.#one(["auto", "scroll", "hidden"])};${size}${this.#chance(0.5) ? "position:relative" : ""}`;
    const at = `${this.#one([0, 0.5])},${this.#one([0, 0.4, 1])}`;
    return `<div style="${style}" data-scroll="${at}">${this.#several(2, 5, depth)}</div>`;
  }
  sideways(): string {
    const boxes = this.#times(this.#from(5, 14), () => {
      const tag = this.#one(["span", "div", "b"]);
      return `<${tag} style="display:inline-block;width:90px;margin:2px">${this.#text(1, 2)}</${tag}>`;
    });
    return `<div style="overflow-x:auto;white-space:nowrap;width:300px" data-scroll="${this.#one([0, 0.5, 1])},0">${boxes}</div>`;
  }
  ellipsis(): string {
    return `<div style="${ELLIPSIS}">${this.#text(1, 7)}<b>${this.#text(1, 2)}</b></div>`;
  }
  clamp(): string {
    return `<div style="${CLAMP}">${this.#text(3, 20)}</div>`;
  }
  table(): string {
    const cell = () => {
      const span = this.#one(["", "", "", " rowspan=2", " colspan=2"]);
      const inside = this.#one([
        () => this.#text(1, 2),
        () => this.#text(1, 2),
        () => `<a href=#a>${this.#text(1, 2)}</a> ${this.#text(1, 1)}`,
        () => `<input size=4> ${this.#text(1, 1)}`,
        () => `<button>${this.#word()}</button>`,
        () => `<p>${this.#text()}</p><p>${this.#text()}</p>`,
        () => "",
        () => `<span style="${this.#style(0.6)}">${this.#text(1, 2)}</span>`,
      ])();
      const tag = this.#one(["td", "td", "td", "th"]);
      return `<${tag}${span} style="${this.#chance(0.1) ? "visibility:hidden" : ""}">${inside}</${tag}>`;
    };
    const row = () => `<tr>${this.#times(this.#from(2, 4), cell)}</tr>`;
    const caption = this.#chance(0.3) ? `<caption>${this.#text(1, 3)}</caption>` : "";
    return `<table border=1 style="${this.#style(0.2)}">${caption}${this.#times(this.#from(1, 7), row)}</table>`;
  }
  list(depth: number): string {
    const tag = this.#one(["ul", "ol"]);
    const item = () =>
      `<li style="${this.#chance(0.2) ? this.#style() : ""}">${this.#text()}${this.#chance(0.1) ? this.#node(depth + 1) : ""}</li>`;
    return `<${tag} style="${this.#one(["", "", "display:flex", "columns:2", "list-style:none"])}">${this.#times(this.#from(1, 8), item)}</${tag}>`;
  }
  terms(): string {
    return `<dl>${this.#times(this.#from(1, 4), () => `<dt>${this.#text(1, 2)}</dt><dd>${this.#text()}</dd>`)}</dl>`;
  }
  preformatted(): string {
    const style = this.#one([
      "",
      "white-space:pre-wrap;width:120px",
      "overflow:auto;height:40px",
      "white-space:pre-line",
    ]);
    const line = () => `${"  ".repeat(this.#from(0, 2))}${this.#text(1, 4).replaceAll("\n", " ")}`;
    return `<pre style="${style}" data-scroll="0,${this.#one([0, 1])}">${this.#times(this.#from(1, 6), () => `${line()}\n`)}</pre>`;
  }
  flex(depth: number): string {
    const style = this.#one([
      "",
      ";flex-wrap:wrap",
      ";flex-direction:row-reverse",
      ";flex-direction:column",
      ";overflow:hidden;height:40px",
    ]);
    return `<div style="display:flex;gap:8px${style}">${this.#several(2, 4, depth)}${this.#chance(0.3) ? this.#text() : ""}</div>`;
  }
  grid(depth: number): string {
    return `<div style="display:grid;grid-template-columns:repeat(${this.#from(2, 3)},1fr)">${this.#several(2, 6, depth)}</div>`;
  }
  host(depth: number): string {
    if (this.#inFrame) return this.para();
    const slot = `<slot>${this.#text()}</slot>`;
    const named = this.#chance(0.4) ? `<p><slot name=a></slot></p>` : "";
    const inner = `<style>p{color:#222}</style>${named}${this.#several(1, 2, depth + 1)}${this.#chance(0.7) ? slot : ""}`;
    const light = `${this.#chance(0.5) ? this.#text() : ""}<b slot=a>${this.#text(1, 2)}</b>${this.#chance(0.5) ? this.#node(depth + 1) : ""}`;
    const style = this.#chance(0.7) ? "display:block" : "";
    return `<x-host style="${style}"><template data-root=${this.#one(["open", "closed"])}>${inner}</template>${light}</x-host>`;
  }
  frame(depth: number): string {
    if (this.#inFrame || this.#frames.length > 1) return this.para();
    this.#inFrame = true;
    const n = this.#frames.push("") - 1;
    this.#frames[n] = `<body data-down=${this.#one([0, 40])}>${this.#several(2, 5, depth)}`;
    this.#inFrame = false;
    const size = `width:${this.#one([160, 300])}px;height:${this.#one([60, 140])}px`;
    return `<iframe data-origin=${this.#one(["same", "other"])} data-n=${n} style="${size};${this.#chance(0.2) ? this.#style() : ""}"></iframe>`;
  }
  bar(): string {
    const side = this.#one(["top:0", "bottom:0"]);
    return `<div style="position:fixed;left:0;right:0;${side};background:${this.#one(COLORS)}">${this.#text()}</div>`;
  }
  hidden(): string {
    const style = this.#one([
      SR_ONLY,
      "font-size:0",
      "color:transparent",
      "color:white",
      "position:absolute;left:-9999px",
    ]);
    return `<span style="${style}">${this.#text()}</span>`;
  }
  controls(): string {
    const one = () =>
      this.#one([
        () => `<button style="${this.#style(0.2)}">${this.#text(1, 2)}</button>`,
        () => `<a href="#x">${this.#text(1, 3)}</a>`,
        () => `<label>${this.#text(1, 2)} <input></label>`,
        () => `<label><input type=checkbox> ${this.#text(1, 2)}</label>`,
        () => `<div onclick="0" style="${this.#style(0.2)}">${this.#text(1, 2)}<p>${this.#text()}</p></div>`,
        () => `<fieldset><legend>${this.#text(1, 2)}</legend>${this.#text()}<input type=radio></fieldset>`,
        () => `<span role=button tabindex=0>${this.#text(1, 2)}</span>`,
      ])();
    return `<div>${this.#times(this.#from(1, 4), one)}</div>`;
  }
  inlines(): string {
    const part = () =>
      this.#one([
        () => this.#text(),
        () => this.#text(),
        () => "<br>",
        () => `<b>${this.#text(1, 2)}</b>`,
        () => `<span style="${this.#style(0.6)}">${this.#text(1, 2)}</span>`,
        () => `<span style="position:relative;z-index:3">${this.#text(1, 2)}</span>`,
        () => `<a href="#y">${this.#text(1, 2)}</a>`,
        () => `<ruby>${this.#word()}<rt>${this.#word()}</rt></ruby>`,
        () => `<sup>${this.#word()}</sup>`,
        () => `<bdo dir=rtl>${this.#text(1, 2)}</bdo>`,
      ])();
    return `<div style="${this.#style(0.2)}">${this.#times(this.#from(2, 6), () => `${part()} `)}</div>`;
  }
  generated(): string {
    return `<p>${this.#text(1, 2)} <span class=${this.#one(["before", "after"])} data-content="${this.#word()}"></span></p>`;
  }
  details(): string {
    const open = this.#chance(0.6) ? " open" : "";
    return `<details${open}><summary>${this.#text(1, 3)}</summary>${this.#text()}<p>${this.#text()}</p></details>`;
  }
  /** Overlapping boxes. */
  card(): string {
    const over = `position:absolute;inset:${this.#one(["0", "0 50% 0 0", "50% 0 0 0"])};background:${this.#one(COLORS)}`;
    const words = `<p>${this.#text()}</p><span style="position:relative;z-index:${this.#one([0, 5])}">${this.#text(1, 2)}</span>`;
    return `<div style="position:relative;width:260px">${this.#text()} ${words}<div style="${over}">${this.#chance(0.5) ? this.#text(1, 2) : ""}</div></div>`;
  }
  /** A scroller with a sticky header and sticky row headers. */
  headed(depth: number): string {
    const head = `<div style="position:sticky;top:0;background:${this.#one(COLORS)};z-index:1">${this.#text(1, 3)}</div>`;
    const side = () => `<b style="position:sticky;left:0;background:${this.#one(COLORS)}">${this.#text(1, 2)}</b>`;
    const line = () => `<p style="white-space:nowrap;margin:2px">${side()} ${this.#text(2, 14)}</p>`;
    const lines = this.#times(this.#from(2, 8), line);
    const at = `${this.#one([0, 0.3, 1])},${this.#one([0, 0.4, 1])}`;
    return `<div style="overflow:auto;height:90px;width:260px" data-scroll="${at}">${head}${lines}${this.#several(0, 1, depth)}</div>`;
  }
  /** A scroller in a scroller, each scrolled, possibly transformed. */
  nested(depth: number): string {
    const inner = `overflow:auto;height:${this.#one([60, 130])}px;width:${this.#one([150, 400])}px;${this.#style(0.3)}`;
    const outer = `overflow:${this.#one(["auto", "hidden"])};height:100px;width:240px;${this.#style(0.3)}`;
    const at = () => `${this.#one([0, 0.5, 1])},${this.#one([0, 0.5, 1])}`;
    const inside = `<div style="${inner}" data-scroll="${at()}">${this.#several(2, 4, depth)}</div>`;
    return `<div style="${outer}" data-scroll="${at()}">${this.#text()}${inside}${this.#text()}</div>`;
  }
  columned(depth: number): string {
    const style = `columns:${this.#one(["2", "3", "4 80px"])};width:${this.#one([200, 420])}px;${this.#one(["", "height:60px;overflow:auto", "height:50px;overflow:hidden"])}`;
    return `<div style="${style}" data-scroll="${this.#one([0, 1])},0"><p>${this.#text(5, 30)}</p>${this.#several(0, 2, depth)}</div>`;
  }
  drawing(): string {
    const turn = this.#one(["", "", ` transform="rotate(30 40 20)"`]);
    const over = this.#chance(0.3)
      ? `<div style="position:absolute;width:50px;height:30px;background:white"></div>`
      : "";
    return `${over}<svg width=${this.#one([60, 220])} height=40><text x=4 y=18${turn}>${this.#text(1, 3)}</text><text x=4 y=36>${this.#word()}</text></svg>`;
  }
  /** A popover, which the script of the page opens. */
  popover(depth: number): string {
    if (this.#inFrame || !this.#chance(0.4)) return this.para();
    const place = `inset:auto;left:${this.#one([0, 100, 400])}px;top:${this.#one([0, 60, 300])}px;margin:0;width:220px`;
    return `<div popover=manual style="${place};background:${this.#one(COLORS)}">${this.#several(1, 2, depth)}</div>`;
  }
  /** Similar rows in a scroller. */
  rows(): string {
    const row = () => `<div><span>${this.#text(1, 2)}</span> <button>${this.#word()}</button></div>`;
    return `<div style="overflow:auto;height:70px" data-scroll="0,${this.#one([0, 0.5, 1])}">${this.#times(this.#from(6, 14), row)}</div>`;
  }
}
