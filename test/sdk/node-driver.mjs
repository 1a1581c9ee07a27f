// Runs calls of the package as it is built, on any runtime: lines of JSON in, lines of JSON out.
import { createInterface } from "node:readline";

const { Svc } = await import(process.argv[2]);
for await (const line of createInterface({ input: process.stdin })) {
  const { id, client, method, args = [], params } = JSON.parse(line);
  try {
    const last = method.pop();
    const at = method.reduce((resource, name) => resource[name], new Svc(client));
    const value = await at[last](...args, ...(params ? [params] : []));
    console.log(JSON.stringify({ id, value: value ?? null }));
  } catch (error) {
    const { name, message, code, hint, status } = error;
    console.log(JSON.stringify({ id, error: { name, message, code, hint, status } }));
  }
}
