/** The interface of the browser that a tab uses. */
import type { Failure } from "../../errors.ts";
import type { DialogHost } from "../events/dialogs.ts";

/** The network policy for the addresses that a tab opens. */
export interface Bounds {
  /** The failure of opening the address, or undefined if it may be opened. */
  refusal(address: string): Failure | undefined;
  /** Why the last navigation of a frame was refused, if it was. */
  refused(frameId: string): Failure | undefined;
}

export interface PageHost extends Omit<DialogHost, "isLeft" | "isLoading"> {
  readonly bounds?: Bounds | undefined;
  /** Texts that screenshots must not show in a frame with that address. */
  hides?(address: string): readonly string[];
  /** Set if permission requests are reported: the type of their DOM events. */
  readonly permissionChannel?: string | undefined;
  /** Called when an action or a navigation begins: events from then on belong to it. */
  acting(): void;
}
