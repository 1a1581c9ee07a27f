/** The account of a project: what it may spend, what it spent on what, and every entry of its ledger. */
import { dollars } from "../../billing/money.ts";
import { leftOf } from "../../store/records/ledger.ts";
import { endpoint, VERSIONS } from "../http/endpoint.ts";
import { integer, uuid } from "../http/fields.ts";
import { z } from "../http/hono.ts";

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
    totalCreditsBalanceUsd: z.number().openapi({ description: "What may still be spent now; 0 where `isUnlimited`" }),
    monthlyCreditsBalanceUsd: z
      .number()
      .openapi({ description: "What is left of the budget for this month (UTC), of the project or of this key" }),
    additionalCreditsBalanceUsd: z.number().openapi({ description: "What is left of the credits that were given" }),
    isUnlimited: z.boolean().openapi({
      description: "The operator has set no limit. An addition of this server",
    }),
    rateLimit: integer().openapi({ description: "Requests a minute that a key may make; 0 is any number" }),
    planInfo: PlanInfo,
    isFreeTier: z.boolean().default(false),
    projectId: uuid(),
    tracingDisabled: z.boolean().openapi({ description: "Always true: this server sends nothing to tracing services" }),
  })
  .openapi("AccountView");

const NO_SUBSCRIPTION = {
  subscriptionStatus: null,
  subscriptionId: null,
  subscriptionCurrentPeriodEnd: null,
  subscriptionCanceledAt: null,
};

const getAccount = endpoint({
  versions: VERSIONS,
  tag: "Billing",
  method: "get",
  path: "/billing/account",
  id: "getAccount",
  summary: "Read balance, plan and limits",
  status: 200,
  answer: AccountView,
  errors: [404],
  async handle({ platform, projectId, keyId }) {
    const { ledger, rateLimit } = platform;
    const limits = await ledger.limits({ projectId, keyId });
    const left = leftOf(limits);
    const month = leftOf({ ...limits, balanceNano: null });
    const planName = left
      ? limits.balanceNano === null
        ? "Self-hosted, with a budget"
        : "Self-hosted, prepaid"
      : "Self-hosted";
    const body = {
      name: await ledger.nameOf(projectId),
      totalCreditsBalanceUsd: usd(left?.nano),
      monthlyCreditsBalanceUsd: usd(month?.nano),
      additionalCreditsBalanceUsd: usd(limits.balanceNano),
      isUnlimited: left === undefined,
      rateLimit,
      planInfo: { planName, ...NO_SUBSCRIPTION },
      isFreeTier: false,
      projectId,
      tracingDisabled: true,
    };
    return { status: 200, body };
  },
});

/** The contract has numbers here. */
function usd(nano: number | null | undefined): number {
  return Number(dollars(nano ?? 0));
}

export const billing = [getAccount];
