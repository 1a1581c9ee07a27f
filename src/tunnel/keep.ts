/**
 * The process that keeps a tunnel up: it runs the provider's program, keeps its log bounded, and starts it again when it
 * ends, a bounded number of times with growing pauses. It leads the group that `stop.ts` ends.
 */

import { appendFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { withTimeout } from "../lib/deadline.ts";
import { tunnelFiles } from "../lib/paths.ts";
import { identify } from "../lib/process.ts";
import type { KeepRequest } from "./plan.ts";
import { planOf } from "./plan.ts";
import type { Plan } from "./provider.ts";
import { withoutSecrets } from "./spawn.ts";
import { readTunnel, type Tunnel, writeTunnel } from "./tunnel-files.ts";

/** Five minutes in all. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 60_000, 60_000, 60_000];

/** What ran for so long was up: a later end is the first one again. */
const STEADY_MS = 60_000;

/** Of what the program prints this much is kept at least, and twice as much at most. */
const LOG_BYTES = 128 * 1024;

/** The first words stay: whoever starts the tunnel reads the address from them. */
const HEAD_BYTES = 16 * 1024;

function cut(log: Buffer): Buffer {
  return Buffer.concat([log.subarray(0, HEAD_BYTES), Buffer.from("\n[…]\n"), log.subarray(-LOG_BYTES)]);
}

/** An address is told in the first words. */
const FIRST_CHARACTERS = 64 * 1024;

/** Runs until it is stopped, or the program ends too often. Returns the exit code. */
export async function keep({ home, pausesMs = PAUSES_MS, ...input }: KeepRequest): Promise<number> {
  const plan = await planOf(input.provider, {
    home,
    target: input.target,
    hostHeader: input.hostHeader,
    signal: new AbortController().signal,
    cloudflared: async () => input.cloudflared ?? "",
  });
  const keeper = new Keeper(home, input.target.port, plan, pausesMs);
  process.on("SIGTERM", () => keeper.stop());
  return await keeper.run();
}

class Keeper {
  readonly #home: string;
  readonly #port: number;
  readonly #plan: Plan;
  readonly #pausesMs: readonly number[];
  readonly #me = identify(process.pid);
  #child: Bun.Subprocess<"ignore", "pipe", "pipe"> | undefined;
  #isStopped = false;
  /** How the program ended. */
  #end = "";
  #wasUp = false;

  constructor(home: string, port: number, plan: Plan, pausesMs: readonly number[]) {
    this.#home = home;
    this.#port = port;
    this.#plan = plan;
    this.#pausesMs = pausesMs;
  }

  stop(): void {
    this.#isStopped = true;
    this.#child?.kill();
    if (!this.#child) process.exit(0);
  }

  async run(): Promise<number> {
    for (let ends = 0; ; ends++) {
      const began = performance.now();
      const code = await this.#runOnce();
      // One that never told an address is the business of whoever starts the tunnel.
      if (this.#isStopped || !this.#wasUp) return code;
      if (performance.now() - began > STEADY_MS) ends = 0;
      const pause = this.#pausesMs[ends];
      if (pause === undefined) return this.#giveUp();
      this.#log(
        `svc: the program ended (${this.#end}); restart ${ends + 1} of ${this.#pausesMs.length} in ${pause / 1_000} s\n`,
      );
      this.#record({ attempt: ends + 1 });
      this.#child = undefined;
      await Bun.sleep(pause);
    }
  }

  /** Nobody waits for this process by now: who asks for the tunnel reads of its end in its record. */
  #giveUp(): number {
    this.#log(`svc: the program ended (${this.#end}); no more restarts after ${this.#pausesMs.length} attempts\n`);
    this.#record({ failed: this.#end, attempt: undefined });
    // What the program left would keep the port public, with nobody to end it. On POSIX this process leads the group.
    if (process.platform !== "win32") process.kill(-this.#me.pid, "SIGKILL");
    return 1;
  }

  async #runOnce(): Promise<number> {
    const { command, isVerbatim = false } = this.#plan;
    const child = Bun.spawn(command, {
      stdio: ["ignore", "pipe", "pipe"],
      env: withoutSecrets(process.env),
      windowsHide: true,
      windowsVerbatimArguments: isVerbatim,
    });
    this.#child = child;
    let output = "";
    let url: string | undefined;
    const read = async (stream: ReadableStream<Uint8Array>) => {
      const decoder = new TextDecoder();
      for await (const chunk of stream) {
        const text = decoder.decode(chunk, { stream: true });
        this.#log(text);
        if (url !== undefined || output.length > FIRST_CHARACTERS) continue;
        output += text;
        url = this.#plan.address(output);
        if (url !== undefined) this.#isUp(url);
      }
    };
    const reading = Promise.all([read(child.stdout), read(child.stderr)]);
    const code = await child.exited;
    // Children of a shell may hold its output open.
    await withTimeout(reading, 100);
    this.#end = child.signalCode === null ? `exit code ${code}` : `signal ${child.signalCode}`;
    return child.signalCode === null ? code : 128;
  }

  /** The first address is recorded by whoever starts the tunnel; a later one may be another. */
  #isUp(url: string): void {
    if (this.#wasUp) this.#record({ url, attempt: undefined });
    this.#wasUp = true;
  }

  #record(change: Partial<Tunnel>): void {
    const held = readTunnel(this.#home, this.#port);
    if (held?.pid === this.#me.pid && held.start === this.#me.start) writeTunnel(this.#home, { ...held, ...change });
  }

  #log(text: string): void {
    const { log } = tunnelFiles(this.#home, this.#port);
    try {
      appendFileSync(log, text, { mode: 0o600 });
      if (statSync(log).size > HEAD_BYTES + 2 * LOG_BYTES) writeFileSync(log, cut(readFileSync(log)));
    } catch {
      // A full disk, or a home that is gone, must not end the tunnel.
    }
  }
}
