/** Small tools to write HTML by hand. Every value is escaped unless it is HTML already. */

export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** HTML from a template: lists are joined, `undefined`, `null` and `false` are left out. */
export function html(strings: TemplateStringsArray, ...values: readonly unknown[]): Html {
  return new Html(strings.reduce((text, part, n) => text + shown(values[n - 1]) + part));
}

/** Text that is taken as it is: scripts, styles. */
export function raw(text: string): Html {
  return new Html(text);
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join("");
  if (value === undefined || value === null || value === false) return "";
  return value instanceof Html ? value.text : Bun.escapeHTML(String(value));
}

/** Sends fields to the server as a form does: `post("/save", { name: "Ann" })`. */
export const POST = raw(
  `<script>const post = (path, fields = {}) => fetch(path, { method: "POST", body: new URLSearchParams(fields) });</script>`,
);

/** A whole document. Sites with a look of their own write theirs themselves. */
export function page(title: string, body: Html, { style = "", lang = "en" } = {}): Html {
  return html`<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${raw(style)}</style></head>
<body>${body}</body></html>`;
}
