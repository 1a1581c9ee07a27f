/** The account, which a server of one's own has none of: described; not in this version. */
import { planned, VERSIONS } from "./endpoint.ts";
import { integer, uuid } from "./fields.ts";
import { z } from "./hono.ts";

const PlanInfo = z
  .object({
    planName: z.string(),
    subscriptionStatus: z.string().nullable(),
    subscriptionId: z.string().nullable(),
    subscriptionCurrentPeriodEnd: z.string().nullable(),
    subscriptionCanceledAt: z.string().nullable(),
  })
  .openapi("PlanInfo");

const AccountView = z
  .object({
    name: z.string().nullish(),
    totalCreditsBalanceUsd: z.number(),
    monthlyCreditsBalanceUsd: z.number(),
    additionalCreditsBalanceUsd: z.number(),
    rateLimit: integer().openapi({ description: "Requests a minute" }),
    planInfo: PlanInfo,
    isFreeTier: z.boolean().default(false),
    projectId: uuid(),
  })
  .openapi("AccountView");

export const billing = [
  planned("billing", {
    versions: VERSIONS,
    tag: "Billing",
    method: "get",
    path: "/billing/account",
    id: "getAccount",
    summary: "Read balance, plan and limits",
    status: 200,
    answer: AccountView,
    errors: [404],
  }),
];
