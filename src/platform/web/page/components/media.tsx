/** The live view and the recording of a browser. */
import type { Ref } from "preact";
import { useState } from "preact/hooks";
import { here } from "../api/client.ts";

interface LiveFrameProps {
  label: string;
  address: string;
  frame?: Ref<HTMLIFrameElement>;
  loaded?(): void;
}

/** The live view, which reports the end of the browser itself. It keeps its first address, because a new one would reload it. */
export function LiveFrame({ label, address, frame = null, loaded }: LiveFrameProps) {
  const [first] = useState(here(address));
  return (
    <iframe
      class="live"
      src={first}
      title={label}
      allow="clipboard-read; clipboard-write"
      ref={frame}
      onLoad={loaded}
    />
  );
}

/** A video. It keeps its first address, because a new one would restart it; later addresses differ only in their expiry. */
export function Recording({ address }: { address: string }) {
  const [first] = useState(address);
  return <video class="film" src={first} controls preload="metadata" aria-label="Recording" />;
}
