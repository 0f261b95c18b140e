import type { Client } from '@elastic/elasticsearch';
import { referrerRank } from '@sitegrep/site';
import type { DomainBlock, DomainPut, DomainRank, PutResult } from '../../domains.ts';
import { IndexReplaced, StorageBusy } from '../../errors.ts';
import type { Bulk, GuardedWrite } from '../bulk.ts';
import type { IndexForm, ServedIndex } from '../versioned-index.ts';
import type { ClusterBlocks } from './blocks.ts';
import { hasFullText } from './mapping.ts';
import { readDomain, readStates, type FoundState } from './reader.ts';
import type { Packer } from './packer.ts';
import { readReferrers } from './linked-ranks.ts';
import { bodyOf, type DomainState } from './stored.ts';

export interface Writer {
  put(documents: readonly DomainPut[]): Promise<readonly PutResult[]>;
  delete(domain: string): Promise<boolean>;
  /**
   * Removes documents of distinct domains.
   *
   * @returns the domains that had a document
   */
  remove(domains: readonly string[]): Promise<readonly string[]>;
  /**
   * Removes the document of a domain, and raises its version even if there is none.
   *
   * @returns whether there was a document
   */
  fence(domain: string): Promise<boolean>;
  setRanks(ranks: readonly DomainRank[]): Promise<void>;
  /**
   * Sets the ranks of domains by the number of links to them.
   *
   * @returns number of changed ranks
   */
  updateLinkedRanks(domains: readonly string[]): Promise<number>;
}

export interface WriterParts {
  readonly client: Client;
  readonly index: ServedIndex;
  /** Writer of documents of a form. */
  readonly bulkOf: (form: IndexForm) => Bulk;
  readonly packer: Packer;
  readonly blocks: ClusterBlocks;
  /** Maximum size of the sources that are written together, in UTF-16 units. */
  readonly sliceBytes: number;
}

/**
 * Change of one domain: the body to write over the given state, or null if there is nothing to write.
 *
 * @param form form of the body
 * @param linked rank by the number of links to the domain; 0 if they were not counted
 * @param block block that covers the domain; null also if blocks were not read
 */
type Change<R> = (
  form: IndexForm,
  found: FoundState | null,
  linked: number,
  block: DomainBlock | null,
) => Promise<{ readonly body: Uint8Array | null; readonly result: R }>;

/** Whether a change needs the number of links to its domain. */
type Counted = (domain: string, found: FoundState | null) => boolean;

/** Number of tries of a change when other writers change the domain meanwhile. */
const MAX_ATTEMPTS = 20;

/** Maximum ratio of a body to its sources: text, grams and compressed pages. */
const MAX_BODY_PER_SOURCE = 2;

/** Slices of one put that are written concurrently, so that they can share a refresh. */
const MAX_CONCURRENT_SLICES = 3;

/** Ranks changed together; each batch takes until the next refresh. */
const RANKS_AT_A_TIME = 5_000;

/**
 * Creates the writer. Each write reads the state of the domain and then writes over exactly that state. The loser
 * of a race reads again, so revisions rise by one, and no rank and no put is lost, however many processes write.
 * A write that the index refuses because a migration has put a newer one in place is made again in its form.
 */
export function createWriter({ client, index, bulkOf, packer, blocks, sliceBytes }: WriterParts): Writer {
  /**
   * Makes each change once. The domains are distinct.
   *
   * @param blocksOf reads the blocks that the changes need, after the states: so a write over a state takes every
   *   block into account that is older than the state
   */
  async function change<R>(
    changes: ReadonlyMap<string, Change<R>>,
    isCounted: Counted,
    blocksOf: ClusterBlocks['coveringEach'] = noBlocks,
  ): Promise<ReadonlyMap<string, R>> {
    const results = new Map<string, R>();
    let left = [...changes];
    for (let attempt = 0; left.length > 0; attempt++) {
      if (attempt === MAX_ATTEMPTS) {
        throw new StorageBusy(`${left[0]?.[0]} is being changed by too many writers`);
      }
      const domains = left.map(([domain]) => domain);
      const { form } = index;
      const { alias } = form;
      let isReplaced = false;
      const states = await readStates(client, alias, domains);
      const known = await blocksOf(domains);
      const counted = domains.filter((domain) => isCounted(domain, states.get(domain) ?? null));
      const referrers = await readReferrers(client, alias, counted);
      const next: [string, Change<R>][] = [];
      let writes: (GuardedWrite & { readonly change: Change<R>; readonly result: R })[] = [];
      let bytes = 0;
      const writeAll = async (): Promise<void> => {
        const outcomes = await bulkOf(form).write(writes);
        isReplaced ||= outcomes.includes('replaced');
        for (const [number, write] of writes.entries()) {
          if (outcomes[number] === 'written') results.set(write.id, write.result);
          else next.push([write.id, write.change]);
        }
        [writes, bytes] = [[], 0];
      };
      for (const [domain, make] of left) {
        const found = states.get(domain) ?? null;
        const linked = referrerRank(referrers.get(domain) ?? 0);
        const { body, result } = await make(form, found, linked, known.get(domain) ?? null);
        if (body === null) {
          results.set(domain, result);
        } else {
          writes.push({ id: domain, version: (found?.version ?? 0) + 1, body, change: make, result });
          bytes += body.length;
          // One slice of puts is written in one step; many changes that rewrite stored documents are written as
          // they come, to bound memory.
          if (bytes >= MAX_BODY_PER_SOURCE * sliceBytes) await writeAll();
        }
      }
      if (writes.length > 0) await writeAll();
      if (isReplaced && (await index.renew()).version === form.version) {
        throw new IndexReplaced(
          `${alias} takes no writes any more: if a newer version of sitegrep migrated the index, run that version`,
        );
      }
      left = next;
    }
    return results;
  }

  function putOf({ document, ifRevision }: DomainPut): Change<PutResult> {
    let packed: { readonly version: number; readonly body: Uint8Array } | null = null;
    return async ({ version }, found, linked, block) => {
      const existing = found !== null && found.live ? found.revision : null;
      if (block !== null) {
        // Left by a process that was killed before it could see the block.
        const left = block.takedown && existing !== null ? found : null;
        return { body: left === null ? null : withoutPages(left), result: { stored: false, block } };
      }
      if (ifRevision !== undefined && ifRevision !== existing)
        return { body: null, result: { stored: false, block: null } };
      if (packed?.version !== version)
        packed = { version, body: await packer.pack(document, hasFullText(version)) };
      const [revision, listed] = [(found?.revision ?? 0) + 1, found?.listed ?? null];
      const state = { domain: document.domain, live: true, revision, domain_rank: listed ?? linked, listed };
      return { body: bodyOf(state, packed.body), result: { stored: true, revision } };
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

  /**
   * Removes documents again that were put while a domain above was being taken down, see `takeDown` in
   * domain-index.ts.
   */
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
    return async (form, found, linked) => {
      if ((found?.listed ?? null) === listed) return { body: null, result: null };
      const [live, revision] = [found?.live ?? false, found?.revision ?? 0];
      const body = await rewritten(form, {
        domain,
        live,
        revision,
        domain_rank: listed ?? (live ? linked : 0),
        listed,
      });
      return { body, result: null };
    };
  }

  function linkedRankOf(domain: string): Change<boolean> {
    return async (form, found, linked) => {
      if (found === null || !found.live || found.listed !== null || found.domain_rank === linked)
        return { body: null, result: false };
      const { live, revision, listed } = found;
      return {
        body: await rewritten(form, { domain, live, revision, domain_rank: linked, listed }),
        result: true,
      };
    };
  }

  /**
   * Body of a document with another state. Elasticsearch builds an updated document from its `_source`, which has
   * no text, and sorts only by fields of the document itself. So a change of the rank costs as much as a put: the
   * text is built again from the stored pages.
   */
  async function rewritten({ alias, version }: IndexForm, state: DomainState): Promise<Uint8Array> {
    const stored = state.live ? await readDomain(client, alias, state.domain) : null;
    return stored === null
      ? bodyOf({ ...state, live: false }, null)
      : bodyOf(state, await packer.pack(stored, hasFullText(version)));
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
      const fence: Change<boolean> = async (_, found) => ({
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
    async updateLinkedRanks(domains) {
      const done = await change(
        new Map(domains.map((domain) => [domain, linkedRankOf(domain)])),
        (_, found) => found?.live === true && found.listed === null,
      );
      return [...done.values()].filter((changed) => changed).length;
    },
  };
}

const removal: Change<boolean> = async (_, found) =>
  found?.live === true ? { body: withoutPages(found), result: true } : { body: null, result: false };

/** Document of a domain without pages. */
function withoutPages({ domain, revision, listed }: Omit<DomainState, 'live' | 'domain_rank'>): Uint8Array {
  return bodyOf({ domain, live: false, revision, domain_rank: listed ?? 0, listed }, null);
}

const uncounted: Counted = () => false;

/** Answer for changes that no block prevents. */
const noBlocks = async (): Promise<ReadonlyMap<string, DomainBlock>> => new Map();

/** The puts in their order, split where a domain repeats and where a slice is large enough. */
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

/** Groups of consecutive slices without a common domain. Where a domain repeats, its puts are done in their order. */
function groupsOf(slices: readonly (readonly DomainPut[])[]): readonly (readonly (readonly DomainPut[])[])[] {
  const groups: (readonly DomainPut[])[][] = [];
  let domains = new Set<string>();
  for (const slice of slices) {
    const last = groups.at(-1);
    const apart = slice.every(({ document }) => !domains.has(document.domain));
    if (last !== undefined && last.length < MAX_CONCURRENT_SLICES && apart) last.push(slice);
    else {
      groups.push([slice]);
      domains = new Set();
    }
    for (const { document } of slice) domains.add(document.domain);
  }
  return groups;
}
