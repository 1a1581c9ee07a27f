import { asFailure, type Failure } from "../../src/errors.ts";

/** Runs work that must fail and returns its failure. Throws if it succeeds, and any other error as it is. */
export async function failureOf(work: Promise<unknown> | (() => unknown)): Promise<Failure> {
  try {
    await (typeof work === "function" ? work() : work);
  } catch (error) {
    return failureIn(error);
  }
  throw new Error(SUCCEEDED);
}

/** The same for work that is done when it returns. */
export function failureThrownBy(work: () => unknown): Failure {
  try {
    work();
  } catch (error) {
    return failureIn(error);
  }
  throw new Error(SUCCEEDED);
}

const SUCCEEDED = "The work succeeded, but it was expected to fail.";

function failureIn(error: unknown): Failure {
  const failure = asFailure(error);
  if (!failure) throw error;
  return failure;
}
