/** What a session configures when it starts its browser. */
import type { DialogPolicy } from "../page/events/dialogs.ts";
import type { DownloadFolders } from "./downloads.ts";
import type { Conditions } from "./launch/conditions.ts";
import type { Hides } from "./policy/confine.ts";
import type { BrowserRules } from "./policy/policy.ts";

export interface BrowserSetup {
  /** Folders for downloads. Without them the browser saves downloads itself, and they are only reported. */
  downloads?: DownloadFolders;
  dialogPolicy?: () => DialogPolicy;
  /**
   * A tab that svc opened may be navigated while it is still being set up, so that a cold `open` ends sooner. The headless
   * shell allows that; Chrome 156 crashes the tab in every third start.
   */
  startsEarly?: boolean;
  /** The rules for the whole life of the browser. */
  browserRules?: BrowserRules;
  /** Certificates, credentials, permissions and other conditions of the session. */
  conditions?: Conditions;
  /** Set for a browser of the cloud platform. */
  remote?: Remote;
  /** The browser runs on another machine or cannot read local files: it gets no paths. */
  isFar?: boolean;
  /** Texts that earlier runs hid in pictures; those of later runs are added. */
  hidden?: Set<Hides>;
}

/** A browser that the cloud platform runs for the session. */
export interface Remote {
  readonly id: string;
  readonly cdpUrl: string;
  /** Address of the page that shows the browser live. */
  readonly liveUrl: string | undefined;
  readonly timeoutAt: string | undefined;
  readonly profileId: string;
  /** Fetches a downloaded file by its name: it is stored where the browser runs. */
  download(name: string, signal: AbortSignal): Promise<Response>;
}
