// The rows of a report: the domains or pages that fulfil the search now, and then the domains that are gone.
import { answerFields } from '@sitegrep/contract';
import { type Facet, type FacetCounts, LEVELS, type Query, type StartPosition } from '@sitegrep/search';
import { SEARCH_RESULT_FIELDS } from '@sitegrep/site';
import {
  type DomainHit,
  type DomainIndex,
  MAX_REPORT_BYTES,
  type PageHit,
  type SearchPage,
  shownPage,
  Walk,
} from '@sitegrep/storage';
import { type TypedColumn, typedColumnsOf } from '@sitegrep/tables/columns';
import { type ExportRecord, valueOf } from '@sitegrep/tables/format';
import type { Cells } from '@sitegrep/tables/workbook';
import type { News } from './news.ts';

type ReportLevel = 'domain' | 'page';
type Found = SearchPage<'domain'> | SearchPage<'page'>;

export interface RowsWish {
  readonly domains: Pick<DomainIndex, 'search'>;
  readonly search: string;
  readonly level: ReportLevel;
  readonly limit: number;
  /** Null: there is nothing to compare with. */
  readonly news: News | null;
  readonly signal: AbortSignal;
  /** Bytes of the file so far. */
  readonly written: () => number;
}

export interface ReportRows {
  readonly columns: readonly TypedColumn[];
  readonly rows: AsyncGenerator<Cells, void>;
  /** Number of those that were given so far, and whether more are left out. */
  readonly given: { count: number; isCut: boolean };
}

/** Items that are searched for, and held in memory, at a time. */
const AT_A_TIME = 250;
/** Room that a file has for what follows its rows, in bytes. */
const REST = 2 * 1_024 * 1_024;

/** Counts the items that fulfil a search, and their facets. */
export async function countReport(
  { domains, search, level, signal }: Pick<RowsWish, 'domains' | 'search' | 'level' | 'signal'>,
  facets: readonly Facet[],
): Promise<{ readonly total: number; readonly facets: readonly FacetCounts[] }> {
  const query = queryOf(search, level, { limit: 1, from: START });
  const { total, facets: counts = [] } = await domains.search(
    facets.length === 0 ? query : { ...query, facets },
    { signal },
  );
  return { total, facets: counts };
}

export function reportRows(wish: RowsWish): ReportRows {
  const { level, news } = wish;
  const own = typedColumnsOf({ level, hasMatches: false, fields: [] });
  const columns: readonly TypedColumn[] = [{ name: 'news', kind: 'text' }, ...own];
  const given = { count: 0, isCut: false };
  const domainAt = own.findIndex(({ name }) => name === 'domain');
  const isFull = (): boolean => wish.written() > MAX_REPORT_BYTES - REST;

  async function* rows(): AsyncGenerator<Cells, void> {
    for await (const hits of foundBy(wish)) {
      for (const hit of hits) {
        if (given.count >= wish.limit || isFull()) {
          given.isCut = true;
          break;
        }
        given.count += 1;
        const record = recordOf(hit);
        yield [news?.of.get(hit.domain) ?? null, ...own.map(({ name }) => valueOf(name, record))];
      }
      if (given.isCut) break;
    }
    let gone = 0;
    for (const [domain, what] of news?.of ?? []) {
      if (what !== 'gone') continue;
      if (gone >= wish.limit || isFull()) {
        given.isCut = true;
        return;
      }
      gone += 1;
      given.count += 1;
      yield ['gone', ...own.map((_, index) => (index === domainAt ? domain : null))];
    }
  }
  return { columns, rows: rows(), given };
}

/** The items that fulfil the search, one more than the report may have. */
async function* foundBy({
  domains,
  search,
  level,
  limit,
  signal,
}: RowsWish): AsyncGenerator<readonly (DomainHit | PageHit)[], void> {
  const walk = new Walk();
  try {
    let left = limit + 1;
    for (let from: StartPosition | null = START; from !== null && left > 0;) {
      const wanted: Wanted = { limit: Math.min(left, AT_A_TIME), from };
      const page: Found =
        level === 'page'
          ? await domains.search(queryOf(search, 'page', wanted), { signal, walk })
          : await domains.search(queryOf(search, 'domain', wanted), { signal, walk });
      left -= page.hits.length;
      yield page.hits;
      from = page.next === null ? null : { kind: 'after', cursor: page.next };
    }
  } finally {
    await walk.close();
  }
}

type Wanted = Pick<Query, 'limit' | 'from'>;

const START: StartPosition = { kind: 'offset', offset: 0 };

/** The domains, or pages, that fulfil the search, as was decided when they were put. */
function queryOf<L extends ReportLevel>(search: string, level: L, wanted: Wanted): Query<L> {
  const { usualOrder, tieBreak } = LEVELS[level];
  return {
    ...wanted,
    level,
    where: {
      kind: 'condition',
      condition: { kind: 'in_list', field: 'saved', values: [search], negated: false },
    },
    order: [usualOrder, ...tieBreak.map((field) => ({ field, direction: 'asc' as const }))],
  };
}

function recordOf(hit: DomainHit | PageHit): ExportRecord {
  const item =
    'facts' in hit
      ? { type: 'domain_technology_item' as const, ...answerFields(SEARCH_RESULT_FIELDS, hit) }
      : shownPage(hit);
  return { item, offsetToken: '' };
}
