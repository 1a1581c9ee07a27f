/** What a browser shows: live, as a recording, or as a picture. */
import type { Ref } from "preact";
import { useState } from "preact/hooks";
import { here } from "../api/client.ts";

interface LiveFrameProps {
  label: string;
  address: string;
  frame?: Ref<HTMLIFrameElement>;
  loaded?(): void;
}

/** A page of its own, which tells by itself when the browser ends. A new address would begin it anew: it keeps its first one. */
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

/** A video. It keeps its first address, as a new one would begin it anew: later addresses differ by their expiry alone. */
export function Recording({ address }: { address: string }) {
  const [first] = useState(address);
  return <video class="film" src={first} controls preload="metadata" aria-label="Recording" />;
}
