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
  readonly key: string;
  readonly value: unknown;
  readonly bytes: number;
  readonly since: number;
  readonly until: number;
  /** Neighbours in the order of their last use; null at the ends. */
  older: Entry | null;
  newer: Entry | null;
}

/** Cache of one process, which drops the least recently used answers. @param maxBytes of memory, about */
export function createMemoryCache(maxBytes: number, now: Clock): AnswerCache {
  // The order is a linked list beside the map: after many deletions, finding the first key of a map means searching
  // thousands of gaps.
  const entries = new Map<string, Entry>();
  let [oldest, newest]: [Entry | null, Entry | null] = [null, null];
  let bytes = 0;

  function link(one: Entry): void {
    one.older = newest;
    one.newer = null;
    if (newest === null) oldest = one;
    else newest.newer = one;
    newest = one;
  }

  function unlink({ older, newer }: Entry): void {
    if (older === null) oldest = newer;
    else older.newer = newer;
    if (newer === null) newest = older;
    else newer.older = older;
  }

  function drop(one: Entry): void {
    unlink(one);
    entries.delete(one.key);
    bytes -= one.bytes;
  }

  return {
    async get(key) {
      const found = entries.get(key);
      if (found === undefined) return null;
      if (found.until <= now()) {
        drop(found);
        return null;
      }
      unlink(found);
      link(found);
      return { value: found.value, ageMs: Math.max(0, now() - found.since) };
    },
    async set(key, value, ttlMs) {
      const before = entries.get(key);
      if (before !== undefined) drop(before);
      const size = sizeOf(key) + sizeOf(value);
      if (size > maxBytes || ttlMs <= 0) return;
      const since = now();
      const one: Entry = { key, value, bytes: size, since, until: since + ttlMs, older: null, newer: null };
      entries.set(key, one);
      link(one);
      bytes += size;
      for (let last = oldest; last !== null && bytes > maxBytes; last = last.newer) drop(last);
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
