/** Notes on disk of leased cloud browsers. Has no heavy imports, since every daemon reads them. */
import { abandonedNotes, type Note } from "../lib/undo.ts";

export const NOTE = "cloud-browser";

export interface RemoteNote {
  id: string;
  /** Origin of the platform. */
  origin: string;
  /** Session of the browser. */
  session?: string;
  /** When the platform ends it, in milliseconds since 1970. */
  until?: number;
}

/** The notes of ended processes. */
export function abandonedBrowsers(home: string): Note<RemoteNote>[] {
  return abandonedNotes<RemoteNote>(home, NOTE);
}
