/** The frame of a view: loading, errors, head and tabs. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { routeOf } from "../app/route.ts";
import type { Polled } from "../hooks/polled.ts";
import { LinkButton } from "./action.tsx";

/** Shows `children` with the data of a view, "Loading…" before, or the error of the first read. */
export function Loaded<T>({ of, children }: { of: Polled<T>; children(data: T): ComponentChildren }) {
  if (of.data !== undefined) return <>{children(of.data)}</>;
  if (of.error) return <Failed error={of.error} retry={of.retry} />;
  return <p class="soft">Loading…</p>;
}

function Failed({ error, retry }: { error: Error; retry(): void }) {
  const { part, rest } = routeOf(location.hash);
  useTitle(part.name);
  return (
    <>
      <p class="error" role="alert">
        {error.message}
      </p>
      <p class="buttons-row">
        <button type="button" class="quiet" onClick={retry}>
          Try again
        </button>
        {rest.length > 0 && <LinkButton words={`Back to ${part.name}`} href={`#/${part.path}`} />}
      </p>
    </>
  );
}

/** Sets the title of the browser tab, such as `API keys – Settings – svc`. */
export function useTitle(...names: (string | undefined)[]): void {
  const title = [...names.filter(Boolean), "svc"].join(" – ");
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
}

interface HeadProps {
  title: string;
  /** Shown after the title. */
  badges?: ComponentChildren;
  /** The open tab, for the title of the browser tab. */
  tab?: string | undefined;
  /** A line below the title. */
  below?: ComponentChildren;
  /** Buttons. */
  children?: ComponentChildren;
}

/** The head of a view. Also sets the title of the browser tab. */
export function Head({ title, badges, tab, below, children }: HeadProps) {
  useTitle(tab, title);
  return (
    <div class="top">
      <div>
        <h1>
          {title}
          {badges && " "}
          {badges}
        </h1>
        {below}
      </div>
      <span class="buttons-row">{children}</span>
    </div>
  );
}

export type Tab = readonly [path: string, name: string];

/** Links to the tabs of a view. */
export function Tabs({ label, tabs, current }: { label: string; tabs: readonly Tab[]; current: string }) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(([path, name]) => (
        <a key={path} href={`#/${path}`} aria-current={path === current ? "page" : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}
