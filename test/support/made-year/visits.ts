// What a visit finds, and what is true at its moment.
import type { MadeLabel } from './markers.ts';

/** A page of a site at a moment, without its source. */
export interface PageTruth {
  readonly url: string;
  /** Null: that of the base page. */
  readonly title: string | null;
  /** Labels that the site has of this page, of those that the year controls. */
  readonly labels: readonly MadeLabel[];
}

/** Answer to a visit: pages; nothing for now (`outage`); that there is nothing (`gone`); or another domain (`moved`). */
type VisitOutcome = 'pages' | 'outage' | 'gone' | 'moved';

/** A visit without the sources of its pages. */
export interface VisitTruth {
  readonly domain: string;
  /** Number of the visit among those of its site, from 0. */
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly outcome: VisitOutcome;
  /** Domain that the site moved to; null unless `moved`. */
  readonly movedTo: string | null;
  /** All pages that the site has, whether fetched or not; empty unless `pages`. The home page is first. */
  readonly pages: readonly PageTruth[];
  /** Number of the pages, from the first on, that are fetched. */
  readonly fetched: number;
}

export interface MadePage extends PageTruth {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** A visit with the sources of the pages that were fetched. */
export interface MadeVisit extends VisitTruth {
  readonly sources: readonly MadePage[];
}

/** The labels of some pages together, each once. */
export function labelsOfPages(pages: readonly PageTruth[]): readonly MadeLabel[] {
  return uniqueLabels(pages.flatMap((page) => page.labels));
}

export function uniqueLabels(labels: readonly MadeLabel[]): readonly MadeLabel[] {
  return [...new Map(labels.map((label) => [label.join(':'), label])).values()];
}
