import type { Refusal } from '@sitegrep/deciding';
import type { ChangeRecord } from '@sitegrep/site';
import { StorageBusy, StorageUnavailable } from '../../errors.ts';
import type { DecidableSearch } from '../../searches/search-deciders.ts';
import type { PackablePut, PackedPut } from './pack.ts';
import type { DecidedPut, FulfillingRecord, StoredSite } from './searches/decide-site.ts';
import type { Decision } from './searches/decision.ts';
import type { Definitions } from './searches/definitions.ts';
import { type PagesThread, pagesThread } from './start-pages-thread.ts';

/** Packs documents and decides saved searches outside of the event loop. */
export interface Packer {
  /**
   * @returns null if nothing is to be written
   * @throws StorageBusy if the queue is full; StorageUnavailable if the thread ended meanwhile
   */
  pack(put: UndecidedPut, fullText: boolean): Promise<PackedPut | null>;
  /** Decides saved searches for a document as it is stored. @throws as `pack` */
  decide(site: UndecidedSite): Promise<Decision>;
  /** Decides searches of changes for records of such a document. @throws as `pack` */
  decideRecords(site: UndecidedSite, records: readonly ChangeRecord[]): Promise<readonly FulfillingRecord[]>;
  /** Why a search cannot be added to others; null: it can. @throws as `pack` */
  refusalOf(searches: Definitions, search: DecidableSearch): Promise<Refusal | null>;
  close(): Promise<void>;
}

/** A put with the saved searches that are decided for it; null: there is none. */
export type UndecidedPut = Omit<PackablePut, 'deciding'> & { readonly deciding: Deciding | null };

/** A document as it is stored, with the saved searches that are decided for it. */
export type UndecidedSite = Omit<StoredSite, 'put'> & {
  readonly put: Deciding & Pick<DecidedPut, 'revision' | 'at'>;
};

export interface Deciding extends Omit<NonNullable<PackablePut['deciding']>, 'number'> {
  readonly searches: Definitions;
}

/**
 * Documents in the thread: the one being packed and the next. Each is copied into the thread, so all others are
 * queued here.
 */
const MAX_IN_THREAD = 2;
const MAX_QUEUED = 1_000;

/** How often in succession a thread may end between getting searches and deciding by them. */
const ATTEMPTS = 5;

/** Creates a packer. Its thread starts with the first document: a process that only reads needs none. */
export function createPacker(): Packer {
  // Each document in it may first need the searches.
  const thread = pagesThread('document packer', 2 * MAX_IN_THREAD);
  const queue: (() => void)[] = [];
  let inThread = 0;
  /** Number of the last change of searches that the thread knows, unless it ended since. */
  let told = 0;

  async function inSlot<R>(work: () => Promise<R>): Promise<R> {
    if (inThread < MAX_IN_THREAD) {
      inThread += 1;
    } else {
      if (queue.length >= MAX_QUEUED)
        throw new StorageBusy(`${queue.length} documents are queued for packing`);
      await new Promise<void>((resolve) => queue.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) inThread -= 1;
      else next();
    }
  }

  /** Makes a call that may lack searches, which the thread then gets. */
  async function knowing<R>(
    searches: Definitions | null,
    call: () => Promise<R | 'lacks searches'>,
  ): Promise<R> {
    if (searches !== null && told < searches.number) await tell(thread, searches);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const answer = await call();
      if (answer !== 'lacks searches') return answer;
      if (searches === null) throw new TypeError('a put without searches lacks some');
      told = 0;
      await tell(thread, searches);
    }
    throw new StorageUnavailable('the document packer ends again and again');
  }

  async function tell(to: PagesThread, searches: Definitions): Promise<void> {
    const all = [...searches.byBorn.keys()];
    const since = (before: number) => [...searches.all].filter((one) => one.since > before);
    const { number } = searches;
    const before = told;
    const isKnown = await to.call('knowSearches', { before, number, changed: since(before), all });
    if (!isKnown) await to.call('knowSearches', { before: 0, number, changed: since(0), all });
    told = Math.max(told, number);
  }

  return {
    pack: (put, fullText) =>
      inSlot(async () => {
        const { deciding } = put;
        const searches = deciding?.searches ?? null;
        const own = deciding === null ? null : decidedBy(deciding);
        return await knowing(searches, () =>
          thread.call('pack', { put: { ...put, deciding: own }, fullText }),
        );
      }),
    decide: (site) =>
      inSlot(() =>
        knowing(
          site.put.searches,
          async () => (await thread.call('decideStored', sentSite(site))) ?? 'lacks searches',
        ),
      ),
    decideRecords: (site, records) =>
      inSlot(() =>
        knowing(
          site.put.searches,
          async () => (await thread.call('decideRecords', sentSite(site), records)) ?? 'lacks searches',
        ),
      ),
    refusalOf: (searches, search) =>
      inSlot(() => knowing(searches, () => thread.call('refusalOf', searches.number, search))),
    close: () => thread.close(),
  };
}

function decidedBy({ searches, rank, lists, changes }: Deciding): NonNullable<PackablePut['deciding']> {
  return { number: searches.number, rank, lists, changes };
}

function sentSite({ put, ...site }: UndecidedSite): StoredSite {
  const { revision, at } = put;
  return { ...site, put: { ...decidedBy(put), revision, at } };
}
