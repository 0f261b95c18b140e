import { rankStep, type Facet, type FacetCounts } from '@sitegrep/search';
import { reversedHost } from '@sitegrep/site';
import { capturedCounts } from '../../facets/captured-counts.ts';
import type { Capture } from '../../facets/captured-texts.ts';
import { facetKey, topValues } from '../../facets/top-values.ts';
import { keptFacets } from './kept-facets.ts';
import { QueryTooBroad } from '../../query-too-broad.ts';
import type { LabelCounts, LabelLists } from './labels/label-lists.ts';
import { startOf, valueAt } from './order/chunk.ts';
import { listOf, numberIn } from './order/key.ts';
import { ENTRIES_A_ROW, type Lists } from './order/lists.ts';
import type { DomainRow, RowReader } from './rows.ts';
import type { SavedMembers } from './searches/saved-members.ts';
import type { Look } from './look.ts';
import type { State } from './state.ts';
import { includes, type Matches } from './sites.ts';

export interface FacetParts {
  readonly rows: RowReader;
  readonly lists: Lists;
  readonly labels: LabelLists;
  readonly saved: SavedMembers;
  readonly state: () => State;
  /** Called now and then, may throw. */
  readonly checkpoint: () => void;
}

/** Documents whose facets are counted. */
interface CountedDocuments {
  /** Ascending. */
  readonly revisions: Matches;
  /** Numbers of the pages of a document that count. */
  readonly pages: (row: DomainRow) => Iterable<number>;
}

/** Counts what matches by facets. */
export interface FacetCounter {
  /**
   * @throws QueryTooBroad if sources take longer, or have more texts than fit into memory
   */
  count(
    facets: readonly Facet[],
    documents: CountedDocuments,
    sources: SourcesToCount,
  ): readonly FacetCounts[];
}

/** How sources are looked at for facets. */
export interface SourcesToCount {
  readonly look: Look;
  /** Time at which reading must end, by `performance.now`; may be Infinity. */
  readonly until: number;
}

/** Kinds of facets that are kept if they count all domains. */
const KEPT: ReadonlySet<Facet['kind']> = new Set(['label', 'hosts', 'host_groups']);

type HostFacet = Extract<Facet, { readonly kind: 'hosts' }>;

/** Rows that are read between two checks whether the search was aborted. */
const ROWS_AT_A_TIME = 256;
/** The highest rank of a domain. */
const MAX_RANK = 1_000;

export function openFacets({ rows, lists, labels, saved, state, checkpoint }: FacetParts): FacetCounter {
  const ofAll = keptFacets();

  function countOf(facet: Facet, documents: CountedDocuments, sources: SourcesToCount): FacetCounts {
    const { commits, domains } = state();
    const isOfAll = documents.revisions.length === domains && KEPT.has(facet.kind);
    if (!isOfAll) return counted(facet, documents, sources);
    return ofAll(facet, commits, () => counted(facet, documents, sources));
  }

  function counted(facet: Facet, documents: CountedDocuments, sources: SourcesToCount): FacetCounts {
    if (facet.kind === 'hosts') return hosts(facet, documents.revisions);
    const { counts, without } = countsOf(facet, documents, sources);
    return topValues(counts, facet, without);
  }

  function hosts(facet: HostFacet, revisions: Matches): FacetCounts {
    const { counts, without } = labels.countHosts(facet, revisions);
    const highest = counts.highest(facet.offset + facet.limit);
    const shown = new Map(highest.map(({ key, count }) => [reversedHost(key), count]));
    return {
      ...topValues(shown, facet, without),
      distinct: counts.size,
      listed: counts.withAtLeast(facet.min),
    };
  }

  function countsOf(
    facet: Exclude<Facet, HostFacet>,
    documents: CountedDocuments,
    sources: SourcesToCount,
  ): LabelCounts {
    switch (facet.kind) {
      case 'label':
        return labels.count(facet.label, '', documents.revisions);
      case 'host_groups':
        return labels.countHostGroups(facet.groups, documents.revisions);
      case 'values': {
        const { prefix } = facet;
        const { counts, without } = labels.count(facet.label, prefix, documents.revisions);
        const skipped = facetKey(prefix).length;
        return { counts: new Map(Array.from(counts, ([key, n]) => [key.slice(skipped), n])), without };
      }
      case 'ranks':
        return ranks(documents.revisions);
      case 'saved':
        return savedSearches(facet.names, documents.revisions);
      case 'captures':
        return captures(facet, documents, sources);
      case 'changed':
      case 'times':
      case 'causes':
        throw new TypeError('changes are counted by change-facets.ts');
    }
  }

  function savedSearches(names: readonly string[] | null, revisions: Matches): LabelCounts {
    const { counts, without } = saved.counts(revisions, names);
    return { counts: new Map(Array.from(counts, ([name, count]) => [facetKey(name), count])), without };
  }

  function ranks(revisions: Matches): LabelCounts {
    const byRank = new Uint32Array(MAX_RANK + 1);
    const add = (rank: number): void => {
      byRank[rank] = (byRank[rank] ?? 0) + 1;
    };
    if (ENTRIES_A_ROW * revisions.length < state().domains) {
      for (const [index, revision] of revisions.entries()) {
        if (index % ROWS_AT_A_TIME === 0) checkpoint();
        add(rows.domain('revision', revision).rank);
      }
      return { counts: inSteps(byRank), without: 0 };
    }
    const isAll = revisions.length === state().domains;
    const visited = lists.ascending(listOf('rank'), Buffer.alloc(0), null, (chunk, index) => {
      if (isAll || includes(revisions, valueAt(chunk.revisions, index)))
        add(numberIn(chunk.keys, startOf(chunk.ends, index)));
      return false;
    });
    visited.next();
    return { counts: inSteps(byRank), without: 0 };
  }

  function captures(
    capture: Capture,
    { revisions, pages }: CountedDocuments,
    { look, until }: SourcesToCount,
  ): LabelCounts {
    const counted = capturedCounts();
    for (const [index, revision] of revisions.entries()) {
      checkpoint();
      if (performance.now() > until) throw new QueryTooBroad(revisions.length, index);
      const row = rows.domain('revision', revision);
      const fits = counted.add(look.captured(capture, row, pages(row)));
      if (!fits) throw new QueryTooBroad(revisions.length, index);
    }
    return counted.result();
  }

  return { count: (facets, documents, sources) => facets.map((facet) => countOf(facet, documents, sources)) };
}

/** @param byRank number of domains of each rank */
function inSteps(byRank: Uint32Array): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [rank, domains] of byRank.entries()) {
    if (domains === 0) continue;
    const step = rankStep(rank);
    counts.set(step, (counts.get(step) ?? 0) + domains);
  }
  return counts;
}
