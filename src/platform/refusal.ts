/** What the platform answers instead of doing what was asked: a status, its words, and what goes along in headers. */

export class Refusal extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** One imperative sentence for whoever reads it, where there is one. */
  readonly hint: string | undefined;

  constructor(
    status: number,
    detail: string,
    { headers = {}, hint }: { headers?: Record<string, string>; hint?: string } = {},
  ) {
    super(detail);
    this.name = "Refusal";
    this.status = status;
    this.headers = headers;
    this.hint = hint;
  }
}

export function notFound(what: "Session" | "Profile" | "File" | "Task" | "Skill" | "Workspace"): Refusal {
  return new Refusal(404, `${what} not found`);
}
