import { rounded, summary } from '../harness/figures.ts';
import { DEPTH } from './search-system.ts';
import { type Kind, KINDS, type KnownItem } from './known-items.ts';
import { WITHOUT_BLANKS } from './words.ts';

/** Answer of a search to an item. */
export interface Answered {
  readonly item: KnownItem;
  /** Position of the page among the results, from 1; null if it isn't among the first ten. */
  readonly rank: number | null;
  /** Whether one of the first ten results is of the page's site. */
  readonly hasSite: boolean;
  readonly ms: number;
}

interface Quality {
  readonly items: number;
  /** Mean of the reciprocal ranks; 0 counts for a page that is not among the first ten. */
  readonly mrr_at_10: number;
  /** Shares of the items whose page is the first result, and among the first ten. */
  readonly success_at_1: number;
  readonly success_at_10: number;
  /** Share of the items for which any page of the same site is among the first ten. */
  readonly site_at_10: number;
}

/** Groups of kinds that figures are given for. */
const GROUPS: Readonly<Record<string, readonly Kind[]>> = {
  'heading and text': ['heading and text'],
  heading: ['heading'],
  'misspelling or form': ['misspelling', 'form'],
  misspelling: ['misspelling'],
  form: ['form'],
  compound: ['compound'],
  phrase: ['phrase'],
};

/** Position of a page among results; `http` and `https`, and a slash at the end or none, are the same. */
export function rankOf(url: string, results: readonly string[]): number | null {
  const wanted = evenUrl(url);
  const at = results.slice(0, DEPTH).findIndex((result) => evenUrl(result) === wanted);
  return at === -1 ? null : at + 1;
}

/** Whether one of the results is of a domain or of a name below it. */
export function hasSite(domain: string, results: readonly string[]): boolean {
  return results.slice(0, DEPTH).some((result) => `.${new URL(result).hostname}`.endsWith(`.${domain}`));
}

function evenUrl(url: string): string {
  return new URL(url).href.replace(/^https?:/, '').replace(/\/$/, '');
}

/** Quality of each group: of all items, of each language, and of languages with and without blanks between words. */
export function qualityOf(all: readonly Answered[]): Readonly<Record<string, object>> {
  return eachGroup(all, (own) => ({
    ...quality(own),
    with_blanks: quality(own.filter(({ item }) => !WITHOUT_BLANKS.has(item.language))),
    without_blanks: quality(own.filter(({ item }) => WITHOUT_BLANKS.has(item.language))),
    languages: Object.fromEntries(
      [...Map.groupBy(own, ({ item }) => item.language)]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([language, some]) => [language, quality(some)]),
    ),
  }));
}

/** Milliseconds of each kind. */
export function latencyOf(all: readonly Answered[]): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.keys(KINDS).map((kind) => {
      const { count, ...times } = summary(all.flatMap(({ item, ms }) => (item.kind === kind ? [ms] : [])));
      return [kind, { items: count, ...times }];
    }),
  );
}

/** A line for each group that has items. */
export function qualityRows(system: string, all: readonly Answered[]): readonly object[] {
  return Object.entries(eachGroup(all, quality)).map(([kind, figures]) => ({ system, kind, ...figures }));
}

function eachGroup<Figures>(
  all: readonly Answered[],
  figures: (own: readonly Answered[]) => Figures,
): Record<string, Figures> {
  return Object.fromEntries(
    Object.entries(GROUPS).flatMap(([group, kinds]) => {
      const own = all.filter(({ item }) => kinds.includes(item.kind));
      return own.length === 0 ? [] : [[group, figures(own)]];
    }),
  );
}

function quality(all: readonly Answered[]): Quality {
  const share = (sum: number): number => (all.length === 0 ? 0 : rounded(sum / all.length, 1_000));
  const within = (bound: number): number => all.filter(({ rank }) => rank !== null && rank <= bound).length;
  return {
    items: all.length,
    mrr_at_10: share(all.reduce((sum, { rank }) => sum + (rank === null ? 0 : 1 / rank), 0)),
    success_at_1: share(within(1)),
    success_at_10: share(within(DEPTH)),
    site_at_10: share(all.filter(({ hasSite }) => hasSite).length),
  };
}
