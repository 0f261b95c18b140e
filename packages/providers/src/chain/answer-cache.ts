import { LRUCache } from 'lru-cache';
import type { Clock } from '../ports.ts';

/** Answers that are cached for some time. */
export interface AnswerCache {
  /** @returns null if the answer is not cached, or has expired */
  get(key: string): Promise<{ readonly value: unknown; readonly ageMs: number } | null>;
  /** @param value anything that JSON can write; it must not change afterwards */
  set(key: string, value: unknown, ttlMs: number): Promise<void>;
}

/** A store of texts, such as Redis. */
interface TextCache {
  readonly get: (key: string) => Promise<{ readonly value: string; readonly ageMs: number } | null>;
  readonly set: (key: string, value: string, ttlMs: number) => Promise<void>;
}

/** Stores answers as JSON in a store of texts. */
export function createJsonCache(texts: TextCache): AnswerCache {
  return {
    async get(key) {
      const found = await texts.get(key);
      return found === null ? null : { value: JSON.parse(found.value), ageMs: found.ageMs };
    },
    set: (key, value, ttlMs) => texts.set(key, JSON.stringify(value), ttlMs),
  };
}

interface Entry {
  readonly value: unknown;
  readonly since: number;
  readonly until: number;
}

/** Cache of one process, which drops the least recently used answers. @param maxBytes of memory, about */
export function createMemoryCache(maxBytes: number, now: Clock): AnswerCache {
  const entries = new LRUCache<string, Entry>({
    // No answer fits into a byte: without memory, nothing is kept.
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ value }, key) => sizeOf(key) + sizeOf(value),
  });
  return {
    async get(key) {
      const found = entries.get(key);
      if (found === undefined) return null;
      if (found.until > now()) return { value: found.value, ageMs: Math.max(0, now() - found.since) };
      entries.delete(key);
      return null;
    },
    async set(key, value, ttlMs) {
      const since = now();
      if (ttlMs <= 0) entries.delete(key);
      else entries.set(key, { value, since, until: since + ttlMs });
    },
  };
}

/** Size of an object, or of a member of one; about what V8 takes. */
const ENTRY_BYTES = 16;

/**
 * Bytes that a value takes in memory, rather too many than too few: strings that are not all Latin take two a
 * character.
 */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return ENTRY_BYTES + 2 * value.length;
  if (typeof value !== 'object' || value === null) return ENTRY_BYTES;
  let size = ENTRY_BYTES;
  if (Array.isArray(value)) {
    for (const item of value) size += ENTRY_BYTES + sizeOf(item);
    return size;
  }
  // `Object.values` would create a list for every answer.
  for (const name in value) size += ENTRY_BYTES + sizeOf(value[name as keyof typeof value]);
  return size;
}
