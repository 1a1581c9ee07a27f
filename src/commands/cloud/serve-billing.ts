/** What the operator of a server gives its callers to spend: credits, and budgets for a month. */

import { option, positionalOr } from "../../args.ts";
import { command } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { visible } from "../../lib/visible.ts";
import { oneOf, text } from "../../values.ts";
import { keyMeant, table } from "./serve.ts";

const MAX_NOTE = 200;

export const serveBilling = command({
  name: "serve billing",
  group: "cloud",
  summary: "Show what users of the platform have spent, add credits, or set a monthly budget",
  effect: "write",
  needs: "nothing",
  args: {
    action: positionalOr(
      oneOf("show", "credit", "budget"),
      "show",
      "show: print the spending. credit: add credits; once there are any, work stops when they are spent. budget: stop work when a month has cost this much",
    ),
    amount: positionalOr(
      text("usd"),
      undefined,
      "US dollars, such as 25 or 0.50; a credit may be negative; none removes the credits or the budget",
    ),
    key: option(text("key"), "Set the budget of one API key: its id, its first characters, or the key itself"),
    note: option(text("note"), "Note for the ledger entry of a credit"),
    databaseUrl: option(text("url", { secret: true }), "As for `serve`"),
  },
  examples: [
    "serve billing",
    "serve billing credit 25 --note 'invoice 7'",
    "serve billing budget 100",
    "serve billing budget none",
  ],
  async run({ home, args }): Promise<BillingReply> {
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

interface BillingReply {
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
    throw new Failure("usage", "show takes no amount", help);
  if (action === "credit" && key !== undefined)
    throw new Failure(
      "usage",
      "credits belong to the project, not to a key",
      "To limit a key, run `svc serve billing budget 10 --key <key id>`.",
    );
  if (action === "budget" && note !== undefined) throw new Failure("usage", "--note works only with credit", help);
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
    `Write it as in \`svc serve billing ${action} 25\`.`,
  );
}

function shownText({ month, creditsUsd, budgetUsd, spentUsd, keys }: BillingReply): string {
  const money = (amount: string | null) => (amount === null ? "no limit" : `$${amount}`);
  const rows = keys.map(({ start, name, id, budgetUsd: budget, spentUsd: spent }) => [
    `${start}…`,
    `$${spent}`,
    money(budget),
    id,
    visible(name),
  ]);
  return [
    `credits left: ${creditsUsd === null ? "not used" : `$${creditsUsd}`}`,
    `monthly budget: ${money(budgetUsd)}`,
    `spent in ${month} (UTC): $${spentUsd}`,
    "",
    table([["KEY", "SPENT", "BUDGET", "ID", "NAME"], ...rows]),
  ].join("\n");
}
