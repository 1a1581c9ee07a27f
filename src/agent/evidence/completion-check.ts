/**
 * Decides whether a run may end with the claim of its model. Defers a success until the page is unchanged and every value was read;
 * defers a failure right after an action that failed or that changed the page late.
 */
import { basename } from "node:path";
import { schemaErrors } from "../../extract/fits.ts";
import type { JsonObject } from "../../extract/schema.ts";
import type { EvidenceLog } from "./evidence-log.ts";
import type { ReadValues } from "./read-values.ts";

export interface Claim {
  readonly success: boolean;
  /** The task was to change something, not only to find something out; undefined when the model does not say. */
  readonly isDeed?: boolean | undefined;
  readonly output: unknown;
  readonly evidence: string;
}

export type Verdict =
  | { readonly kind: "accepted"; readonly claim: Claim }
  /** The run continues; `why` is for the model. */
  | { readonly kind: "deferred"; readonly why: string }
  /** Deferred too often: the run ends without success. */
  | { readonly kind: "refused"; readonly why: string; readonly claim: Claim };

/** What the check reads from the page. */
export interface PageFacts {
  /** True when the page has changed since the last turn, apart from counters and clocks. */
  hasChanged(): Promise<boolean>;
  /** The state of the page. */
  show(): Promise<string>;
  /** The changes since the model last read the page. */
  changes(): Promise<string>;
  /** Changed but unsubmitted forms, by the names of their fields, and the texts of open dialogs. */
  unfinished(): Promise<{ forms: readonly (readonly string[])[]; dialogs: readonly string[] }>;
  /** Names of the files of the run (`present`), and of unfinished downloads (`pending`). */
  files(): Promise<{ present: readonly string[]; pending: readonly string[] }>;
}

/** The facts that a claim is checked against. */
export interface Facts {
  readonly readValues: ReadValues;
  readonly evidenceLog: EvidenceLog;
  readonly page: PageFacts;
}

/** The situation of a claim. */
export interface Situation {
  /** The turn before this one acted on the page. */
  readonly actedLast: boolean;
  /** Message of the last action, if it failed. */
  readonly lastFailure: string | undefined;
  /** This is the last turn. */
  readonly isFinal: boolean;
}

/** Why a claim is not accepted (for people), and what the model should do. */
interface Doubt {
  readonly why: string;
  readonly advice: string;
}

/** How often each reason may defer a claim. */
const CORRECTIONS = 3;
const LOOKS = 2;
const VALUES = 2;

/** How long the effect of an action may take before a failure is accepted. */
const LATE_MS = 1_500;

export class CompletionCheck {
  readonly #schema: JsonObject | undefined;
  readonly #readValues: ReadValues;
  readonly #evidenceLog: EvidenceLog;
  readonly #page: PageFacts;
  #corrections = 0;
  #looks = 0;
  #failures = 0;
  #values = 0;

  /** Throws `usage` for an invalid schema. */
  constructor(schema: JsonObject | undefined, { readValues, evidenceLog, page }: Facts) {
    this.#schema = schema;
    schemaErrors(null, schema ?? true);
    this.#readValues = readValues;
    this.#evidenceLog = evidenceLog;
    this.#page = page;
  }

  async check(args: Record<string, unknown>, situation: Situation): Promise<Verdict> {
    const claim = claimOf(args);
    const wrong = this.#schemaError(args, claim);
    if (wrong !== undefined) return this.#corrected(wrong, claim, situation.isFinal);
    return claim.success ? await this.#success(claim, situation) : await this.#failure(claim, situation);
  }

  #schemaError(args: Record<string, unknown>, { success, output }: Claim): string | undefined {
    if (typeof args.success !== "boolean" && !/^(true|false)$/.test(String(args.success)))
      return "success: expected true or false.";
    // A failed task needs no valid output.
    if (!success) return undefined;
    if (!this.#schema)
      return typeof output === "string" && output.trim() !== ""
        ? undefined
        : "output: expected a text that answers the task.";
    const wrong = schemaErrors(output, this.#schema);
    return wrong.length === 0 ? undefined : `output: ${wrong.slice(0, 3).join(" ")}`;
  }

  #corrected(why: string, claim: Claim, isFinal: boolean): Verdict {
    this.#corrections++;
    if (isFinal || this.#corrections > CORRECTIONS)
      return { kind: "refused", why: `The answer is invalid: ${why}`, claim: { ...claim, success: false } };
    return { kind: "deferred", why: `Invalid arguments: ${why} Call done again.` };
  }

  async #success(claim: Claim, { lastFailure, isFinal }: Situation): Promise<Verdict> {
    if (!isFinal && this.#looks < LOOKS) {
      if (lastFailure !== undefined && this.#failures === 0) {
        this.#failures++;
        this.#looks++;
        return this.#look(`Your last action failed (${lastFailure}), and you have done nothing since.`);
      }
      if (await this.#page.hasChanged()) {
        this.#looks++;
        return this.#look("The page has changed since you last saw it.");
      }
    }
    const shown = await this.#page.show();
    this.#readValues.addText(shown);
    this.#evidenceLog.add({ text: shown });
    const doubt = await this.#unproven(claim);
    if (doubt === undefined) return { kind: "accepted", claim };
    this.#values++;
    const { why, advice } = doubt;
    if (isFinal || this.#values > VALUES) return { kind: "refused", why, claim: { ...claim, success: false } };
    return { kind: "deferred", why: `${why} ${advice} If that is not possible, success is false.` };
  }

  async #unproven(claim: Claim): Promise<Doubt | undefined> {
    const { output, evidence } = claim;
    const unseen = this.#readValues.unseen(output, this.#schema).map((one) => JSON.stringify(one.slice(0, 80)));
    if (unseen.length > 0)
      return {
        why: `The output contains values that no page showed and no script computed: ${unseen.slice(0, 5).join(", ")}.`,
        advice: "Read them on a page, compute them with script, or remove them.",
      };
    if (evidence.trim() === "")
      return { why: "The evidence is empty.", advice: "Copy the words of the page that prove the outcome." };
    if (!this.#evidenceLog.wasShown(evidence))
      return {
        why: "No page showed the evidence in these words outside of input fields.",
        advice: "Copy the words from the page exactly.",
      };
    return this.#isDeed(claim) ? await this.#undone(claim) : undefined;
  }

  #isDeed({ isDeed }: Claim): boolean {
    return isDeed ?? (this.#schema === undefined && this.#evidenceLog.hasDeeds);
  }

  async #undone(claim: Claim): Promise<Doubt | undefined> {
    if (this.#evidenceLog.isIdle)
      return {
        why: "This run made no action that could have done the task.",
        advice: "Do the task first.",
      };
    return (await this.#unfetched(claim)) ?? (await this.#begun(claim));
  }

  async #unfetched(claim: Claim): Promise<Doubt | undefined> {
    const { present, pending } = await this.#page.files();
    if (pending.length > 0)
      return { why: `A download is not finished: ${pending.join(", ")}.`, advice: "Wait for it, and call downloads." };
    const missing = filesNamedIn(claim).find(
      (name) => !present.some((one) => basename(one) === name) && !this.#evidenceLog.hasText(name),
    );
    if (missing === undefined) return undefined;
    const why = `The run has no file ${missing}. Its files: ${present.join(", ") || "none"}.`;
    return { why, advice: "Download or write it, or give its exact name." };
  }

  async #begun({ evidence, isDeed }: Claim): Promise<Doubt | undefined> {
    const { forms, dialogs } = await this.#page.unfinished();
    if (dialogs.length > 0)
      return { why: `A dialog is open and waits for an answer: “${dialogs[0]}”.`, advice: "Answer it, or close it." };
    const [unsent] = forms;
    if (this.#evidenceLog.isNew(evidence, { inWords: unsent !== undefined })) return undefined;
    if (unsent)
      return {
        why: `A form was changed but not submitted: ${unsent.join(", ")}.`,
        advice: "Submit it, or copy words that show its result.",
      };
    return {
      why: "The evidence was on the page before the last action, and the action did not change it.",
      advice: `Copy words that this action added, changed or removed, or that the page shows for the first time after it; the name of a button proves nothing.${isDeed ? "" : " If the task is only a question, set kind to question."}`,
    };
  }

  async #failure(claim: Claim, { actedLast, lastFailure, isFinal }: Situation): Promise<Verdict> {
    const accepted: Verdict = { kind: "accepted", claim };
    if (isFinal || !actedLast || this.#failures > 0) return accepted;
    const why =
      lastFailure !== undefined
        ? `Your last action failed (${lastFailure}), and you have done nothing since.`
        : (await this.#changesLate())
          ? "The page has changed since you last saw it."
          : undefined;
    // Without a change the model would only see the same page again.
    if (why === undefined) return accepted;
    this.#failures++;
    return await this.#look(why);
  }

  async #changesLate(): Promise<boolean> {
    if (await this.#page.hasChanged()) return true;
    await Bun.sleep(LATE_MS);
    return await this.#page.hasChanged();
  }

  async #look(why: string): Promise<Verdict> {
    return {
      kind: "deferred",
      why: `${why} The changes are below: continue, or call done again.\n${await this.#page.changes()}`,
    };
  }
}

/** File names with a common extension. */
const FILE =
  /[\p{L}\p{N}][\p{L}\p{N}._-]*\.(?:csv|tsv|txt|md|json|xml|html?|pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|zip|gz|png|jpe?g|gif|svg|webp|mp[34]|ics|vcf|epub)(?![\p{L}\p{N}])/giu;

function filesNamedIn({ output, evidence }: Claim): string[] {
  const text = `${typeof output === "string" ? output : JSON.stringify(output)} ${evidence}`.replace(
    /https?:\S+/g,
    " ",
  );
  return text.match(FILE) ?? [];
}

function claimOf({ success, kind, output, evidence }: Record<string, unknown>): Claim {
  return {
    success: success === true || success === "true",
    isDeed: kind === "deed" ? true : kind === "question" ? false : undefined,
    output: output ?? null,
    evidence:
      typeof evidence === "string"
        ? evidence
        : evidence === undefined || evidence === null
          ? ""
          : JSON.stringify(evidence),
  };
}
