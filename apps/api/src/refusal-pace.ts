/*
 * How fast refusals leave. A refusal costs little, but a client that asks again at once pays nothing for it either: sent
 * as they come, refusals invite as many more as the event loop can bear, and nothing is left for what is accepted. So
 * they leave at a steady pace, in the order in which they came, and what a connection asks next comes no faster than its
 * last refusal left. Below that pace, none of them waits.
 */

/** Refusals a second; with the request that it answers, each takes the event loop about a tenth of a millisecond. */
const PER_SECOND = 500;
/** That leave at once after a quiet time, and at most with a turn of the event loop. */
const BURST = 30;
/** Milliseconds between two looks at those that wait: some of them at once would delay what comes between. */
const TICK_MS = 2;
/** That wait at most; past it the one that came first leaves early. */
const MAX_HELD = 10_000;

export interface RefusalPace {
  /** Calls `answer` when it is its turn, at once if none waits. */
  leave(answer: () => void): void;
}

export function paceRefusals(clock: () => number = () => performance.now()): RefusalPace {
  const held: (() => void)[] = [];
  let permits = BURST;
  let countedAt = clock();
  let timer: NodeJS.Timeout | null = null;

  function count(): void {
    const now = clock();
    permits = Math.min(BURST, permits + ((now - countedAt) * PER_SECOND) / 1_000);
    countedAt = now;
  }

  function tick(): void {
    timer = null;
    count();
    const leaving = held.splice(0, Math.floor(permits));
    permits -= leaving.length;
    if (held.length > 0) timer = setTimeout(tick, TICK_MS);
    for (const answer of leaving) answer();
  }

  return {
    leave(answer) {
      if (timer === null) {
        count();
        if (permits >= 1) {
          permits -= 1;
          answer();
          return;
        }
        timer = setTimeout(tick, TICK_MS);
      }
      held.push(answer);
      if (held.length > MAX_HELD) held.shift()?.();
    },
  };
}
