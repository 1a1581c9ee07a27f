/** The workspace of one browser: its folders and arguments, and the request that it serves. */
import type { BrowserSettings } from "../../store/records/browser-rows.ts";

/** A place for one browser, before it starts and until nothing of it is left. */
export interface BrowserWorkspace {
  /** Everything of this browser lies below it: 0700, removed at the end. */
  readonly folder: string;
  readonly userDataDir: string;
  /** Arguments of the browser; add to it. */
  readonly args: string[];
}

/** Whose browser it is to be. */
export interface BrowserRequest {
  readonly id: string;
  readonly projectId: string;
  readonly settings: BrowserSettings;
  /** The agent session that it is for. */
  readonly agentSessionId?: string | undefined;
  /** The API key that pays. */
  readonly keyId?: string | null | undefined;
}
