/** The shapes of the API by the names that its clients know, shared by its endpoints. */
import { z } from "./hono.ts";

export const BrowserSessionStatus = z.enum(["active", "stopped"]).openapi("BrowserSessionStatus");

export const CustomProxy = z
  .object({
    host: z.string().min(1).max(255),
    port: z.int().min(1).max(65_535),
    username: z.string().min(1).max(255).nullish(),
    password: z.string().min(1).max(255).nullish(),
    ignoreCertErrors: z.boolean().default(false),
  })
  .openapi("CustomProxy");

export const CreateBrowserSessionRequest = z
  .object({
    profileId: z.uuid().nullish(),
    /** Left out: the operator's default; null: none. */
    proxyCountryCode: z
      .string()
      .regex(/^[a-z]{2}$/i)
      .nullish(),
    timeout: z.int().min(1).default(60),
    browserScreenWidth: z.int().min(320).max(6144).nullish(),
    browserScreenHeight: z.int().min(320).max(3456).nullish(),
    allowResizing: z.boolean().default(false),
    customProxy: CustomProxy.nullish(),
    enableRecording: z.boolean().default(false),
  })
  .openapi("CreateBrowserSessionRequest");

export const UpdateBrowserSessionRequest = z
  .object({ action: z.enum(["stop"]) })
  .openapi("UpdateBrowserSessionRequest");

export const BrowserSessionView = z
  .object({
    id: z.uuid(),
    status: BrowserSessionStatus,
    liveUrl: z.string().nullable(),
    cdpUrl: z.string().nullable(),
    timeoutAt: z.iso.datetime(),
    startedAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
    proxyUsedMb: z.string(),
    proxyCost: z.string(),
    browserCost: z.string(),
    agentSessionId: z.uuid().nullable(),
    recordingUrl: z.string().nullable(),
  })
  .openapi("BrowserSessionView");

export const BySession = z.object({ session_id: z.uuid() });
