/** An error response of the platform: status, message, headers. */

export class Refusal extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** One imperative sentence for the reader. */
  readonly hint: string | undefined;
  /** Path of the invalid field in the body, for a 422 that no schema can find. */
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
