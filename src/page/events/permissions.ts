/** Permissions by name, and what becomes of a request for one. */

/** The web's own names. */
export const PERMISSIONS = [
  "geolocation",
  "notifications",
  "camera",
  "microphone",
  "clipboard-read",
  "clipboard-write",
  "midi",
  "background-sync",
  "persistent-storage",
  "storage-access",
  "local-fonts",
  "window-management",
  "idle-detection",
  "screen-wake-lock",
  "accelerometer",
  "gyroscope",
  "magnetometer",
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** `policy`: the page around the frame, or the server, forbids it; `insecure`: only pages of https get it. */
export const VERDICTS = ["asked", "answered", "refused", "policy", "insecure"] as const;
export type Verdict = (typeof VERDICTS)[number];
