import type { MadeYear } from '../../support/made-year/made-year.ts';
import { labelsOfPages } from '../../support/made-year/visits.ts';

/** Visits of a year, how many of them get pages, and how many of those find other labels than the one before on its pages. */
export interface TrueChanges {
  readonly visits: number;
  readonly fetched: number;
  readonly changed: number;
}

/** Counts what a year puts into its pages, from its truth alone. The first visit of a domain changes nothing. */
export function trueChanges(year: MadeYear): TrueChanges {
  let [visits, fetched, changed] = [0, 0, 0];
  let [domain, before] = ['', ''];
  for (const visit of year.truths('by site')) {
    visits += 1;
    if (visit.domain !== domain) [domain, before] = [visit.domain, ''];
    if (visit.outcome !== 'pages') continue;
    fetched += 1;
    const labels = labelsOfPages(visit.pages).map(String).toSorted().join('\n');
    const titles = visit.pages.map(({ title }) => title ?? '').join('\n');
    const now = `${labels}\n\n${titles}`;
    if (before !== '' && now !== before) changed += 1;
    before = now;
  }
  return { visits, fetched, changed };
}
