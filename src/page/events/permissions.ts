/** Names of permissions, and the results of requests. */

/** Names as in web standards. */
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

/** `policy`: the page around the frame, or the server, forbids it; `insecure`: it is available only over https. */
export const VERDICTS = ["asked", "answered", "refused", "policy", "insecure"] as const;
export type Verdict = (typeof VERDICTS)[number];
