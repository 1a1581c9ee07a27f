/** The list of pages in the head. On a narrow screen it lies behind a button, which Escape or the choice of a page closes. */
import { byId, h } from "./dom.ts";

const header = byId("header");
const opener = byId("menu");

function open(isOpen: boolean): void {
  header.classList.toggle("open", isOpen);
  opener.setAttribute("aria-expanded", String(isOpen));
}

/** Lists the pages, the current one marked. */
export function showMenu(pages: readonly { path: string; name: string }[], current: string): void {
  open(false);
  header.hidden = false;
  const links = pages.map(({ path, name }) =>
    h("a", { href: `#/${path}`, "aria-current": path === current ? "page" : undefined }, name),
  );
  byId("nav").replaceChildren(...links);
}

opener.addEventListener("click", () => open(!header.classList.contains("open")));
header.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || !header.classList.contains("open")) return;
  open(false);
  opener.focus();
});
