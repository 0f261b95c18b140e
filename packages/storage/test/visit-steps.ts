// Steps of some sites, each taken after the one before it, and what a site's history is after any number of them.
import { crc32 } from 'node:zlib';
import { pagelessVisit, type Visit, withRank } from '@sitegrep/site';
import { PlainHistory } from '@sitegrep/site/test/plain-history';
import type { DomainIndex } from '../src/domains.ts';
import { crawlOf } from './visited-sites.ts';

export const STEPPED_SITES: readonly string[] = Array.from({ length: 24 }, (_, number) => `s${number}.test`);
export const STEPPED_TECHNOLOGIES: readonly string[] = ['A', 'B', 'C', 'D', 'E', 'F'];

const START = 1_700_000_000;
const HOUR = 3_600;
/** Visits of a step, and hours that captures are older than the crawls around them, at most. */
const VISITS = 4;
const PAST = 400;

/** Takes a step of a site. @param number from 0 */
export async function takeStep(index: DomainIndex, domain: string, number: number): Promise<void> {
  const visits = visitsAt(domain, number);
  const [first] = visits;
  if (first === undefined) await index.delete(domain);
  else if (first.labels.has(GONE)) await index.recordVisit(domain, first);
  else {
    const [put] = await index.put([{ ...crawlOf(domain, number, []), visits }]);
    if (put?.stored !== true) throw new Error(`step ${number} of ${domain} was not stored`);
  }
}

const [GONE = ''] = pagelessVisit(START, null).labels.keys();

/** Steps of a site from one deletion to the next one. */
function lifeOf(domain: string): number {
  return 20 + 3 * STEPPED_SITES.indexOf(domain);
}

/** The visits of a step; none: the site is deleted. */
function visitsAt(domain: string, number: number): readonly Visit[] {
  const age = number % lifeOf(domain);
  if (age === lifeOf(domain) - 1) return [];
  const drawn = crc32(`${domain} ${number}`);
  const at = START + HOUR * VISITS * number;
  if (drawn % 11 === 0 && age > 0) return [pagelessVisit(1_000 * at, null)];
  const crawls = Array.from({ length: 1 + (drawn % VISITS) }, (_, visit) =>
    crawlAt(domain, at + HOUR * visit),
  );
  if (drawn % 7 > 0) return crawls;
  const older = 1_000 * HOUR * ((drawn % PAST) + 0.5);
  return crawls.map((crawl) => ({ ...crawl, source: 'captures', at: crawl.at - older }));
}

function crawlAt(domain: string, at: number): Visit {
  const technologies = STEPPED_TECHNOLOGIES.filter(
    (name) => crc32(`${domain} ${name} ${Math.floor(at / HOUR / 2)}`) % 2 === 0,
  );
  const [visit] = crawlOf(domain, at, technologies).visits;
  if (visit === undefined) throw new TypeError('a crawl has no visit');
  return visit;
}

/** A site after some of its steps. */
export interface SteppedSite {
  /** Null: it is not stored. */
  readonly history: PlainHistory | null;
  /** Whether it was ever deleted. */
  readonly wasDeleted: boolean;
}

/** @param steps how many were taken */
export function siteAfter(domain: string, steps: number): SteppedSite {
  const born = steps - (steps % lifeOf(domain));
  const history = new PlainHistory();
  for (let number = born; number < steps; number++)
    for (const visit of visitsAt(domain, number)) history.add(withRank(visit, 0));
  return { history: steps === born ? null : history, wasDeleted: born > 0 };
}
