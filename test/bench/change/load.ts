import { setTimeout as delay } from 'node:timers/promises';
import type { Answered, Client, Kind } from './questions.ts';

interface RequestTime {
  readonly kind: Kind;
  /** Milliseconds from asking to the answer. */
  readonly ms: number;
  /** Milliseconds that it was asked late, because the client's request before was not answered yet. */
  readonly late: number;
}

export interface Load {
  readonly seconds: number;
  readonly times: readonly RequestTime[];
  readonly faults: readonly string[];
}

/**
 * Clients ask until it is over.
 *
 * @param rate requests a second of all clients together; null: each client asks as soon as it has its answer
 */
export async function runLoad(
  clients: readonly Client[],
  rate: number | null,
  isOver: () => boolean,
): Promise<Load> {
  const times: RequestTime[] = [];
  const faults: string[] = [];
  const startedAt = performance.now();
  const note = ({ kind, ms, fault }: Answered, late: number): void => {
    times.push({ kind, ms, late });
    if (fault !== null) faults.push(`${kind}: ${fault}`);
  };
  await Promise.all(
    clients.map(async (ask, number) => {
      const period = rate === null ? null : (1000 * clients.length) / rate;
      for (let n = 0; !isOver(); n++) {
        const due = period === null ? 0 : startedAt + (n + number / clients.length) * period;
        const early = due - performance.now();
        if (early > 0) await delay(early);
        note(await ask(), period === null ? 0 : Math.max(0, -early));
      }
    }),
  );
  return { seconds: (performance.now() - startedAt) / 1000, times, faults };
}
