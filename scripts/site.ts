/**
 * `bun run site`: builds a static site from README.md and `docs/` into `dist/site`. Any web server or file browser can show it:
 * links are relative, and nothing is loaded from elsewhere.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The pages in the order of the navigation; the others follow by name. */
const FIRST = [
  "installing",
  "browser",
  "sessions",
  "page",
  "extract",
  "storage",
  "profiles",
  "scripts",
  "python",
  "mcp",
  "agent",
];
/** Pages for reviewers of the code, not for users. */
const LEFT_OUT = new Set(["strings.md", "dependencies.md", "platform.md", "releasing.md"]);

const STYLE = `:root{color-scheme:light dark}body{margin:0;font:16px/1.55 system-ui,sans-serif;display:grid;grid-template-columns:15rem minmax(0,52rem)}
nav{padding:1.5rem;border-right:1px solid #8884}nav a{display:block;padding:.15rem 0;color:inherit;text-decoration:none}nav a[aria-current]{font-weight:700}
main{padding:1.5rem 2.5rem 4rem;overflow-wrap:anywhere}img{max-width:100%}pre{padding:1rem;overflow:auto;background:#8881;border-radius:8px}
code{font-size:.9em}table{border-collapse:collapse;display:block;overflow:auto}td,th{border:1px solid #8884;padding:.35rem .6rem;text-align:left;vertical-align:top}
@media(max-width:50rem){body{display:block}nav{border:0;border-bottom:1px solid #8884}nav a{display:inline-block;margin-right:1rem}}`;

interface Page {
  /** Name of the file in the site. */
  file: string;
  title: string;
  markdown: string;
}

/** Builds the site into a folder, which is emptied first. Returns the names of its pages. */
export function buildSite(root: string, out: string): string[] {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const pages = readPages(root);
  const files = new Set(pages.map(({ file }) => file));
  for (const page of pages) writeFileSync(join(out, page.file), pageHtml(page, pages, files));
  cpSync(join(root, "docs/pictures"), join(out, "pictures"), { recursive: true });
  return [...files];
}

function readPages(root: string): Page[] {
  const rank = (name: string) => (FIRST.indexOf(name.replace(".md", "")) + 100) % 100;
  const names = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md") && !LEFT_OUT.has(name));
  names.sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
  const page = (path: string, file: string): Page => {
    const markdown = readFileSync(join(root, path), "utf8");
    return { file, markdown, title: /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll("`", "") ?? file };
  };
  return [page("README.md", "index.html"), ...names.map((name) => page(`docs/${name}`, htmlName(name)))];
}

const htmlName = (name: string) => name.replace(/\.md$/, ".html");

function pageHtml({ file, title, markdown }: Page, pages: readonly Page[], files: ReadonlySet<string>): string {
  const body = Bun.markdown
    .html(markdown, { headings: { ids: true } })
    .replace(/(href|src)="([^"]+)"/g, (_, name, address) => `${name}="${rewritten(address, files)}"`);
  const links = pages.map((one) => {
    const current = one.file === file ? ' aria-current="page"' : "";
    return `<a href="${one.file}"${current}>${Bun.escapeHTML(one.title)}</a>`;
  });
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${Bun.escapeHTML(title)}</title><style>${STYLE}</style>
<nav aria-label="Pages">${links.join("\n")}</nav>
<main>${body}</main></html>
`;
}

/** A link of the repository as one of the site; a file that has no page there stays a name without a target. */
function rewritten(address: string, files: ReadonlySet<string>): string {
  if (/^(https?:|mailto:|#)/.test(address)) return address;
  const [path = "", hash] = address.split("#");
  const name = htmlName(path.replace(/^(\.\.\/|docs\/)/, "")).replace(/^README\.html$/, "index.html");
  if (!files.has(name) && !name.startsWith("pictures/")) return "#";
  return hash === undefined ? name : `${name}#${hash}`;
}

if (import.meta.main) {
  const pages = buildSite(".", "dist/site");
  console.log(`built dist/site: ${pages.length} pages`);
}
