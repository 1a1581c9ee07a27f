/** What the platform answers instead of doing what was asked: a status, its words, and what goes along in headers. */

export class Refusal extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** One imperative sentence for whoever reads it, where there is one. */
  readonly hint: string | undefined;
  /** The field of the body that is to blame, as a path: of a 422 that no schema could have found. */
  readonly field: string | undefined;

  constructor(
    status: number,
    detail: string,
    { headers = {}, hint, field }: { headers?: Record<string, string>; hint?: string; field?: string } = {},
  ) {
    super(detail);
    this.name = "Refusal";
    this.status = status;
    this.headers = headers;
    this.hint = hint;
    this.field = field;
  }
}

type Thing =
  | "Session"
  | "Profile"
  | "File"
  | "Output file"
  | "Public share"
  | "Task"
  | "Skill"
  | "Workspace"
  | "Webhook"
  | "Delivery";

export function notFound(what: Thing): Refusal {
  return new Refusal(404, `${what} not found`);
}
