/** Asks a person where the platform is. */
import { asFailure } from "../errors.ts";
import { askText } from "../lib/prompts.ts";
import { baseOf } from "./api.ts";

/** The address, without blanks around it; empty where that may be and the person has none. Errors: `interrupted`. */
export async function askAddress(signal: AbortSignal, { isOptional = false } = {}): Promise<string> {
  const question = `Address of the cloud platform, like https://svc.example.com${isOptional ? " (Enter for none)" : ""}`;
  const answer = await askText(question, signal, (text) => {
    if (isOptional && text.trim() === "") return undefined;
    try {
      baseOf(text.trim());
      return undefined;
    } catch (error) {
      return asFailure(error)?.message ?? String(error);
    }
  });
  return answer.trim();
}
