/** What the operator of a server gives its callers to spend: credits, and budgets for a month. */
import { command, option, positionalOr } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { visible } from "../../lib/visible.ts";
import { oneOf, text } from "../../values.ts";
import { keyMeant, table } from "./serve.ts";

const MAX_NOTE = 200;

export const serveBilling = command({
  name: "serve billing",
  group: "cloud",
  summary: "Show what callers of the platform have spent, give them credits, or set a budget for each month",
  effect: "write",
  needs: "nothing",
  args: {
    action: positionalOr(
      oneOf("show", "credit", "budget"),
      "show",
      "show; credit: from the first one on, work stops when all credits are spent; budget: work stops when a month has cost that much",
    ),
    amount: positionalOr(
      text("usd"),
      undefined,
      "US dollars like 25 or 0.50; a credit may be negative; none: without credits, or without that budget",
    ),
    key: option(text("key"), "The budget is that of one API key: its id, its start or itself"),
    note: option(text("note"), "What the credit is for; it stands in the ledger"),
    databaseUrl: option(text("url", { secret: true }), "As for `serve`"),
  },
  examples: [
    "serve billing",
    "serve billing credit 25 --note 'invoice 7'",
    "serve billing budget 100",
    "serve billing budget none",
  ],
  async run({ home, args }): Promise<Shown> {
    const [{ openDatabase }, { Keys }, { Audit }, { Ledger }, { databaseAddress, serverOptions }, { dollars }] =
      await Promise.all([
        import("../../platform/store/database/database.ts"),
        import("../../platform/store/records/keys.ts"),
        import("../../platform/store/records/audit.ts"),
        import("../../platform/store/records/ledger.ts"),
        import("../../platform/serve-options.ts"),
        import("../../platform/billing/money.ts"),
      ]);
    const { action, note } = args;
    check(args);
    const nano = action === "show" ? null : await amountOf(args.amount, action);
    const database = await openDatabase(databaseAddress(serverOptions(home, args)));
    try {
      const [keys, ledger] = [new Keys(database), new Ledger(database)];
      const projectId = await keys.project();
      const key = args.key === undefined ? undefined : await keyMeant(keys, args.key);
      if (action === "credit" && nano === null) await ledger.withoutCredits(projectId);
      else if (action === "credit") await ledger.credit(projectId, nano ?? 0, note ?? null);
      else if (action === "budget" && key) await ledger.setKeyBudget(key.id, nano);
      else if (action === "budget") await ledger.setBudget(projectId, nano);
      if (action !== "show") {
        const target = [nano === null ? "none" : `$${dollars(nano)}`, key?.name, note].filter(Boolean).join(", ");
        await new Audit(database).record({ projectId, keyId: key?.id, action: `billing.${action}`, target });
      }
      const told = (amount: number | null) => (amount === null ? null : dollars(amount));
      const { balanceNano, budgetNano, spentNano } = await ledger.limits({ projectId, keyId: null });
      const inForce = (await keys.list()).filter(({ revokedAt }) => revokedAt === null);
      const rows = inForce.map(async ({ id, start, name }) => {
        const { keyBudgetNano, keySpentNano } = await ledger.limits({ projectId, keyId: id });
        return { id, start, name, budgetUsd: told(keyBudgetNano), spentUsd: dollars(keySpentNano) };
      });
      return {
        projectId,
        month: new Date().toISOString().slice(0, 7),
        creditsUsd: told(balanceNano),
        budgetUsd: told(budgetNano),
        spentUsd: dollars(spentNano),
        keys: await Promise.all(rows),
      };
    } finally {
      await database.close();
    }
  },
  text: shownText,
});

interface Shown {
  projectId: string;
  /** Of UTC. */
  month: string;
  /** Left; null where none are needed. */
  creditsUsd: string | null;
  budgetUsd: string | null;
  spentUsd: string;
  keys: { id: string; start: string; name: string; budgetUsd: string | null; spentUsd: string }[];
}

interface BillingArguments {
  action: "show" | "credit" | "budget";
  amount: string | undefined;
  key: string | undefined;
  note: string | undefined;
}

function check({ action, amount, key, note }: BillingArguments): void {
  const help = "Run `svc serve billing --help`.";
  if (action === "show" && (amount ?? key ?? note) !== undefined)
    throw new Failure("usage", "show takes nothing", help);
  if (action === "credit" && key !== undefined)
    throw new Failure(
      "usage",
      "credits are the project's, not a key's",
      "Limit a key: `svc serve billing budget 10 --key <key>`.",
    );
  if (action === "budget" && note !== undefined) throw new Failure("usage", "a budget takes no note", help);
  if (note !== undefined && note.length > MAX_NOTE)
    throw new Failure("usage", `a note has at most ${MAX_NOTE} characters`);
}

/** In nano-USD; null for `none`. */
async function amountOf(amount: string | undefined, action: "credit" | "budget"): Promise<number | null> {
  const { nanoOf } = await import("../../platform/billing/money.ts");
  if (amount === "none") return null;
  const form = action === "credit" ? /^[+-]?\d{1,6}(\.\d{1,9})?$/ : /^\d{1,6}(\.\d{1,9})?$/;
  if (amount !== undefined && form.test(amount)) return nanoOf(amount);
  const given = amount === undefined ? "" : `, got '${amount}'`;
  throw new Failure(
    "usage",
    `expected an amount in US dollars, or none${given}`,
    `Write it like this: \`svc serve billing ${action} 25\`.`,
  );
}

function shownText({ month, creditsUsd, budgetUsd, spentUsd, keys }: Shown): string {
  const money = (amount: string | null) => (amount === null ? "no limit" : `$${amount}`);
  const rows = keys.map(({ start, name, id, budgetUsd: budget, spentUsd: spent }) => [
    `${start}…`,
    `$${spent}`,
    money(budget),
    id,
    visible(name),
  ]);
  return [
    `credits left: ${creditsUsd === null ? "none needed" : `$${creditsUsd}`}`,
    `budget for each month: ${money(budgetUsd)}`,
    `spent in ${month} (UTC): $${spentUsd}`,
    "",
    table([["KEY", "SPENT", "BUDGET", "ID", "NAME"], ...rows]),
  ].join("\n");
}
