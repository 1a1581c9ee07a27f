/** The licences of svc and of what is compiled into it. */
import own from "../../LICENSE" with { type: "text" };
// A file path: the file is read only on request.
import others from "./licenses.gen.txt" with { type: "file" };

/** The licence of svc, then those of the packages and of the runtime. */
export async function licensesText(): Promise<string> {
  return `${own.trim()}\n\n${await Bun.file(others).text()}`;
}
