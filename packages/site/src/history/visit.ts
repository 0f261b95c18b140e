import { canonicalDomain } from '../domain.ts';
import type { SiteFacts } from '../facts.ts';
import { type Labels, labelsOf } from '../labels.ts';
import type { SitePage } from '../outline.ts';
import { homeFirst } from '../pages.ts';
import { factSummaryOf, factsOf } from '../summary/site-summary.ts';
import { cutLabel } from '../summary/page-labels.ts';
import { type ChangeKind, kindedLabel, type KindedLabel, partsOfKinded, RECORDED_LABELS } from './kinds.ts';

/** Source of what is known of a site at a time: a crawl, captures of a day, or an analysis of stored pages by new fingerprints. */
export type VisitSource = 'crawl' | 'captures' | 'analysis';

/** A site as it was seen at a time. */
export interface Visit {
  /** Milliseconds since the epoch; whole seconds count. */
  readonly at: number;
  readonly source: VisitSource;
  /** Versions of the facts of its pages. */
  readonly facts: string;
  /** Labels that it showed, each with the key of the first page that has it. */
  readonly labels: ReadonlyMap<KindedLabel, PageKey>;
  /** Keys of the pages that were looked at, also of those that are no more; `all`: the whole site was walked. */
  readonly pages: readonly PageKey[] | 'all';
}

/** Number that stands for a page of a site at all of its visits; the home page has `HOME`, whatever its address. */
export type PageKey = number;
export const HOME: PageKey = 0;
/** Key by which the rank of a site is looked at as if a page had it; captures do not tell it. */
const RANK: PageKey = 2;
/** Key of labels whose pages were too many to be looked at one by one: only a visit of the whole site knows of them. */
const SOME_PAGE: PageKey = 1;

/** The lowest key of a page that has one of its own. */
const FIRST_PAGE: PageKey = 3;

/** Pages of a visit that are looked at one by one, to find the first that has a label. */
const MAX_WITNESSES = 100;

/** A site as a visit found it. @template S as of `SitePage` */
interface VisitedSite {
  readonly domain: string;
  readonly facts: SiteFacts;
  readonly labels: Labels;
  /** All pages that showed these labels. */
  readonly pages: readonly SitePage[];
}

/**
 * The visit of a site.
 *
 * @param site its pages, and what follows from all of them
 * @param isWalked whether the whole site was walked, and not only these pages were looked at
 */
export function visitOf(
  { domain, facts, labels, pages }: VisitedSite,
  at: number,
  source: 'crawl' | 'analysis',
  isWalked: boolean,
): Visit {
  const inOrder = homeFirst(domain, pages);
  const home = inOrder[0]?.url ?? '';
  const keyOf = (url: string): PageKey => (url === home ? HOME : keyAt(domain, url));
  const shown = new Map<KindedLabel, PageKey>();
  const only = inOrder.length === 1 ? keyOf(inOrder[0]?.url ?? '') : null;
  if (only === null) {
    for (const page of inOrder.slice(0, MAX_WITNESSES)) {
      const key = keyOf(page.url);
      const own = factsOf(domain, page, factSummaryOf([page]));
      for (const label of kindedLabels(labelsOf({ domain, facts: own, pages: [page] }), own)) {
        if (!shown.has(label)) shown.set(label, key);
      }
    }
  }
  const rest = only ?? (inOrder.length > MAX_WITNESSES ? SOME_PAGE : HOME);
  const all = kindedLabels(labels, facts);
  const found = new Map(all.map((label) => [label, shown.get(label) ?? rest]));
  return {
    at,
    source,
    facts: labels.facts_version.toSorted().join(),
    labels: found,
    pages: isWalked ? 'all' : [...new Set(inOrder.map(({ url }) => keyOf(url)))].toSorted((a, b) => a - b),
  };
}

/** Kinds of labels that are concluded from the home page, or from all pages together: another page alone does not tell them. */
const OF_SITE: ReadonlySet<ChangeKind> = new Set([
  'title',
  'description',
  'country',
  'language',
  'content_language',
  'kind',
]);

/** The visit that a captured page is by itself. @param site of this page alone */
export function captureOf({ domain, facts, labels }: VisitedSite, { url, fetchedAt }: SitePage): Visit {
  const key = keyAt(domain, url);
  const all = kindedLabels(labels, facts);
  const told = key === HOME ? all : all.filter((label) => !OF_SITE.has(partsOfKinded(label).kind));
  return {
    at: fetchedAt,
    source: 'captures',
    facts: labels.facts_version.join(),
    labels: new Map(told.map((label) => [label, key])),
    pages: [key],
  };
}

/** The key of a page as its address alone tells it. */
function keyAt(domain: string, url: string): PageKey {
  return isRoot(domain, url) ? HOME : pageKey(url);
}

/** The recorded labels of a document. */
export function kindedLabels(
  labels: Labels,
  { title, description }: Pick<SiteFacts, 'title' | 'description'>,
): readonly KindedLabel[] {
  const own = RECORDED_LABELS.flatMap((kind) => labels[kind].map((label) => kindedLabel(kind, label)));
  if (title !== null) own.push(kindedLabel('title', cutLabel(title)));
  if (description !== null) own.push(kindedLabel('description', cutLabel(description)));
  return own;
}

/** A visit that found no page, and why none will come: the site is gone, or has moved to another one. */
export function pagelessVisit(at: number, movedTo: string | null): Visit {
  const labels =
    movedTo === null
      ? [kindedLabel('outcome', 'gone')]
      : [kindedLabel('outcome', 'moved'), kindedLabel('moved_to', movedTo)];
  return { at, source: 'crawl', facts: '', labels: new Map(labels.map((label) => [label, HOME])), pages: [] };
}

/** A visit with the rank of the site at its time, in whole hundreds, in place of the one that it repeats. */
export function withRank(visit: Visit, rank: number): Visit {
  const { source, labels, pages } = visit;
  if (source === 'captures' || pages.length === 0) return visit;
  const others = [...labels].filter(([label]) => partsOfKinded(label).kind !== 'rank');
  return {
    ...visit,
    labels: new Map([...others, [kindedLabel('rank', String(Math.floor(rank / 100) * 100)), RANK]]),
    pages:
      pages === 'all'
        ? pages
        : [...pages.filter((page) => page < RANK), RANK, ...pages.filter((page) => page > RANK)],
  };
}

/** Number of the pages that a visit looked at; null: the whole site was walked. */
export function countLooked({ pages }: Pick<Visit, 'pages'>): number | null {
  return pages === 'all' ? null : pages.filter((page) => page !== RANK && page !== SOME_PAGE).length;
}

/** Tells whether an address is that of the home page on whatever host of the site. */
function isRoot(domain: string, url: string): boolean {
  const parsed = URL.parse(url);
  return (
    parsed !== null && parsed.pathname === '/' && parsed.search === '' && canonicalDomain(url) === domain
  );
}

/** The key of a page that is not the home page: the same over http and https, and with and without `www.` */
function pageKey(url: string): PageKey {
  const address = url.replace(/^https?:\/\/(?:www\.)?/, '');
  // Two lanes of FNV-1a, of which 26 bits each count.
  let [low, high] = [0x811c9dc5, 0x01000193];
  for (const unit of new TextEncoder().encode(address)) {
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b) ^ (high >>> 13);
  }
  return FIRST_PAGE + (low >>> 6) * 2 ** 26 + (high >>> 6);
}
