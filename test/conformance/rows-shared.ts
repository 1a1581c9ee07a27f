/** Rows of what v2 and v3 share: the account, browsers and profiles. */

import { expect } from "bun:test";
import { client, tab } from "../platform/live/viewing.ts";
import { until } from "../support/until.ts";
import type { ApiVersion } from "./driven.ts";
import type { Ground } from "./fixture.ts";
import { PLAIN, type Row, refusal, rowsOf } from "./row.ts";

const NOBODY = "00000000-0000-4000-8000-000000000000";

export function sharedRows(version: ApiVersion): Row[] {
  const start = (g: Ground, body: object = {}) => g.call(version, "browsers.create", { ...PLAIN, ...body });
  const profile = (g: Ground, body: object = {}) => g.call(version, "profiles.create", { name: "Shop", ...body });
  return rowsOf(version, {
    "billing.account": async (g) => {
      expect(await g.call(version, "billing.account")).toMatchObject({
        ...{ totalCreditsBalanceUsd: expect.any(Number), rateLimit: expect.any(Number) },
        ...{ projectId: expect.any(String), planInfo: { planName: expect.any(String) }, isFreeTier: false },
        tracingDisabled: expect.any(Boolean),
      });
    },
    "browsers.create": async (g) => {
      const made = await g.call(version, "browsers.create", {
        ...{ proxyCountryCode: "US", timeout: 5, browserScreenWidth: 900, browserScreenHeight: 600 },
        ...{ metadata: { team: "kettles" }, pdfRendererEnabled: false, solveCaptchas: false },
      });
      expect(made).toMatchObject({ status: "active", metadata: { team: "kettles" }, agentSessionId: null });
      const protocol = await client(made.cdpUrl);
      expect(await (await tab(protocol, g.site)).evaluate("document.title")).toBe("Kettles");
      protocol.close();
      expect((await fetch(made.liveUrl)).status).toBe(200);
      expect(await refusal(start(g, { timeout: 241 }))).toEqual({
        ...{ status: 403, message: "Maximum session timeout is 4 hours" },
      });
      expect((await refusal(start(g, { profileId: NOBODY }))).message).toBe("Profile not found");
    },
    "browsers.list": async (g) => {
      const label = crypto.randomUUID();
      const { id } = await start(g, { metadata: { label } });
      const listed = await g.call(version, "browsers.list", {
        ...{ pageSize: 5, pageNumber: 1, filterBy: "active", metadata: [`label:${label}`] },
      });
      expect(listed).toMatchObject({ totalItems: 1, pageNumber: 1, pageSize: 5, items: [{ id, recordingUrl: null }] });
      expect((await g.call(version, "browsers.list", { agentSessionId: NOBODY })).items).toEqual([]);
    },
    "browsers.get": async (g) => {
      const { id } = await start(g);
      expect(await g.call(version, "browsers.get", id)).toMatchObject({ id, recordingAvailable: false, metadata: {} });
      expect(await refusal(g.call(version, "browsers.get", NOBODY))).toEqual({
        ...{ status: 404, message: "Session not found" },
      });
    },
    "browsers.update": async (g) => {
      const { id } = await start(g);
      expect(await g.call(version, "browsers.update", id, { action: "stop" })).toMatchObject({ id, status: "stopped" });
      expect((await refusal(g.call(version, "browsers.update", id, { action: "go" }))).status).toBe(422);
    },
    "browsers.stop": async (g) => {
      const { id } = await start(g);
      const stopped = await g.call(version, "browsers.stop", id);
      expect(stopped).toMatchObject({ id, status: "stopped", cdpUrl: null, finishedAt: expect.any(String) });
      // Again, as clients do that clean up.
      expect(await g.call(version, "browsers.stop", id)).toEqual(stopped);
    },
    "browsers.downloads": async (g) => {
      const { id, cdpUrl } = await start(g);
      const protocol = await client(cdpUrl);
      await (await tab(protocol, g.site)).evaluate("document.querySelector('a').click()");
      const list = () => g.call(version, "browsers.downloads", id, { limit: 10, includeUrls: true });
      const { files, hasMore } = await until(async () => {
        const page = await list();
        return page.files.length > 0 && page;
      }, "the download");
      expect([files, hasMore]).toMatchObject([[{ path: "bill.csv", size: g.bill.length }], false]);
      expect(await (await fetch(files[0].url)).text()).toBe(g.bill);
      protocol.close();
    },
    "profiles.create": async (g) => {
      expect(await profile(g, { userId: "u1" })).toMatchObject({ name: "Shop", userId: "u1", lastUsedAt: null });
      expect(await g.call(version, "profiles.create")).toMatchObject({ name: null });
    },
    "profiles.list": async (g) => {
      const name = crypto.randomUUID();
      const { id } = await profile(g, { name });
      expect(await g.call(version, "profiles.list", { query: name.toUpperCase(), pageSize: 1 })).toMatchObject({
        ...{ totalItems: 1, pageSize: 1, items: [{ id, name }] },
      });
    },
    "profiles.get": async (g) => {
      const { id } = await profile(g);
      expect(await g.call(version, "profiles.get", id)).toMatchObject({ id, name: "Shop" });
      expect((await refusal(g.call(version, "profiles.get", NOBODY))).message).toBe("Profile not found");
    },
    "profiles.update": async (g) => {
      const { id } = await profile(g);
      expect(await g.call(version, "profiles.update", id, { name: "Bar" })).toMatchObject({ id, name: "Bar" });
    },
    "profiles.delete": async (g) => {
      const { id } = await profile(g);
      expect(await g.call(version, "profiles.delete", id)).toBeUndefined();
      expect((await refusal(g.call(version, "profiles.get", id))).status).toBe(404);
    },
  });
}
