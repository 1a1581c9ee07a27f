/** The note of a browser of the platform that is to be stopped, as it lies on disk. Loads nothing: every daemon looks. */
import { abandonedNotes, type Note } from "../lib/undo.ts";

export const NOTE = "cloud-browser";

export interface RemoteNote {
  id: string;
  /** Of the platform it belongs to. */
  origin: string;
  /** Of which session it is the browser. */
  session?: string;
  /** When the platform ends it by itself, in milliseconds since 1970. */
  until?: number;
}

/** Those of processes that are gone. */
export function abandonedBrowsers(home: string): Note<RemoteNote>[] {
  return abandonedNotes<RemoteNote>(home, NOTE);
}
