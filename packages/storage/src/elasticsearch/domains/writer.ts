import { isDeepStrictEqual } from 'node:util';
import type { Client } from '@elastic/elasticsearch';
import { type History, type Visit, withRank, withVisits, writtenLength } from '@sitegrep/site';
import type { DomainBlock, DomainPut, DomainRank, PutResult } from '../../domains.ts';
import { withFirstVisit } from '../../histories.ts';
import type { KeepVersions } from '../../past/retention.ts';
import { requireConsistent } from '../../puts.ts';
import type { Bulk } from '../bulk.ts';
import type { IndexForm, ServedIndex } from '../versioned-index.ts';
import type { ClusterBlocks } from './blocks.ts';
import { hasFullText } from './mapping.ts';
import { type Change, createChanger, type DocumentKind } from './changes.ts';
import {
  type FoundHistory,
  historyWith,
  type JournalPart,
  packJournal,
  readHistories,
  type SearchesAt,
  unapplied,
} from './history-documents.ts';
import type { Histories } from './histories.ts';
import { MAX_PAST_BYTES, type PackedPut, type StoredParts } from './pack.ts';
import type { Packer, UndecidedPut } from './packer.ts';
import { rankBody, rankId, type RankState, readRankStates } from './ranks.ts';
import { readLiving } from './reader.ts';
import { SCREENSHOT_FIELDS, screenshotsIn } from './screenshots.ts';
import type { Decision } from './searches/decision.ts';
import type { SiteDecisions } from './searches/site-decisions.ts';
import { bodyOf, type DomainState, pastsIn, requirePages, storedValue } from './stored.ts';

export interface Writer {
  put(puts: readonly DomainPut[]): Promise<readonly PutResult[]>;
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
   * Sets the ranks of domains by the number of links to them, which those of lists hide.
   *
   * @returns number of domains whose rank changed
   */
  setLinkedRanks(ranks: readonly DomainRank[]): Promise<number>;
}

export interface WriterParts {
  readonly client: Client;
  readonly index: ServedIndex;
  /** Writer of documents of a form. */
  readonly bulkOf: (form: IndexForm) => Bulk;
  readonly packer: Packer;
  readonly blocks: ClusterBlocks;
  readonly histories: Pick<Histories, 'settle'>;
  readonly decisions: Pick<SiteDecisions, 'deciding' | 'before'>;
  /** The last change of saved searches. */
  readonly searches: SearchesAt;
  /** Maximum size of the sources that are written together, in UTF-16 units. */
  readonly sliceBytes: number;
  readonly keepVersions: KeepVersions;
}

/** Maximum ratio of a body to its sources: text, grams and compressed pages. */
const MAX_BODY_PER_SOURCE = 2;

/** Slices of one put that are written concurrently, so that they can share a refresh. */
const MAX_CONCURRENT_SLICES = 3;

/** Ranks changed together; each batch takes until the next refresh. */
const RANKS_AT_A_TIME = 5_000;

/** Creates the writer. Revisions of a domain rise by one, and no rank and no put is lost, however many processes write. */
export function createWriter({
  client,
  index,
  bulkOf,
  packer,
  blocks,
  histories,
  decisions,
  searches,
  sliceBytes,
  keepVersions,
}: WriterParts): Writer {
  const keep = { versions: keepVersions, maxBytes: MAX_PAST_BYTES };
  const change = createChanger({ client, index, bulkOf, maxBytes: MAX_BODY_PER_SOURCE * sliceBytes });
  const DOMAINS = domainStates(searches);

  /** @param decided gets the domain if a document of it is written */
  function changeOf(site: DomainPut, decided: Set<string>): Change<FoundSite, PutResult> {
    const { domain, ifRevision } = site;
    let packed: {
      readonly key: string;
      readonly put: PackedPut | null;
      readonly was: Decision | null;
    } | null = null;
    return async ({ version, alias }, found, block) => {
      if (found === null) throw new TypeError('every domain has a state');
      const existing = found.live ? found.revision : null;
      if (block !== null) {
        // Left by a process that was killed before it could see the block.
        const isLeft = block.takedown && existing !== null;
        return {
          body: isLeft ? await withoutPages(decisions, found) : null,
          result: { stored: false, block },
        };
      }
      if (ifRevision !== undefined && ifRevision !== existing)
        return { body: null, result: { stored: false, block: null } };
      const { before, visits, history, isKnown } = await visitsOf(found, site);
      // Captures that are in the history already; they may still be versions.
      const isSame = isKnown && existing !== null && site.pages.length === 0 && site.removed.length === 0;
      const past = keepVersions === 0 ? [] : (site.past ?? []);
      const result = (revision: number, undecided = 0): PutResult => ({
        stored: true,
        revision,
        ...(undecided > 0 && { undecided }),
      });
      if (isSame && past.length === 0) return { body: null, result: result(existing) };
      const labels = withFirstVisit(site.labels, history, site.facts.lastVisited);
      const [first = null] = labels.first_visited;
      const revision = found.revision + 1;
      const { searches: number, rank } = found.history;
      const key = `${version} ${found.version} ${first} ${number}`;
      if (packed?.key !== key) {
        const stored = await storedParts(client, alias, found, site, keepVersions);
        const { domain: name, pages, removed, facts, targets } = site;
        const deciding = await decisions.deciding(number, { domain, rank, history });
        const put: UndecidedPut = {
          domain: name,
          pages,
          removed,
          facts,
          labels,
          targets,
          past,
          at: site.visits.at(-1)?.at ?? Date.now(),
          deciding,
          revision,
          stored,
          keep,
          onlyVersions: isSame,
        };
        const was = await decisions.before(domain, found.history);
        packed = { key, put: await packer.pack(put, hasFullText(version)), was };
      }
      if (packed.put === null) return { body: null, result: result(found.revision) };
      const { body, decision } = packed.put;
      decided.add(domain);
      const journal = await journalOf(found, { before, visits, decision, was: packed.was });
      const dates = { ...(journal !== null && { journal }), ...(first !== null && { first_visited: first }) };
      const state = { domain, live: true, revision, ...dates };
      return { body: bodyOf(state, body), result: result(revision, decision?.undecided.length) };
    };
  }

  async function putSlice(slice: readonly DomainPut[]): Promise<readonly PutResult[]> {
    const decided = new Set<string>();
    const changes = new Map(slice.map((put) => [put.domain, changeOf(put, decided)]));
    const done = await change(DOMAINS, changes, (domains) => blocks.coveringEach(domains));
    const domains = slice.map(({ domain }) => domain);
    await histories.settle(domains, decided);
    const late = await takenDown([...done].flatMap(([domain, { stored }]) => (stored ? [domain] : [])));
    return slice.map(({ domain }) => {
      const block = late.get(domain);
      return block === undefined
        ? (done.get(domain) ?? { stored: false, block: null })
        : { stored: false, block };
    });
  }

  /**
   * Removes documents again that were put while a domain above was being taken down, see `takeDown` in
   * take-down.ts.
   */
  async function takenDown(domains: readonly string[]): Promise<ReadonlyMap<string, DomainBlock>> {
    const late = new Map([...(await blocks.coveringEach(domains))].filter(([, block]) => block.takedown));
    await remove([...late.keys()]);
    return late;
  }

  async function remove(domains: readonly string[]): Promise<readonly string[]> {
    const removal: Change<FoundSite, boolean> = async (_, found) =>
      found?.live === true
        ? { body: await withoutPages(decisions, found), result: true }
        : { body: null, result: false };
    const gone = await change(DOMAINS, new Map(domains.map((domain) => [domain, removal])));
    await histories.settle(domains);
    return domains.filter((domain) => gone.get(domain) === true);
  }

  return {
    async put(puts) {
      for (const site of puts) requireConsistent(site);
      const results: PutResult[] = [];
      for (const group of groupsOf(slicesOf(puts, sliceBytes))) {
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
      const fence: Change<FoundSite, boolean> = async (_, found) => {
        if (found === null) throw new TypeError('every domain has a state');
        return { body: await withoutPages(decisions, found), result: found.live };
      };
      const hadDocument = (await change(DOMAINS, new Map([[domain, fence]]))).get(domain) ?? false;
      await histories.settle([domain]);
      return hadDocument;
    },
    async setRanks(ranks) {
      await changeRanks(ranks, listedAs);
    },
    setLinkedRanks: (ranks) => changeRanks(ranks, linkedAs),
  };

  /** @returns number of domains whose rank is another one now */
  async function changeRanks(
    ranks: readonly DomainRank[],
    changeTo: (rank: DomainRank) => Change<RankState, boolean>,
  ): Promise<number> {
    let changed = 0;
    const last = [...new Map(ranks.map((one) => [one.domain, one])).values()];
    for (let start = 0; start < last.length; start += RANKS_AT_A_TIME) {
      const some = last.slice(start, start + RANKS_AT_A_TIME);
      const done = await change(RANKS, new Map(some.map((one) => [one.domain, changeTo(one)])));
      changed += [...done.values()].filter((isChanged) => isChanged).length;
    }
    return changed;
  }
}

/** The state of a domain, which may have no document: then its version is 0. */
interface FoundSite extends Pick<DomainState, 'domain' | 'live' | 'revision'> {
  readonly version: number;
  /** True if something is kept of the pasts of its pages. */
  readonly hasPasts: boolean;
  readonly history: FoundHistory;
}

const NO_DOCUMENT = { version: 0, live: false, revision: 0, hasPasts: false };

function domainStates(searches: SearchesAt): DocumentKind<FoundSite> {
  return {
    async read(client, alias, domains) {
      const found = await readHistories(client, alias, domains, searches);
      return new Map(
        Array.from(found, ([domain, history]) => {
          const { version, live, revision, hasPasts } = history.document ?? NO_DOCUMENT;
          return [domain, { domain, version, live, revision, hasPasts, history }];
        }),
      );
    },
    idOf: (domain) => domain,
  };
}

const RANKS: DocumentKind<RankState> = { read: readRankStates, idOf: rankId };

function listedAs({ domain, rank }: DomainRank): Change<RankState, boolean> {
  const listed = rank === 0 ? null : rank;
  return async (_, found) => rewritten(found, { domain, listed, linked: found?.linked ?? 0 });
}

function linkedAs({ domain, rank: linked }: DomainRank): Change<RankState, boolean> {
  return async (_, found) => rewritten(found, { domain, listed: found?.listed ?? null, linked });
}

function rewritten(
  found: RankState | null,
  { domain, listed, linked }: Omit<RankState, 'rank'>,
): { readonly body: Uint8Array | null; readonly result: boolean } {
  const before = found ?? { listed: null, linked: 0, rank: 0 };
  const isSame = before.listed === listed && before.linked === linked;
  const result = before.rank !== (listed ?? linked);
  return { body: isSame ? null : rankBody({ domain, listed, linked }), result };
}

/**
 * Parts of the stored document that a put needs, as they are now: if that is not the state that the put is written over, the write is
 * refused. Null: nothing is stored, or nothing of it is needed.
 *
 * @throws StorageCorrupt if pages stay of a document that has none
 */
async function storedParts(
  client: Client,
  alias: string,
  { live, hasPasts }: FoundSite,
  { domain, removed }: DomainPut,
  keepVersions: KeepVersions,
): Promise<StoredParts | null> {
  const isReplaced = removed === 'others';
  if (!live || (isReplaced && keepVersions === 0 && !hasPasts)) return null;
  const images = isReplaced ? [] : SCREENSHOT_FIELDS;
  const found = await readLiving(client, alias, domain, ['revision'], ['pages', 'pasts', ...images]);
  if (found === null) return null;
  const { fields } = found;
  // A document that lacks its pages is mended by a put of all of them.
  if (isReplaced && storedValue(fields, 'pages') === undefined) return null;
  return {
    pages: requirePages(domain, fields),
    screenshots: screenshotsIn(fields),
    pasts: pastsIn(fields),
  };
}

/** The visits of a put as they are recorded, and the history that follows from them. */
async function visitsOf(
  { history: found }: FoundSite,
  { visits }: DomainPut,
): Promise<{
  /** Parts of the journal as it is that the history lacks. */
  readonly before: readonly JournalPart[];
  readonly visits: readonly Visit[];
  readonly history: History;
  /** True if the put adds nothing to the history. */
  readonly isKnown: boolean;
}> {
  const before = await unapplied(found);
  const ranked = visits.map((visit) => withRank(visit, found.rank));
  const known = await historyWith(found, before);
  const history = withVisits(known, ranked);
  return { before, visits: ranked, history, isKnown: isDeepStrictEqual(known, history) };
}

/** The journal of a document after a put; null: there is nothing in it. */
async function journalOf(
  { version }: FoundSite,
  {
    before,
    visits,
    decision,
    was,
  }: {
    readonly before: readonly JournalPart[];
    readonly visits: readonly Visit[];
    readonly decision: Decision | null;
    /** Decision about the document before. */
    readonly was: Decision | null;
  },
): Promise<string | null> {
  const isEmpty = visits.length === 0 && decision === null;
  const part: JournalPart = {
    version: version + 1,
    visits,
    ...(decision !== null && { decision }),
    ...(was !== null && { before: was }),
  };
  const parts = isEmpty ? before : [...before, part];
  return parts.length === 0 ? null : await packJournal(parts);
}

/** Document of a domain without pages. What visits showed before is void from then on. */
async function withoutPages(
  decisions: Pick<SiteDecisions, 'before'>,
  { domain, live, revision, version, history }: FoundSite,
): Promise<Uint8Array> {
  const before = await unapplied(history);
  const was = live ? await decisions.before(domain, history) : null;
  const end: JournalPart = {
    version: version + 1,
    visits: [],
    deletedAt: Date.now(),
    deletedRevision: revision,
    ...(was !== null && { before: was }),
  };
  const parts = live ? [...before, end] : before;
  const journal = parts.length === 0 ? {} : { journal: await packJournal(parts) };
  return bodyOf({ domain, live: false, revision, ...journal }, null);
}

/** The puts in their order, split where a domain repeats and where a slice is large enough. */
function slicesOf(puts: readonly DomainPut[], maxBytes: number): readonly (readonly DomainPut[])[] {
  const slices: DomainPut[][] = [];
  let slice: DomainPut[] = [];
  let bytes = 0;
  let domains = new Set<string>();
  for (const put of puts) {
    const { domain, pages } = put;
    const size = pages.reduce((sum, page) => sum + writtenLength(page), 0);
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
    const apart = slice.every(({ domain }) => !domains.has(domain));
    if (last !== undefined && last.length < MAX_CONCURRENT_SLICES && apart) last.push(slice);
    else {
      groups.push([slice]);
      domains = new Set();
    }
    for (const { domain } of slice) domains.add(domain);
  }
  return groups;
}
