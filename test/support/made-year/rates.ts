// How often sites change. rates.json has the rates that were derived from captures, and how: `npm run bench:time-rates`
// writes it. A corpus of pages says nothing about visits that failed, so those rates are assumed.
import { fileURLToPath } from 'node:url';
import rates from './rates.json' with { type: 'json' };

export interface ChangeRates {
  /** Rates at which what holds for a site or page ends: after t years a share of exp(-rate · t) still holds. */
  readonly lostAYear: {
    readonly tech: number;
    readonly tech_version: number;
    readonly generator: number;
    readonly email: number;
    readonly host: number;
    readonly title: number;
  };
  /** Share of pages with values that differ on every visit, and how many such a page has. */
  readonly noisyPages: number;
  readonly noiseValues: number;
  /** Times a year that the text of a page is edited, and the share of its source that an edit changes. */
  readonly editsAYear: number;
  readonly editedShare: number;
  /** Share of visits that get no page, and of those that get fewer pages than the site has. */
  readonly outages: number;
  readonly smallerVisits: number;
  /** Rate at which sites go, share of them that come back, and after how many days in the mean. */
  readonly goneAYear: number;
  readonly backShare: number;
  readonly backDays: number;
  /** Rate at which sites move to another domain. */
  readonly movedAYear: number;
  /** Share of sites that answer with one of two variants, in alternation. */
  readonly alternatingSites: number;
}

/** Rates that no capture tells. Only captures that differ are in the corpus, so it does not say either how often a page is edited. */
export const ASSUMED = {
  editsAYear: 20,
  outages: 0.02,
  smallerVisits: 0.05,
  goneAYear: 0.05,
  backShare: 0.5,
  backDays: 40,
  movedAYear: 0.01,
  alternatingSites: 0.02,
} as const;

export const RATES_FILE: string = fileURLToPath(new URL('rates.json', import.meta.url));

/** Rates of real sites. */
export const REAL_RATES: ChangeRates = { ...rates.derived, ...rates.assumed };
