/** Permissions that pages get without asking, and the location they see. All other permissions are refused. */
import type { Session } from "../../cdp/connection.ts";
import { Failure } from "../../errors.ts";
import { PERMISSIONS } from "../../page/events/permissions.ts";

export interface Grant {
  name: string;
  /** Only for this origin. */
  origin?: string;
}

/** Parses `geolocation,notifications@https://example.com`. Throws `usage`. */
export function parsePermissions(text: string): Grant[] {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((word) => {
      const [name = "", site] = word.split(/@(.*)/);
      if (!PERMISSIONS.some((one) => one === name))
        throw new Failure("usage", `unknown permission '${name}'; there are ${PERMISSIONS.join(", ")}`);
      if (site === undefined) return { name };
      const origin = URL.parse(site)?.origin;
      if (!origin || origin === "null")
        throw new Failure("usage", `'${site}' is not an origin`, `Write it like ${name}@https://example.com.`);
      return { name, origin };
    });
}

export async function grant(root: Session, grants: readonly Grant[]): Promise<void> {
  await Promise.all(
    grants.map(({ name, origin }) =>
      root.sendMayFail("Browser.setPermission", {
        // Chrome grants MIDI only together with system messages.
        permission: { name, ...(name === "midi" ? { sysex: true } : {}) },
        setting: "granted",
        ...(origin === undefined ? {} : { origin }),
      }),
    ),
  );
}

/** Parses latitude and longitude, `48.2,16.37`. Throws `usage`. */
export function parsePlace(text: string): { latitude: number; longitude: number } {
  const [latitude = Number.NaN, longitude = Number.NaN, ...more] = text.split(",").map(Number);
  if (more.length === 0 && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return { latitude, longitude };
  throw new Failure("usage", `expected latitude and longitude, got '${text}'`, "Write them like 48.2,16.37.");
}
