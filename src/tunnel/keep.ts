/**
 * The process that keeps a tunnel running. It runs the provider's program, limits its log, and restarts it when it
 * ends, a limited number of times with growing pauses. It leads the process group that `stop.ts` ends.
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

/** Five minutes in total. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 60_000, 60_000, 60_000];

/** A program that ran this long was working: the count of restarts begins again. */
const STABLE_MS = 60_000;

/** The log keeps at least this much of the program's last output, and at most twice as much. */
const LOG_BYTES = 128 * 1024;

/** The beginning of the log stays, because the start of a tunnel reads the address from it. */
const HEAD_BYTES = 16 * 1024;

function truncated(log: Buffer): Buffer {
  return Buffer.concat([log.subarray(0, HEAD_BYTES), Buffer.from("\n[…]\n"), log.subarray(-LOG_BYTES)]);
}

/** The address is in the first output. */
const MAX_ADDRESS_CHARACTERS = 64 * 1024;

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
  #exitReason = "";
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
      // A program that never printed an address is reported by the command that starts the tunnel.
      if (this.#isStopped || !this.#wasUp) return code;
      if (performance.now() - began > STABLE_MS) ends = 0;
      const pause = this.#pausesMs[ends];
      if (pause === undefined) return this.#giveUp();
      this.#log(
        `svc: the program ended (${this.#exitReason}); restart ${ends + 1} of ${this.#pausesMs.length} in ${pause / 1_000} s\n`,
      );
      this.#record({ attempt: ends + 1 });
      this.#child = undefined;
      await Bun.sleep(pause);
    }
  }

  /** No command waits for this process now, so the end is stored in the tunnel's record. */
  #giveUp(): number {
    this.#log(
      `svc: the program ended (${this.#exitReason}); no more restarts after ${this.#pausesMs.length} attempts\n`,
    );
    this.#record({ failed: this.#exitReason, attempt: undefined });
    // Remaining processes would keep the port public. On POSIX this process leads their group.
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
        if (url !== undefined || output.length > MAX_ADDRESS_CHARACTERS) continue;
        output += text;
        url = this.#plan.address(output);
        if (url !== undefined) this.#isUp(url);
      }
    };
    const reading = Promise.all([read(child.stdout), read(child.stderr)]);
    const code = await child.exited;
    // Children of a shell may keep its output open.
    await withTimeout(reading, 100);
    this.#exitReason = child.signalCode === null ? `exit code ${code}` : `signal ${child.signalCode}`;
    return child.signalCode === null ? code : 128;
  }

  /** The first address is recorded by the command that starts the tunnel. A restart may have another one. */
  #isUp(url: string): void {
    if (this.#wasUp) this.#record({ url, attempt: undefined });
    this.#wasUp = true;
  }

  #record(change: Partial<Tunnel>): void {
    const recorded = readTunnel(this.#home, this.#port);
    if (recorded?.pid === this.#me.pid && recorded.start === this.#me.start)
      writeTunnel(this.#home, { ...recorded, ...change });
  }

  #log(text: string): void {
    const { log } = tunnelFiles(this.#home, this.#port);
    try {
      appendFileSync(log, text, { mode: 0o600 });
      if (statSync(log).size > HEAD_BYTES + 2 * LOG_BYTES) writeFileSync(log, truncated(readFileSync(log)));
    } catch {
      // A full disk, or a missing home folder, must not end the tunnel.
    }
  }
}
