// A consumer of the feed of changes, which keeps the last record of each domain and time.
import { simplify } from '@sitegrep/search';
import type { Change } from '@sitegrep/site';
import type { ChangeHit, DomainIndex } from '../src/domains.ts';

export interface FeedConsumer {
  /** Numbers of all records that it has seen, in their order. */
  readonly numbers: readonly number[];
  /**
   * Reads on until nothing comes, or until it has what it wants: writers that go on may always be ahead.
   *
   * @param index the one that it read before, which may have been opened anew
   */
  read(index: Pick<DomainIndex, 'search'>, isEnough?: () => boolean): Promise<void>;
  /** The changes of a domain by their times, as it knows them. */
  changesOf(domain: string): readonly Change[];
  /** All records that it keeps. */
  records(): readonly ChangeHit[];
}

/** @param limit records that are read at a time */
export function feedConsumer(limit: number): FeedConsumer {
  const kept = new Map<string, ChangeHit>();
  const numbers: number[] = [];
  let after = 0;
  return {
    numbers,
    async read(index, isEnough = () => false) {
      while (!isEnough()) {
        const { hits } = await index.search({
          level: 'change',
          where: simplify({ kind: 'change_by', by: 'any' }, 'change'),
          order: [{ field: 'recorded', direction: 'asc' }],
          limit,
          from: { kind: 'after', cursor: { values: [after], offset: 0 } },
        });
        for (const hit of hits) {
          if (hit.by === 'deletion') {
            for (const [key, { domain }] of kept) if (domain === hit.domain) kept.delete(key);
          }
          kept.set(`${hit.domain} ${hit.at}`, hit);
          numbers.push(hit.recorded);
        }
        after = hits.at(-1)?.recorded ?? after;
        if (hits.length === 0) return;
      }
    },
    changesOf: (domain) =>
      [...kept.values()]
        .flatMap(({ domain: of, at, previousAt, by, added, removed }) =>
          of === domain && (by === 'visit' || by === 'detector')
            ? [{ at, previousAt, by, added, removed }]
            : [],
        )
        .toSorted((a, b) => a.at - b.at),
    records: () => [...kept.values()],
  };
}
