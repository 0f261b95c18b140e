/*
 * The pace of refusals. A refusal costs little, but a client that repeats its request at once pays nothing either: sent at
 * once, refusals invite as many more as the event loop can bear. So the refusals of an API key that has many of them are
 * held for up to 0.8 s, and a connection's next request comes no sooner. A key that has few refusals gets them at once, and
 * so does a client without a key: holding its answer would hold its connection.
 */
import { LRUCache } from 'lru-cache';

/** Refusals of a key per second that are not held. */
const PER_SECOND = 20;
/** Refusals sent at once after a quiet time. */
const BURST = 30;
/** Maximum time that a refusal is held, in milliseconds, and the random part of it: clients must not come back together. */
const MAX_HELD_MS = 800;
const SPREAD_MS = 500;
/** Maximum held refusals of a key, and of all keys; further ones are sent at once. */
const MAX_HELD_OF_KEY = 1_000;
const MAX_HELD = 4_000;
/** Maximum keys whose pace is remembered; beyond it the one that was refused first is forgotten. */
const MAX_KEYS = 10_000;

interface Paced {
  /** Time at which the next refusal may leave, by `performance.now()`; it lies in the past after a quiet time. */
  nextAt: number;
  held: number;
}

export interface RefusalPace {
  /**
   * Calls `answer` as soon as the pace of the key permits it.
   *
   * @param waitedMs time since the request came, such as that in a queue: it counts as held
   */
  send(keyId: string, waitedMs: number, answer: () => void): void;
}

export function paceRefusals(): RefusalPace {
  const keys = new LRUCache<string, Paced>({ max: MAX_KEYS });
  let held = 0;

  function pacedOf(keyId: string, now: number): Paced {
    const earliest = now - (BURST * 1_000) / PER_SECOND;
    const known = keys.get(keyId);
    if (known !== undefined) {
      known.nextAt = Math.max(known.nextAt, earliest);
      return known;
    }
    const paced = { nextAt: earliest, held: 0 };
    keys.set(keyId, paced);
    return paced;
  }

  return {
    send(keyId, waitedMs, answer) {
      const now = performance.now();
      const paced = pacedOf(keyId, now);
      paced.nextAt = Math.min(paced.nextAt + 1_000 / PER_SECOND, now + MAX_HELD_MS);
      const heldMs = MAX_HELD_MS - Math.random() * SPREAD_MS - waitedMs;
      const wait = Math.ceil(Math.min(paced.nextAt - now, heldMs));
      if (wait <= 0 || paced.held >= MAX_HELD_OF_KEY || held >= MAX_HELD) {
        answer();
        return;
      }
      held += 1;
      paced.held += 1;
      setTimeout(() => {
        held -= 1;
        paced.held -= 1;
        answer();
      }, wait);
    },
  };
}
