/** Failures of requested options. */
import { Failure } from "../../errors.ts";
import { shorten } from "../../lib/shorten.ts";

export function disabledOption(name: string, wanted: string): Failure {
  return new Failure(
    "disabled",
    `the option '${shorten(wanted)}' of ${name} is disabled`,
    "Choose another option, or fill in the fields that enable it.",
  );
}

export function singleFailure(name: string): Failure {
  return new Failure("usage", `${name} takes only one option`, "Give one value, without --add or --remove.");
}

/** Lists the options, so that the next attempt can succeed. */
export function missingOption(name: string, wanted: string, options: readonly string[]): Failure {
  const shown = options
    .slice(0, 30)
    .map((option) => `'${shorten(option)}'`)
    .join(", ");
  const more = options.length > 30 ? ` and ${options.length - 30} more` : "";
  const count = options.length > 1 ? `${options.length} options: ` : "";
  return new Failure(
    "no_option",
    `${name} has no option '${shorten(wanted)}'; it has ${count}${shown || "none"}${more}`,
    "Choose one of the options by its label or value.",
  );
}

/** The list has no such option, but can create it as a new entry. */
export class NewEntryFailure extends Failure {
  constructor(index: number, name: string, wanted: string, options: readonly string[]) {
    const { message } = missingOption(name, wanted, options);
    super("no_option", message, `To create it as a new entry, run \`svc select ${index} <value> --create\`.`);
  }
}
