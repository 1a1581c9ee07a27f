/** Routes in the hash of the address, such as `#/skills/<id>/runs`. */
import { useLayoutEffect, useState } from "preact/hooks";

/** The parts of the dashboard in the order of the navigation. */
export const PARTS = [
  { path: "browsers", name: "Browsers" },
  { path: "sessions", name: "Sessions" },
  { path: "skills", name: "Skills" },
  { path: "workspaces", name: "Workspaces" },
  { path: "profiles", name: "Profiles" },
  { path: "usage", name: "Usage" },
  { path: "webhooks", name: "Webhooks" },
  { path: "settings", name: "Settings" },
] as const;

export type Part = (typeof PARTS)[number];

/** Returns the part (the first one for an unknown address) and the decoded path segments after it. */
export function routeOf(hash: string): { part: Part; rest: string[] } {
  const [, path, ...rest] = hash.split("/");
  const part = PARTS.find((one) => one.path === path) ?? PARTS[0];
  return { part, rest: rest.map(decodeURIComponent) };
}

/** Returns the hash of the address and renders the component again when it changes. */
export function useHash(): string {
  const [, render] = useState({});
  useLayoutEffect(() => {
    const changed = () => render({});
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return location.hash;
}

/** Opens another view. */
export function go(path: string): void {
  location.hash = `#/${path}`;
}
