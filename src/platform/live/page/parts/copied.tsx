/** Shows a copied text if the browser denies access to the clipboard. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { PartProps } from "../live.ts";

export function Copied({ shown: { copied }, live }: PartProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (copied === undefined) return;
    field.current?.focus();
    field.current?.select();
  }, [copied]);
  const close = (event: Event) => {
    event.preventDefault();
    live?.closeCopied();
  };
  return (
    <form
      id="copied"
      hidden={copied === undefined}
      onSubmit={close}
      onKeyDown={(event) => event.key === "Escape" && close(event)}
    >
      <label for="copied-text">Your browser does not let this page use the clipboard. Copy it from here:</label>
      <textarea id="copied-text" readOnly rows={4} value={copied ?? ""} ref={field} />
      <button type="submit">Close</button>
    </form>
  );
}
