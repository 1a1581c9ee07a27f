/**
 * What a session asks of its browser besides which one it is: whose certificates to accept, credentials, permissions, and the
 * viewport. Each costs nothing where it is not asked for.
 */
import type { Session } from "../../cdp/connection.ts";
import { Failure } from "../../errors.ts";
import type { Page } from "../../page/core/page.ts";
import { type Grant, grant } from "../policy/permissions.ts";
import { answerChallenges, type Credential } from "./credentials.ts";

export interface Viewport {
  width: number;
  height: number;
  /** Device pixels of one CSS pixel. */
  scale: number;
  /** As phones have it: touch events, and pages laid out by their `viewport` element. */
  mobile: boolean;
}

export interface Wanted {
  /** Hosts whose certificate is accepted whatever is wrong with it. */
  acceptCert?: readonly string[];
  credentials?: readonly Credential[];
  permissions?: readonly Grant[];
  /** Pages tell which permissions they are refused. */
  reportPermissions?: boolean;
  place?: { latitude: number; longitude: number };
  viewport?: Viewport;
}

export class Conditions {
  readonly #wanted: Wanted;
  viewport: Viewport | undefined;
  /** What pages cannot guess, where they are to tell what they are refused. */
  readonly permissionChannel: string | undefined;

  constructor(wanted: Wanted = {}) {
    this.#wanted = wanted;
    this.viewport = wanted.viewport;
    if (wanted.reportPermissions) this.permissionChannel = crypto.randomUUID();
  }

  /** Asked of the browser as a whole, before its first page. */
  async begin(root: Session): Promise<void> {
    const { credentials = [], permissions = [], place } = this.#wanted;
    const grants = place ? [...permissions, { name: "geolocation" }] : permissions;
    await Promise.all([
      grants.length > 0 && grant(root, grants),
      credentials.length > 0 && this.#answer(root, credentials),
    ]);
  }

  /** In a session of its own: the rules for addresses have the browser's. */
  async #answer(root: Session, credentials: readonly Credential[]): Promise<void> {
    const attached = await root.sendMayFail("Target.attachToBrowserTarget");
    if (attached) await answerChallenges(root.connection.session(attached.sessionId), credentials);
  }

  /** Asked of each tab, before it runs. */
  follow(page: Page): Promise<unknown>[] {
    const { acceptCert = [], place } = this.#wanted;
    const { session } = page;
    return [
      ...(acceptCert.length > 0 ? [accept(page, acceptCert)] : []),
      ...(place ? [session.sendMayFail("Emulation.setGeolocationOverride", { ...place, accuracy: 10 })] : []),
      ...(this.viewport ? [show(session, this.viewport)] : []),
    ];
  }
}

/** Gives a tab that viewport, whatever the size of its window. */
export async function show(session: Session, { width, height, scale, mobile }: Viewport): Promise<void> {
  await Promise.all([
    session.sendMayFail("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: scale, mobile }),
    session.sendMayFail("Emulation.setTouchEmulationEnabled", { enabled: mobile }),
  ]);
}

async function accept(page: Page, hosts: readonly string[]): Promise<void> {
  const { session } = page;
  session.on("Security.certificateError", ({ eventId, requestURL, errorType }) => {
    const { host, hostname } = new URL(requestURL);
    const isAccepted = hosts.includes(host) || hosts.includes(hostname);
    // A navigation that is refused here ends without its reason.
    if (!isAccepted) page.refusedCertificate = { url: requestURL, error: `net::${errorType}` };
    void session.sendMayFail("Security.handleCertificateError", {
      eventId,
      action: isAccepted ? "continue" : "cancel",
    });
  });
  await Promise.all([
    session.sendMayFail("Security.enable"),
    session.sendMayFail("Security.setOverrideCertificateErrors", { override: true }),
  ]);
}

/** Hosts, or hosts with ports. Throws `usage`. */
export function parseHosts(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((word) => {
      const url = URL.parse(`https://${word}/`);
      if (url && url.pathname === "/" && !url.username && !word.includes("*")) return url.host;
      throw new Failure("usage", `'${word}' is no host`, "Write it like localhost or intranet.example:8443.");
    });
}

/** `390x844`, `390x844@3`, `390x844@3,mobile`. Throws `usage`. */
export function parseViewport(text: string): Viewport {
  const [, width, height, scale = "1", mobile] = /^(\d{1,5})x(\d{1,5})(?:@(\d(?:\.\d+)?))?(,mobile)?$/.exec(text) ?? [];
  const viewport = { width: Number(width), height: Number(height), scale: Number(scale), mobile: mobile !== undefined };
  if (viewport.width > 0 && viewport.height > 0 && viewport.scale > 0) return viewport;
  throw new Failure(
    "usage",
    `expected a viewport, got '${text}'`,
    "Write it like 1440x900, 390x844@3 or 390x844@3,mobile.",
  );
}
