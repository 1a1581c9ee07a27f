/** Many clients that ask for a record at a pace; told by `POLL` in the environment, answers one line of JSON. */

interface Poll {
  urls: string[];
  key: string;
  clients: number;
  everyMs: number;
  each: number;
}

const { urls, key, clients, everyMs, each } = JSON.parse(process.env.POLL ?? "{}") as Poll;
const times: number[] = [];
let failed = 0;

async function client(n: number): Promise<void> {
  // Spread over the pace, as clients that started at different times are.
  await Bun.sleep((n / clients) * everyMs);
  const began = performance.now();
  for (let poll = 0; poll < each; poll++) {
    await Bun.sleep(Math.max(0, began + poll * everyMs - performance.now()));
    const asked = performance.now();
    try {
      const response = await fetch(urls[n % urls.length] ?? "", { headers: { "x-svc-api-key": key } });
      await response.text();
      if (!response.ok) failed++;
    } catch {
      failed++;
    }
    times.push(performance.now() - asked);
  }
}

await Promise.all(Array.from({ length: clients }, (_, n) => client(n)));
times.sort((a, b) => a - b);
const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
console.log(JSON.stringify({ p50: at(0.5), p99: at(0.99), failed }));

export {};
