import type { Clock } from '../ports.ts';

/** Answers that are kept for a while, as text. */
export interface AnswerCache {
  /** @returns null if it isn't kept, or not any more */
  get(key: string): Promise<{ readonly value: string; readonly ageMs: number } | null>;
  set(key: string, value: string, ttlMs: number): Promise<void>;
}

interface Kept {
  readonly value: string;
  readonly bytes: number;
  readonly since: number;
  readonly until: number;
}

/** Of one process: as many as fit, those that were asked for lately. @param maxBytes of memory, about */
export function createMemoryCache(maxBytes: number, now: Clock): AnswerCache {
  const kept = new Map<string, Kept>();
  let bytes = 0;

  function drop(key: string): void {
    bytes -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  }

  return {
    async get(key) {
      const found = kept.get(key);
      if (found === undefined) return null;
      if (found.until <= now()) {
        drop(key);
        return null;
      }
      kept.delete(key);
      kept.set(key, found);
      return { value: found.value, ageMs: Math.max(0, now() - found.since) };
    },
    async set(key, value, ttlMs) {
      drop(key);
      // Strings that are not all Latin take two bytes a character.
      const size = 2 * (key.length + value.length);
      if (size > maxBytes || ttlMs <= 0) return;
      kept.set(key, { value, bytes: size, since: now(), until: now() + ttlMs });
      bytes += size;
      for (const oldest of kept.keys()) {
        if (bytes <= maxBytes) break;
        drop(oldest);
      }
    },
  };
}
