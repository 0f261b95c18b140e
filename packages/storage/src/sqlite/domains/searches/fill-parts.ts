// What saved searches find among stored domains, some domains at a time.
import type { Query } from '@sitegrep/search';
import { KeptCaptures } from '../../../facets/kept-captures.ts';
import type { Finder } from '../find/finder.ts';
import type { PageSets } from '../find/page-sets.ts';
import { Look } from '../look.ts';
import type { RowReader } from '../rows.ts';
import type { Matches, Sites } from '../sites.ts';
import type { State } from '../state.ts';
import type { SearchRow } from './search-rows.ts';
import type { FillStep, FoundDomain } from './search-writer.ts';

/** Maximum domains of one part. The search is evaluated for each, so they are many. */
const MAX_DOMAINS = 20_000;
/** Pages of one part, after which no more domains are added. */
const MAX_PAGES = 1_000_000;

/** Domains behind `filledTo` of a search that fulfil it. */
export type FillPart = Pick<FillStep, 'upTo' | 'found' | 'isLast'>;

interface FillParts {
  readonly finder: Finder;
  readonly pageSets: PageSets;
  readonly sites: Sites;
  readonly rows: RowReader;
  readonly state: () => State;
  /** Called every few milliseconds, may throw. */
  readonly checkpoint: () => void;
}

export function openFillParts(parts: FillParts): (search: SearchRow) => FillPart {
  const { finder, pageSets, sites, rows, state, checkpoint } = parts;

  function found(query: Query<'domain'> | Query<'page'>): Matches {
    const look = new Look(query, { rows, captures: new KeptCaptures(), checkpoint });
    const limits = { budgetMs: Infinity, maxWork: Infinity, progress: null };
    return finder.find(query.where, query.level, { limits, look });
  }

  return ({ level, where, filledTo }) => {
    const order = [{ field: 'domain', direction: 'asc' }] as const;
    const rest = { where, order, limit: 1, from: { kind: 'offset', offset: 0 } } as const;
    const matches = found(level === 'page' ? { level, ...rest } : { level: 'domain', ...rest });
    const pages = level === 'page' ? pageSets.grouped(matches) : null;
    const revisions = level === 'page' ? pageSets.domainsOf(matches) : matches;
    const next = Array.from(revisions, (revision) => ({ id: sites.idOf(revision), revision }))
      .filter(({ id }) => id > filledTo)
      .sort((a, b) => a.id - b.id);
    const some: FoundDomain[] = [];
    let pageCount = 0;
    for (const { id, revision } of next.slice(0, MAX_DOMAINS)) {
      const own = pages === null ? [] : Array.from(pages.of(id));
      pageCount += own.length;
      some.push({ id, revision, pages: own });
      if (pageCount > MAX_PAGES) break;
    }
    const isLast = some.length === next.length;
    return { upTo: isLast ? state().lastDomain : (some.at(-1)?.id ?? filledTo), found: some, isLast };
  };
}
