import type { RunningServer } from '../../support/server-process.ts';
import { seededRandom } from '../harness/random.ts';

/** A kind of use: what one client does with a server before it goes on to the next kind. */
export interface Use {
  readonly name: string;
  /** @param number differs each time */
  readonly ask: (server: RunningServer, number: number) => Promise<Response>;
}

/** Uses that clients make of a server. */
interface Asking {
  readonly ended: Promise<unknown>;
  /** Numbers of answers so far, by kind of use and status; `broken`: no answer. */
  readonly counts: () => Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** Lets clients use a server for some time, each without a pause, in an order that is drawn. */
export function keepAsking(
  server: RunningServer,
  uses: readonly Use[],
  clients: number,
  forMs: number,
): Asking {
  const endsAt = performance.now() + forMs;
  const counts: Record<string, Record<string, number>> = {};
  let number = 0;
  const client = async (_: unknown, seed: number): Promise<void> => {
    const random = seededRandom(seed + 1);
    while (performance.now() < endsAt) {
      const use = uses[random(uses.length)];
      if (use === undefined) return;
      const ended = await outcomeOf(use, server, ++number);
      const all = (counts[use.name] ??= {});
      all[ended] = (all[ended] ?? 0) + 1;
    }
  };
  return { ended: Promise.all(Array.from({ length: clients }, client)), counts: () => counts };
}

/** The status, after the whole answer was read. */
async function outcomeOf({ ask }: Use, server: RunningServer, number: number): Promise<string> {
  try {
    const answer = await ask(server, number);
    for await (const _ of answer.body ?? []);
    return String(answer.status);
  } catch {
    return 'broken';
  }
}
