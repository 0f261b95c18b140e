// The visits that killed-visits.ts makes.
import { crc32 } from 'node:zlib';

export const KILLED_SITES: readonly string[] = ['a.test', 'b.test', 'sub.b.test', 'c.test'];

/** Time of a visit in seconds: an hour after the one before it. */
export function timeOf(visit: number): number {
  return 1_700_000_000 + 3_600 * visit;
}

/** Technologies that a site has at a visit: each comes and goes by itself. */
export function technologiesAt(domain: string, visit: number): readonly string[] {
  return ['A', 'B', 'C', 'D', 'E'].filter(
    (name) => crc32(`${domain} ${name} ${Math.floor(visit / 2)}`) % 2 === 0,
  );
}

export function killedSettings(indexPrefix: string) {
  return {
    indexPrefix,
    shards: 2,
    replicas: 0,
    fullText: false,
    refreshInterval: '50ms',
    bulkBytes: 1 << 20,
    bulkConcurrency: 2,
  };
}

/** Words for which there are saved searches; each document has the last one. */
export const KILLED_WORDS = ['alder', 'beech', 'cherry', 'damson', 'elder', 'site'] as const;

/** Words that the pages of a site have at a visit: each comes and goes by itself. */
export function wordsAt(domain: string, visit: number): readonly string[] {
  return KILLED_WORDS.filter(
    (word) => word === 'site' || crc32(`${domain} ${word} ${Math.floor(visit / 2)}`) % 2 === 0,
  );
}
