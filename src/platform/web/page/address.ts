/** The address may name the public host; here it is taken from wherever this page is. */
export function here(address: string): string {
  return new URL(address).pathname;
}
