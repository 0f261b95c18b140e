// Visits of sites over years, as they could have been made of real sites: they change at the rates of captures (rates.ts). Everything
// follows from a seed, and each visit can be made by itself, so they come in any order, one at a time.
import { keyedRandom } from './keyed-random.ts';
import { type BaseSite, MadeSite, type SiteOptions } from './made-site.ts';
import type { MadeLabel } from './markers.ts';
import { type ChangeRates, REAL_RATES } from './rates.ts';
import type { MadeVisit, VisitTruth } from './visits.ts';

/** Orders of visits: all by time, forward or backward; in none; or one site after the other, each by time. */
export const VISIT_ORDERS = ['time', 'reversed', 'shuffled', 'by site'] as const;
type VisitOrder = (typeof VISIT_ORDERS)[number];

export interface YearOptions {
  /** Sites, each of another domain. */
  readonly sites: readonly BaseSite[];
  readonly seed: string;
  /** Number of visits of each site, and the time from one to the next, in milliseconds. */
  readonly visits: number;
  readonly everyMs: number;
  /** When the first visits are made, in milliseconds since the epoch. */
  readonly from: number;
  readonly rates?: ChangeRates;
}

/** Tells whether a visit is made, before anything is known of what it finds. */
type IsWanted = (visit: Pick<VisitTruth, 'domain' | 'number' | 'at'>) => boolean;

export interface MadeYear {
  /**
   * Visits of all sites, each made when it is taken.
   *
   * @param isWanted tells which of them are made; absent: all
   */
  visits(order: VisitOrder, isWanted?: IsWanted): Generator<MadeVisit>;
  /** Visits without their sources, otherwise the same. */
  truths(order: VisitOrder, isWanted?: IsWanted): Generator<VisitTruth>;
  /** Domains that are visited at some time, in the order of the sites. */
  readonly domains: readonly string[];
  /** Labels that a domain has of what the year puts into its pages, and of nothing else. */
  controlled(domain: string): readonly MadeLabel[];
}

/** Visits of a year, which take 16 bytes each. */
const MAX_VISITS = 20_000_000;
/** Share of the time between two visits by which one may be late. */
const LATE = 0.25;
/** More versions than a marker reaches. */
const VERSIONS = 64;

/** @throws RangeError for more visits than `MAX_VISITS` */
export function madeYear(options: YearOptions): MadeYear {
  const { sites: bases, seed, visits, everyMs, from, rates = REAL_RATES } = options;
  const span = { from, until: from + visits * everyMs };
  const siteOptions: SiteOptions = { seed, rates, span };
  const sites = bases.map((base) => new MadeSite(base, siteOptions));
  // A site that moves is visited on both of its domains.
  const rows = sites.flatMap((site) =>
    site.course.movesAt === Infinity
      ? [{ site, moved: false }]
      : [
          { site, moved: false },
          { site, moved: true },
        ],
  );
  if (rows.length * visits > MAX_VISITS)
    throw new RangeError(`${rows.length * visits} visits, but a made year has at most ${MAX_VISITS}`);
  const siteOf = new Map(rows.map(({ site, moved }) => [moved ? site.movedTo : site.domain, site]));

  const times = new Float64Array(rows.length * visits);
  for (const [row, { site, moved }] of rows.entries()) {
    const random = keyedRandom(seed, 'times', site.domain, String(moved));
    for (let number = 0; number < visits; number++)
      times[row * visits + number] = from + Math.floor((number + LATE * random.share()) * everyMs);
  }

  function* truths(order: VisitOrder, isWanted: IsWanted = () => true): Generator<VisitTruth> {
    for (const position of ordered(times, order, seed)) {
      const row = rows[Math.floor(position / visits)];
      if (row === undefined) continue;
      const { site, moved } = row;
      const [number, at] = [position % visits, times[position] ?? Number.NaN];
      if (!isWanted({ domain: moved ? site.movedTo : site.domain, number, at })) continue;
      const truth = site.truth(number, at, moved);
      if (truth !== null) yield truth;
    }
  }
  function ofDomain(domain: string): MadeSite {
    const site = siteOf.get(domain);
    if (site === undefined) throw new RangeError(`${domain} is not a domain of this year`);
    return site;
  }
  return {
    *visits(order, isWanted) {
      for (const truth of truths(order, isWanted)) yield ofDomain(truth.domain).visit(truth);
    },
    truths,
    domains: [...siteOf.keys()],
    controlled: (domain) => ofDomain(domain).controlled(domain, VERSIONS),
  };
}

/** Numbers of times in an order. */
function ordered(times: Float64Array, order: VisitOrder, seed: string): Uint32Array {
  const numbers = Uint32Array.from(times, (_, at) => at);
  if (order === 'by site') return numbers;
  numbers.sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b);
  if (order === 'reversed') return numbers.toReversed();
  if (order === 'time') return numbers;
  const random = keyedRandom(seed, 'shuffled');
  for (let at = numbers.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [numbers[at], numbers[other]] = [numbers[other] ?? 0, numbers[at] ?? 0];
  }
  return numbers;
}
