// Years of captures of small sites, as somebody has them who imports an archive.
import { madeYear, type MadeYear } from './made-year.ts';
import { smallSites } from './small-sites.ts';

const DAY_MS = 24 * 3_600_000;
/** Everything is over before tests run. */
const FROM = Date.UTC(2022, 0, 3);

/** One site of up to eight pages, weekly for three years. */
export function oneSiteForYears(seed: string): MadeYear {
  const everyMs = 7 * DAY_MS;
  return madeYear({ sites: smallSites(1, seed, 8), seed, visits: 156, everyMs, from: FROM });
}

/** A thousand sites, of ten dates each within a year. */
export function thousandSites(seed: string): MadeYear {
  const everyMs = 36 * DAY_MS;
  return madeYear({ sites: smallSites(1_000, seed), seed, visits: 10, everyMs, from: FROM });
}
