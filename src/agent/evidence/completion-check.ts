/**
 * Whether a run may end as its model says. A claim of success is held back until the page is at rest, and every value of it was read; a
 * failure right after an action, where that action failed or the page changed late. Asks the page, and no model.
 */
import { basename } from "node:path";
import { misfits } from "../../extract/fits.ts";
import type { JsonObject } from "../../extract/schema.ts";
import type { EvidenceLog } from "./evidence-log.ts";
import type { ReadValues } from "./read-values.ts";

export interface Claim {
  readonly success: boolean;
  /** Something was to be done, not only found out; undefined where the model does not say. */
  readonly isDeed?: boolean | undefined;
  readonly output: unknown;
  readonly evidence: string;
}

export type Verdict =
  | { readonly kind: "accepted"; readonly claim: Claim }
  /** Held back; `why` is for the model. */
  | { readonly kind: "deferred"; readonly why: string }
  /** Deferred too often: the run ends without success, for this reason. */
  | { readonly kind: "refused"; readonly why: string; readonly claim: Claim };

/** What the page showed, when that was last told, and now. */
export interface PageFacts {
  /** True where the page shows something new since the last turn, and is not merely ticking. */
  hasChanged(): Promise<boolean>;
  /** What it shows. */
  show(): Promise<string>;
  /** What is different from what the model was told of it. */
  changes(): Promise<string>;
  /** Forms that were changed and not sent, by the names of their fields, and the words of dialogs that ask something. */
  unfinished(): Promise<{ forms: readonly (readonly string[])[]; dialogs: readonly string[] }>;
  /** Names of the files that the run has, and of those that still come. */
  files(): Promise<{ present: readonly string[]; pending: readonly string[] }>;
}

/** What a claim is compared with. */
export interface Facts {
  readonly readValues: ReadValues;
  readonly evidenceLog: EvidenceLog;
  readonly page: PageFacts;
}

/** What came before the claim. */
export interface Situation {
  /** The turn before this one acted on the page. */
  readonly actedLast: boolean;
  /** The last action failed, and you have done nothing since. */
  readonly lastFailure: string | undefined;
  /** There is no further turn. */
  readonly isFinal: boolean;
}

/** Why a claim is not believed, for whoever reads the end of the run, and what the model is to do about it. */
interface Doubt {
  readonly why: string;
  readonly advice: string;
}

/** How often each reason may hold a claim back. */
const CORRECTIONS = 3;
const LOOKS = 2;
const VALUES = 2;

/** How long what an action led to may take to show, before a failure is believed. */
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

  /** Throws for a schema that is none. */
  constructor(schema: JsonObject | undefined, { readValues, evidenceLog, page }: Facts) {
    this.#schema = schema;
    misfits(null, schema ?? true);
    this.#readValues = readValues;
    this.#evidenceLog = evidenceLog;
    this.#page = page;
  }

  async check(args: Record<string, unknown>, situation: Situation): Promise<Verdict> {
    const claim = claimOf(args);
    const wrong = this.#misfit(args, claim);
    if (wrong !== undefined) return this.#corrected(wrong, claim, situation.isFinal);
    return claim.success ? await this.#success(claim, situation) : await this.#failure(claim, situation);
  }

  #misfit(args: Record<string, unknown>, { success, output }: Claim): string | undefined {
    if (typeof args.success !== "boolean" && !/^(true|false)$/.test(String(args.success)))
      return "success: expected true or false.";
    // Who could not do it need not fill in what was asked for.
    if (!success) return undefined;
    if (!this.#schema)
      return typeof output === "string" && output.trim() !== ""
        ? undefined
        : "output: expected a text that answers the task.";
    const wrong = misfits(output, this.#schema);
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

/** Names with the ending of a kind of file that people download or write. */
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
