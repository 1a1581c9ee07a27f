/** The totals of a period and the remaining budget. */
import type { AccountView, UsageTotals } from "../../api/v3.gen.ts";
import { dollars, megabytes, minutes } from "./measures.ts";

export function Cards({ account, totals }: { account: AccountView; totals: UsageTotals }) {
  const { isUnlimited, totalCreditsBalanceUsd, planInfo, rateLimit } = account;
  const remaining = isUnlimited ? "Unlimited" : dollars(totalCreditsBalanceUsd);
  const rate = rateLimit === 0 ? "" : `${rateLimit.toLocaleString()} requests a minute with each key`;
  return (
    <div class="cards">
      <Card name="Cost" value={dollars(totals.totalCostUsd)} below={`Language models ${dollars(totals.llmCostUsd)}`} />
      <Card name="Remaining budget" value={remaining} below={limits(account)} />
      <Card name="Plan" value={planInfo.planName} below={rate} />
      <Card
        name="Browser time"
        value={minutes(totals.browserMinutes)}
        below={`Through proxies ${megabytes(totals.proxyUsedMb)}`}
      />
    </div>
  );
}

function Card({ name, value, below }: { name: string; value: string; below: string }) {
  return (
    <div class="card">
      <div class="soft">{name}</div>
      <div class={value.length > 14 ? "number long" : "number"}>{value}</div>
      <small class="soft">{below}</small>
    </div>
  );
}

/** The API returns 0 for a limit that is not set. */
function limits({ isUnlimited, monthlyCreditsBalanceUsd: month, additionalCreditsBalanceUsd: credits }: AccountView) {
  if (isUnlimited) return "No limit is set";
  const remaining = [
    ...(month > 0 ? [`${dollars(month)} of this month's budget`] : []),
    ...(credits > 0 ? [`${dollars(credits)} in credits`] : []),
  ];
  return remaining.length > 0 ? remaining.join(", ") : "Used up";
}
