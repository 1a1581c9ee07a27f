/** The navigation. On a narrow screen a button opens it; Escape or following a link closes it. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { PARTS, type Part, useHash } from "./route.ts";

export function Header({ current, leave }: { current: Part; leave(): void }) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const hash = useHash();
  useLayoutEffect(() => setOpen(false), [hash]);
  const closes = ({ key }: KeyboardEvent) => {
    if (key !== "Escape" || !isOpen) return;
    setOpen(false);
    opener.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the links and buttons in it bubble up to it
    <header id="header" class={isOpen ? "open" : ""} onKeyDown={closes}>
      <strong class="brand">svc</strong>
      <button
        id="menu"
        type="button"
        class="quiet"
        aria-expanded={isOpen}
        aria-controls="nav"
        ref={opener}
        onClick={() => setOpen(!isOpen)}
      >
        Menu
      </button>
      <nav id="nav" aria-label="Pages">
        {PARTS.map((part) => (
          <a key={part.path} href={`#/${part.path}`} aria-current={part === current ? "page" : undefined}>
            {part.name}
          </a>
        ))}
      </nav>
      <button id="leave" type="button" class="quiet" onClick={leave}>
        Sign out
      </button>
    </header>
  );
}
