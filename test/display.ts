/** A screen of a test's own for browsers with a window. */

export interface Display {
  /** For `DISPLAY`. */
  name: string;
  [Symbol.asyncDispose](): Promise<void>;
}

export const hasDisplays = Bun.which("Xvfb") !== null;

export async function display(): Promise<Display> {
  const server = Bun.spawn(["Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
  });
  const { value } = await server.stdout.getReader().read();
  return {
    name: `:${new TextDecoder().decode(value).trim()}`,
    async [Symbol.asyncDispose]() {
      server.kill();
      await server.exited;
    },
  };
}
