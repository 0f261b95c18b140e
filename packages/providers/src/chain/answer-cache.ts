import type { Clock } from '../ports.ts';

/** Answers that are kept for a while. */
export interface AnswerCache {
  /** @returns null if it isn't kept, or not any more */
  get(key: string): Promise<{ readonly value: unknown; readonly ageMs: number } | null>;
  /** @param value what JSON can write; nobody changes it any more */
  set(key: string, value: unknown, ttlMs: number): Promise<void>;
}

/** Where texts are kept, such as Redis. */
interface TextCache {
  readonly get: (key: string) => Promise<{ readonly value: string; readonly ageMs: number } | null>;
  readonly set: (key: string, value: string, ttlMs: number) => Promise<void>;
}

/** Keeps answers as JSON where texts are kept. */
export function createJsonCache(texts: TextCache): AnswerCache {
  return {
    async get(key) {
      const found = await texts.get(key);
      return found === null ? null : { value: JSON.parse(found.value), ageMs: found.ageMs };
    },
    set: (key, value, ttlMs) => texts.set(key, JSON.stringify(value), ttlMs),
  };
}

interface Kept {
  readonly value: unknown;
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
      const size = sizeOf(key) + sizeOf(value);
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

/** Of an object, or of a member of one; about what V8 takes. */
const ENTRY_BYTES = 16;

/** Bytes that a value takes in memory, rather too many than too few: strings that are not all Latin take two a character. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return ENTRY_BYTES + 2 * value.length;
  if (typeof value !== 'object' || value === null) return ENTRY_BYTES;
  let size = ENTRY_BYTES;
  for (const member of Object.values(value)) size += ENTRY_BYTES + sizeOf(member);
  return size;
}
