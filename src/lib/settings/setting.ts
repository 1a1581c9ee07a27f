/** The declaration of a setting. */

export type SettingValue = string | number | boolean;

export interface Setting {
  readonly type: "text" | "integer" | "boolean" | "duration" | "choice" | "list";
  /** Values of a `choice`. */
  readonly choices?: readonly string[];
  /** Range of a number, both ends included. */
  readonly min?: number;
  readonly max?: number;
  readonly fallback?: SettingValue;
  /** Never printed. */
  readonly secret?: true;
  /** Environment variable that takes precedence over the file. */
  readonly env?: string;
  /** Every request carries this variable to the daemon: it holds for one command, not for the session. */
  readonly carried?: true;
  readonly meaning: string;
}
