import type { Client } from '@elastic/elasticsearch';
import { referrerRank } from '@sitegrep/site';
import type { DomainBlock, DomainPut, DomainRank, PutResult } from '../../domains.ts';
import { StorageBusy } from '../../errors.ts';
import type { Bulk, GuardedWrite } from '../bulk.ts';
import type { ClusterBlocks } from './blocks.ts';
import { readDomain, readStates, type FoundState } from './reader.ts';
import type { Packer } from './packer.ts';
import { readReferrers } from './linked-ranks.ts';
import { bodyOf, type DomainState } from './stored.ts';

export interface Writer {
  put(documents: readonly DomainPut[]): Promise<readonly PutResult[]>;
  delete(domain: string): Promise<boolean>;
  /** Removes documents. @returns the domains that had one. Domains must differ. */
  remove(domains: readonly string[]): Promise<readonly string[]>;
  /** Removes the document of a domain, and raises its version even if there is none. @returns whether there was one */
  fence(domain: string): Promise<boolean>;
  setRanks(ranks: readonly DomainRank[]): Promise<void>;
  /** Gives domains the ranks that follow from who links to them. @returns how many changed */
  countAnew(domains: readonly string[]): Promise<number>;
}

export interface WriterParts {
  readonly client: Client;
  readonly alias: string;
  readonly bulk: Bulk;
  readonly packer: Packer;
  readonly blocks: ClusterBlocks;
  /** Of sources that are written at a time, in UTF-16 units. */
  readonly sliceBytes: number;
}

/**
 * A change of one domain: what to write over the state that was found, or null if there is nothing to write.
 *
 * @param linked the rank by the links that lead to the domain; 0 if it was not asked for
 * @param block what covers the domain; null too if it was not asked for
 */
type Change<R> = (
  found: FoundState | null,
  linked: number,
  block: DomainBlock | null,
) => Promise<{ readonly body: Uint8Array | null; readonly result: R }>;

/** Whether the links that lead to a domain are to be counted for its change. */
type Counted = (domain: string, found: FoundState | null) => boolean;

/** Times that a change is tried again because somebody else changed the domain meanwhile. */
const ATTEMPTS = 20;

/** Bytes of a body for each of its sources, at most: text, grams, and the compressed pages. */
const BODY_PER_SOURCE = 2;

/** Slices of one put that are written at the same time: each waits for a refresh, which may as well be the same one. */
const SLICES_AT_ONCE = 3;

/** Ranks that are changed together: each time, it takes until the next refresh. */
const RANKS_AT_A_TIME = 5_000;

/**
 * Every write is: read the state of the domain, write over exactly that. Who comes second in a race reads again, so that
 * revisions rise by one, and no rank and no put is lost, however many processes write.
 */
export function createWriter({ client, alias, bulk, packer, blocks, sliceBytes }: WriterParts): Writer {
  /**
   * Makes each change once. Domains must differ.
   *
   * @param blocksOf looks for what the changes are told of blocks, when the state is known: so who writes over that state
   *   knows of every block from before it
   */
  async function change<R>(
    changes: ReadonlyMap<string, Change<R>>,
    isCounted: Counted,
    blocksOf: ClusterBlocks['coveringEach'] = unasked,
  ): Promise<ReadonlyMap<string, R>> {
    const results = new Map<string, R>();
    let left = [...changes];
    for (let attempt = 0; left.length > 0; attempt++) {
      if (attempt === ATTEMPTS) {
        throw new StorageBusy(`${left[0]?.[0]} is changed by too many at once`);
      }
      const domains = left.map(([domain]) => domain);
      const states = await readStates(client, alias, domains);
      const known = await blocksOf(domains);
      const counted = domains.filter((domain) => isCounted(domain, states.get(domain) ?? null));
      const referrers = await readReferrers(client, alias, counted);
      const next: [string, Change<R>][] = [];
      let writes: (GuardedWrite & { readonly change: Change<R>; readonly result: R })[] = [];
      let bytes = 0;
      const writeAll = async (): Promise<void> => {
        const outcomes = await bulk.write(writes);
        for (const [index, write] of writes.entries()) {
          if (outcomes[index] === 'written') results.set(write.id, write.result);
          else next.push([write.id, write.change]);
        }
        [writes, bytes] = [[], 0];
      };
      for (const [domain, make] of left) {
        const found = states.get(domain) ?? null;
        const linked = referrerRank(referrers.get(domain) ?? 0);
        const { body, result } = await make(found, linked, known.get(domain) ?? null);
        if (body === null) {
          results.set(domain, result);
        } else {
          writes.push({ id: domain, version: (found?.version ?? 0) + 1, body, change: make, result });
          bytes += body.length;
          // A slice of puts goes at once; many changes that rewrite what is stored do not pile up.
          if (bytes >= BODY_PER_SOURCE * sliceBytes) await writeAll();
        }
      }
      if (writes.length > 0) await writeAll();
      left = next;
    }
    return results;
  }

  function putOf({ document, ifRevision }: DomainPut): Change<PutResult> {
    let packed: Uint8Array | null = null;
    return async (found, linked, block) => {
      const existing = found !== null && found.live ? found.revision : null;
      if (block !== null) {
        // Of a process that was killed before it could see the block.
        const left = block.takedown && existing !== null ? found : null;
        return { body: left === null ? null : withoutPages(left), result: { stored: false, block } };
      }
      if (ifRevision !== undefined && ifRevision !== existing)
        return { body: null, result: { stored: false, block: null } };
      packed ??= await packer.pack(document);
      const [revision, listed] = [(found?.revision ?? 0) + 1, found?.listed ?? null];
      const state = { domain: document.domain, live: true, revision, rank: listed ?? linked, listed };
      return { body: bodyOf(state, packed), result: { stored: true, revision } };
    };
  }

  async function putSlice(slice: readonly DomainPut[]): Promise<readonly PutResult[]> {
    const done = await change(
      new Map(slice.map((put) => [put.document.domain, putOf(put)])),
      (_, found) => (found?.listed ?? null) === null,
      (domains) => blocks.coveringEach(domains),
    );
    const late = await takenDown([...done].flatMap(([domain, { stored }]) => (stored ? [domain] : [])));
    return slice.map(({ document: { domain } }) => {
      const block = late.get(domain);
      return block === undefined
        ? (done.get(domain) ?? { stored: false, block: null })
        : { stored: false, block };
    });
  }

  /** Removes again what was put while a domain above it was taken down, see take-down.ts. */
  async function takenDown(domains: readonly string[]): Promise<ReadonlyMap<string, DomainBlock>> {
    const late = new Map([...(await blocks.coveringEach(domains))].filter(([, block]) => block.takedown));
    await remove([...late.keys()]);
    return late;
  }

  async function remove(domains: readonly string[]): Promise<readonly string[]> {
    const gone = await change(new Map(domains.map((domain) => [domain, removal])), uncounted);
    return domains.filter((domain) => gone.get(domain) === true);
  }

  function rankOf(domain: string, rank: number): Change<null> {
    const listed = rank === 0 ? null : rank;
    return async (found, linked) => {
      if ((found?.listed ?? null) === listed) return { body: null, result: null };
      const [live, revision] = [found?.live ?? false, found?.revision ?? 0];
      const body = await rewritten({ domain, live, revision, rank: listed ?? (live ? linked : 0), listed });
      return { body, result: null };
    };
  }

  function linkedRankOf(domain: string): Change<boolean> {
    return async (found, linked) => {
      if (found === null || !found.live || found.listed !== null || found.rank === linked)
        return { body: null, result: false };
      const { live, revision, listed } = found;
      return { body: await rewritten({ domain, live, revision, rank: linked, listed }), result: true };
    };
  }

  /**
   * A document in another state. Elasticsearch makes an updated document anew from its `_source`, where the text is not;
   * and it sorts by fields of the document itself only. So a rank costs as much as a put: the text is made again out of
   * the stored pages.
   */
  async function rewritten(state: DomainState): Promise<Uint8Array> {
    const stored = state.live ? await readDomain(client, alias, state.domain) : null;
    return stored === null
      ? bodyOf({ ...state, live: false }, null)
      : bodyOf(state, await packer.pack(stored));
  }

  return {
    async put(documents) {
      const results: PutResult[] = [];
      for (const group of groupsOf(slicesOf(documents, sliceBytes))) {
        const slices = await Promise.all(group.map((slice) => putSlice(slice)));
        results.push(...slices.flat());
      }
      return results;
    },
    async delete(domain) {
      return (await remove([domain])).length > 0;
    },
    remove,
    async fence(domain) {
      const fence: Change<boolean> = async (found) => ({
        body: withoutPages(found ?? { domain, revision: 0, listed: null }),
        result: found?.live ?? false,
      });
      return (await change(new Map([[domain, fence]]), uncounted)).get(domain) ?? false;
    },
    async setRanks(ranks) {
      const last = [...new Map(ranks.map(({ domain, rank }) => [domain, rank]))];
      for (let start = 0; start < last.length; start += RANKS_AT_A_TIME) {
        const some = last.slice(start, start + RANKS_AT_A_TIME);
        const wanted = new Map(some);
        await change(
          new Map(some.map(([domain, rank]) => [domain, rankOf(domain, rank)])),
          (domain, found) => wanted.get(domain) === 0 && found?.live === true && found.listed !== null,
        );
      }
    },
    async countAnew(domains) {
      const done = await change(
        new Map(domains.map((domain) => [domain, linkedRankOf(domain)])),
        (_, found) => found?.live === true && found.listed === null,
      );
      return [...done.values()].filter((changed) => changed).length;
    },
  };
}

const removal: Change<boolean> = async (found) =>
  found?.live === true ? { body: withoutPages(found), result: true } : { body: null, result: false };

/** The document of a domain that has none. */
function withoutPages({ domain, revision, listed }: Omit<DomainState, 'live' | 'rank'>): Uint8Array {
  return bodyOf({ domain, live: false, revision, rank: listed ?? 0, listed }, null);
}

const uncounted: Counted = () => false;

/** For changes that no block stops. */
const unasked = async (): Promise<ReadonlyMap<string, DomainBlock>> => new Map();

/** The puts in their order, cut where a domain comes again and where there is enough to write at a time. */
function slicesOf(documents: readonly DomainPut[], maxBytes: number): readonly (readonly DomainPut[])[] {
  const slices: DomainPut[][] = [];
  let slice: DomainPut[] = [];
  let bytes = 0;
  let domains = new Set<string>();
  for (const put of documents) {
    const { domain, pages } = put.document;
    const size = pages.reduce((sum, { source }) => sum + source.length, 0);
    if (slice.length > 0 && (domains.has(domain) || bytes + size > maxBytes)) {
      slices.push(slice);
      [slice, bytes, domains] = [[], 0, new Set()];
    }
    slice.push(put);
    bytes += size;
    domains.add(domain);
  }
  return slice.length === 0 ? slices : [...slices, slice];
}

/** Slices that follow each other and have no domain in common; where one comes again, its puts are done in their order. */
function groupsOf(slices: readonly (readonly DomainPut[])[]): readonly (readonly (readonly DomainPut[])[])[] {
  const groups: (readonly DomainPut[])[][] = [];
  let domains = new Set<string>();
  for (const slice of slices) {
    const last = groups.at(-1);
    const apart = slice.every(({ document }) => !domains.has(document.domain));
    if (last !== undefined && last.length < SLICES_AT_ONCE && apart) last.push(slice);
    else {
      groups.push([slice]);
      domains = new Set();
    }
    for (const { document } of slice) domains.add(document.domain);
  }
  return groups;
}
