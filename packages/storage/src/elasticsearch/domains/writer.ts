import type { Client } from '@elastic/elasticsearch';
import type { DomainPut, DomainRank, PutResult } from '../../domains.ts';
import { StorageBusy } from '../../errors.ts';
import type { Bulk, GuardedWrite } from '../bulk.ts';
import { readDomain, readStates, type FoundState } from './reader.ts';
import type { Packer } from './packer.ts';
import { bodyOf } from './stored.ts';

export interface Writer {
  put(documents: readonly DomainPut[]): Promise<readonly PutResult[]>;
  delete(domain: string): Promise<boolean>;
  setRanks(ranks: readonly DomainRank[]): Promise<void>;
}

/** A change of one domain: what to write over the state that was found, or null if there is nothing to write. */
type Change<R> = (
  found: FoundState | null,
) => Promise<{ readonly body: Uint8Array | null; readonly result: R }>;

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
export function createWriter(
  client: Client,
  alias: string,
  bulk: Bulk,
  packer: Packer,
  sliceBytes: number,
): Writer {
  /** Makes each change once. Domains must differ. */
  async function change<R>(changes: ReadonlyMap<string, Change<R>>): Promise<ReadonlyMap<string, R>> {
    const results = new Map<string, R>();
    let left = [...changes];
    for (let attempt = 0; left.length > 0; attempt++) {
      if (attempt === ATTEMPTS) {
        throw new StorageBusy(`${left[0]?.[0]} is changed by too many at once`);
      }
      const states = await readStates(
        client,
        alias,
        left.map(([domain]) => domain),
      );
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
        const { body, result } = await make(found);
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
    return async (found) => {
      const existing = found !== null && found.live ? found.revision : null;
      if (ifRevision !== undefined && ifRevision !== existing)
        return { body: null, result: { stored: false } };
      packed ??= await packer.pack(document);
      const [revision, rank] = [(found?.revision ?? 0) + 1, found?.rank ?? 0];
      const state = { domain: document.domain, live: true, revision, rank };
      return { body: bodyOf(state, packed), result: { stored: true, revision } };
    };
  }

  async function putSlice(slice: readonly DomainPut[]): Promise<readonly PutResult[]> {
    const done = await change(new Map(slice.map((put) => [put.document.domain, putOf(put)])));
    return slice.map(({ document }) => done.get(document.domain) ?? { stored: false });
  }

  function deletionOf(domain: string): Change<boolean> {
    return async (found) => {
      if (found === null || !found.live) return { body: null, result: false };
      const { revision, rank } = found;
      return { body: bodyOf({ domain, live: false, revision, rank }, null), result: true };
    };
  }

  function rankOf(domain: string, rank: number): Change<null> {
    return async (found) => {
      if ((found?.rank ?? 0) === rank) return { body: null, result: null };
      const state = { domain, live: found?.live ?? false, revision: found?.revision ?? 0, rank };
      if (!state.live) return { body: bodyOf(state, null), result: null };
      // Elasticsearch makes an updated document anew from its `_source`, where the text is not; and it sorts by fields of
      // the document itself only. So a rank costs as much as a put: the text is made again out of the stored pages.
      const stored = await readDomain(client, alias, domain);
      return {
        body:
          stored === null
            ? bodyOf({ ...state, live: false }, null)
            : bodyOf(state, await packer.pack(stored)),
        result: null,
      };
    };
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
      return (await change(new Map([[domain, deletionOf(domain)]]))).get(domain) ?? false;
    },
    async setRanks(ranks) {
      const last = [...new Map(ranks.map(({ domain, rank }) => [domain, rank]))];
      for (let start = 0; start < last.length; start += RANKS_AT_A_TIME) {
        const some = last.slice(start, start + RANKS_AT_A_TIME);
        await change(new Map(some.map(([domain, rank]) => [domain, rankOf(domain, rank)])));
      }
    },
  };
}

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
