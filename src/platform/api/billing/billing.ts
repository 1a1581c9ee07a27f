/** The account endpoint: balance, budget and limits of a project. */
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
    totalCreditsBalanceUsd: z.number().openapi({ description: "Amount that can still be spent; 0 if `isUnlimited`" }),
    monthlyCreditsBalanceUsd: z
      .number()
      .openapi({ description: "Remainder of this month's budget (UTC) of the project or of this key" }),
    additionalCreditsBalanceUsd: z.number().openapi({ description: "Remainder of the granted credits" }),
    isUnlimited: z.boolean().openapi({
      description: "True if the operator has set no limit. Extension of this server",
    }),
    rateLimit: integer().openapi({ description: "Requests per minute allowed for one key; 0 means unlimited" }),
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

/** Converts nano-USD to dollars as a number, the type that the published API has for these fields. */
function usd(nano: number | null | undefined): number {
  return Number(dollars(nano ?? 0));
}

export const billing = [getAccount];
