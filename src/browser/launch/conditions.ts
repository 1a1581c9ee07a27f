/** Options of a session for its browser: accepted certificates, credentials, permissions, location and viewport. Unused ones cost nothing. */
import type { Session } from "../../cdp/connection.ts";
import { Failure } from "../../errors.ts";
import type { Page } from "../../page/core/page.ts";
import { type Grant, grant } from "../policy/permissions.ts";
import { answerChallenges, type Credential } from "./credentials.ts";

export interface Viewport {
  width: number;
  height: number;
  /** Device pixels per CSS pixel. */
  scale: number;
  /** Behaves like a phone: touch events, and layout by the page's `viewport` element. */
  mobile: boolean;
}

export interface ConditionOptions {
  /** Hosts whose certificate is accepted even if it is invalid. */
  acceptCert?: readonly string[];
  credentials?: readonly Credential[];
  permissions?: readonly Grant[];
  /** Pages report which permissions they are refused. */
  reportPermissions?: boolean;
  place?: { latitude: number; longitude: number };
  viewport?: Viewport;
}

export class Conditions {
  readonly #options: ConditionOptions;
  viewport: Viewport | undefined;
  /** A secret name with which page scripts report refused permissions. Undefined without reports. */
  readonly permissionChannel: string | undefined;

  constructor(options: ConditionOptions = {}) {
    this.#options = options;
    this.viewport = options.viewport;
    if (options.reportPermissions) this.permissionChannel = crypto.randomUUID();
  }

  /** Applies the conditions to the whole browser, before its first page. */
  async begin(root: Session): Promise<void> {
    const { credentials = [], permissions = [], place } = this.#options;
    const grants = place ? [...permissions, { name: "geolocation" }] : permissions;
    await Promise.all([
      grants.length > 0 && grant(root, grants),
      credentials.length > 0 && this.#answer(root, credentials),
    ]);
  }

  /** Uses a session of its own, because the network policy uses the main one. */
  async #answer(root: Session, credentials: readonly Credential[]): Promise<void> {
    const attached = await root.sendMayFail("Target.attachToBrowserTarget");
    if (attached) await answerChallenges(root.connection.session(attached.sessionId), credentials);
  }

  /** Applies the conditions to a tab before it runs. */
  follow(page: Page): Promise<unknown>[] {
    const { acceptCert = [], place } = this.#options;
    const { session } = page;
    return [
      ...(acceptCert.length > 0 ? [accept(page, acceptCert)] : []),
      ...(place ? [session.sendMayFail("Emulation.setGeolocationOverride", { ...place, accuracy: 10 })] : []),
      ...(this.viewport ? [show(session, this.viewport)] : []),
    ];
  }
}

/** Sets the viewport of a tab, whatever the size of its window. */
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
    // Stored here, because the navigation itself fails without a reason.
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

/** Parses hosts with optional ports. Throws `usage`. */
export function parseHosts(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((word) => {
      const url = URL.parse(`https://${word}/`);
      if (url && url.pathname === "/" && !url.username && !word.includes("*")) return url.host;
      throw new Failure("usage", `'${word}' is not a host`, "Write it like localhost or intranet.example:8443.");
    });
}

/** Parses `390x844`, `390x844@3` or `390x844@3,mobile`. Throws `usage`. */
export function parseViewport(text: string): Viewport {
  const [, width, height, scale = "1", mobile] = /^(\d{1,5})x(\d{1,5})(?:@(\d(?:\.\d+)?))?(,mobile)?$/.exec(text) ?? [];
  const viewport = { width: Number(width), height: Number(height), scale: Number(scale), mobile: mobile !== undefined };
  if (viewport.width > 0 && viewport.height > 0 && viewport.scale > 0) return viewport;
  throw new Failure(
    "usage",
    `expected a viewport size, got '${text}'`,
    "Write it like 1440x900, 390x844@3 or 390x844@3,mobile.",
  );
}
