import { listed } from '../../../listed.ts';
import { UnknownList } from '../../../lists/domain-lists.ts';
import { MAX_STANDINGS, type SavedSearches, SearchRefused } from '../../../searches/saved-searches.ts';
import type { Thread } from '../../../thread/thread.ts';
import type { Readers } from '../readers.ts';
import type { WriterCalls } from '../writer.ts';
import type { FillPart } from './fill-parts.ts';
import { shownSearch } from './search-rows.ts';
import type { Filling } from './search-writer.ts';

/** Domains that are written in one transaction, so that puts do not wait for long. */
const DOMAINS_A_STEP = 500;

/** Saved searches in domains.sqlite. */
export function savedSearches(writer: Thread<WriterCalls>, readers: Readers): SavedSearches {
  /** Removes what is left of searches that are no more, and old events. */
  async function sweep(signal?: AbortSignal): Promise<void> {
    while (!(await writer.call('sweepSearches', Date.now()))) signal?.throwIfAborted();
  }

  async function fillSearch(begun: Filling, signal: AbortSignal | undefined): Promise<void> {
    const part: FillPart = await readers.fillPart(begun.search, signal).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw error;
    });
    let filling: Filling | null = begun;
    for (let from = 0; filling !== null && (from === 0 || from < part.found.length); from += DOMAINS_A_STEP) {
      signal?.throwIfAborted();
      const found = part.found.slice(from, from + DOMAINS_A_STEP);
      const isEnd: boolean = from + DOMAINS_A_STEP >= part.found.length;
      filling = await writer.call('fillSearch', {
        ...filling,
        upTo: isEnd ? part.upTo : (found.at(-1)?.id ?? part.upTo),
        found,
        isLast: isEnd && part.isLast,
      });
    }
  }

  return {
    async put(search, over) {
      const put = await writer.call('putSearch', search, over);
      if ('unknownList' in put) throw new UnknownList(put.unknownList, put.knownLists);
      if ('problem' in put) throw new SearchRefused(put.reason, put.problem, put.remedy);
      return put;
    },
    async get(id) {
      const row = await readers.call('searchRow', id);
      return row === null ? null : shownSearch(row);
    },
    async list({ limit, after = '' }) {
      const some = await readers.call('searchRows', { after, limit: limit + 1 });
      return listed(some, limit, ({ id }) => id, shownSearch);
    },
    async delete(id) {
      const isDeleted = await writer.call('removeSearch', id);
      if (isDeleted) await sweep();
      return isDeleted;
    },
    async fill({ signal } = {}) {
      await sweep(signal);
      for (;;) {
        signal?.throwIfAborted();
        const begun = await writer.call('nextToFill');
        if (begun === null) return;
        await fillSearch(begun, signal);
      }
    },
    count: (id) => readers.call('countSaved', id),
    async standings(ids, since) {
      if (ids.length > MAX_STANDINGS) throw new RangeError(`${ids.length} searches are too many at a time`);
      return new Map(await readers.call('searchStandings', { ids, since }));
    },
    events: (request) => readers.call('searchEvents', request),
  };
}
