/** The browser of a session: its live view while it runs, then its recording or last screenshot. */
import type { Ref } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { here } from "../../api/client.ts";
import type { SessionResponse } from "../../api/v3.gen.ts";
import { LiveFrame, Recording } from "../../components/media.tsx";

/** The control button of the live view. */
export interface Control {
  /** The action of the button; undefined if control cannot be taken. */
  verb: "Take over" | "Release control" | undefined;
  press(): void;
  frame: Ref<HTMLIFrameElement>;
  loaded(): void;
}

/** Mirrors the control button of the live view, which is a separate page of the same server. */
export function useControl(address: string | null): Control {
  const frame = useRef<HTMLIFrameElement>(null);
  const [verb, setVerb] = useState<Control["verb"]>();
  useLayoutEffect(() => () => setVerb(undefined), [address]);
  const button = () => frame.current?.contentDocument?.querySelector<HTMLButtonElement>("#take");
  const loaded = () => {
    const take = button();
    const update = () => setVerb(verbOf(take));
    if (take) new MutationObserver(update).observe(take, { attributes: true });
    update();
  };
  return { verb, press: () => button()?.click(), frame, loaded };
}

function verbOf(take: HTMLButtonElement | null | undefined): Control["verb"] {
  if (!take || take.hidden) return undefined;
  return take.hasAttribute("data-want") ? "Take over" : "Release control";
}

export function Stage({ session, control }: { session: SessionResponse; control: Control }) {
  return <div class="stage">{shown(session, control)}</div>;
}

function shown({ id, liveUrl, recordingUrls, screenshotUrl }: SessionResponse, { frame, loaded }: Control) {
  const recording = recordingUrls.at(-1);
  if (liveUrl !== null)
    return (
      <LiveFrame key={here(liveUrl)} label={`Live view of session ${id}`} address={liveUrl} {...{ frame, loaded }} />
    );
  if (recording !== undefined) return <Recording address={here(recording)} />;
  if (screenshotUrl !== null) return <img class="film" src={here(screenshotUrl)} alt="The page after the last step" />;
  return <p class="empty card">The browser of this session has ended.</p>;
}
