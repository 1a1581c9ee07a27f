/** What a tab needs from the browser around it. */

import type { Failure } from "../../errors.ts";
import type { DialogHost } from "../events/dialogs.ts";

/** The rules for addresses, as far as a tab meets them. */
export interface Bounds {
  /** The failure of opening the address, or undefined when it may be opened. */
  refusal(address: string): Failure | undefined;
  /** Why the last page of that frame was refused, if it was. */
  refused(frameId: string): Failure | undefined;
}

/** What a tab asks of the browser around it. */
export interface PageHost extends Omit<DialogHost, "isLeft" | "isLoading"> {
  readonly bounds?: Bounds | undefined;
  /** Texts that pictures do not show of a frame with that address. */
  hides?(address: string): readonly string[];
  /** Set where requests for permissions are to be told: what their events are called. */
  readonly permissionChannel?: string | undefined;
  /** An action or a navigation begins: what it starts is told apart from what went before. */
  acting(): void;
}
