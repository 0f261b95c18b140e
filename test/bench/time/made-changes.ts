// Records of changes of any number, as sites leave them over years: what goes is replaced more often than not, some labels are frequent
// and most are rare. The same seed gives the same records.
import { type ChangeRecord, kindedLabel, type KindedLabel } from '@sitegrep/site';
import { technologyNames } from '@sitegrep/technologies/names';
import { keyedRandom, type Random } from '../../support/made-year/keyed-random.ts';
import { REAL_RATES } from '../../support/made-year/rates.ts';

/** A record of the domain with this number, from 0. */
export interface MadeChange {
  readonly domain: number;
  readonly record: ChangeRecord;
}

export interface ChangePlan {
  readonly changes: number;
  readonly domains: number;
  /** Seconds since the epoch between which they happen; they come in the order of time, no two in the same second. */
  readonly from: number;
  readonly until: number;
}

/** Different technologies and hosts; the n-th is as frequent as 1 / n. */
const TECHNOLOGIES = 3_000;
const HOSTS = 50_000;
const VERSIONS = 40;
/** Labels that a site has of each kind, of which `lostAYear` says how many go. */
const HAD = { tech: 8, tech_version: 3, host: 12, generator: 0.5, email: 1, title: 1 } as const;
/** Share of changes in which something comes in the position of what goes; else it only comes, or only goes. */
const REPLACED = 0.6;
const WEEK_S = 7 * 24 * 3_600;

/** Real names, since searches take no others. */
const NAMES = keyedRandom('technologies').shuffled(technologyNames()).slice(0, TECHNOLOGIES);

/** Name of a technology, the more frequent the smaller its number is. */
function technologyOf(number: number): string {
  return NAMES[number % NAMES.length] ?? '';
}

/** A technology, and a month in which it may have come. */
export interface AddedIn {
  readonly technology: string;
  /** UTC, as `2026-03`. */
  readonly month: string;
}

/** Draws technologies as frequent as changes have them, each with a month of the plan. */
export function drawnAdditions({ from, until }: ChangePlan, count: number, seed: string): readonly AddedIn[] {
  const random = keyedRandom(seed, 'additions');
  return Array.from({ length: count }, () => ({
    technology: technologyOf(frequent(random, TECHNOLOGIES)),
    month: monthOf(from + random.below(until - from)),
  }));
}

/** Month of a time in seconds since the epoch, UTC. */
export function monthOf(at: number): string {
  return new Date(at * 1_000).toISOString().slice(0, 7);
}

export function* madeChanges(
  { changes, domains, from, until }: ChangePlan,
  seed: string,
): Generator<MadeChange> {
  const random = keyedRandom(seed, 'changes');
  const step = (until - from) / changes;
  if (step < 1) throw new RangeError(`${changes} changes need as many seconds, not ${until - from}`);
  const kinds = Object.entries(HAD).map(([kind, had]) => ({
    kind: kind as keyof typeof HAD,
    weight: had * REAL_RATES.lostAYear[kind as keyof typeof HAD],
  }));
  const total = kinds.reduce((sum, { weight }) => sum + weight, 0);
  for (let number = 0; number < changes; number++) {
    let left = random.share() * total;
    const { kind } = kinds.find(({ weight }) => (left -= weight) < 0) ?? { kind: 'title' as const };
    const drawn = random.share();
    const [isReplaced, comes] = [drawn < REPLACED, random.chance(0.5)];
    const at = Math.floor(from + number * step);
    const coming = isReplaced || comes ? labelsOfKind(random, kind, number) : [];
    const going = isReplaced || !comes ? labelsOfKind(random, kind, number - 1) : [];
    const removed = going.filter((label) => !coming.includes(label));
    // One in place of itself only comes.
    const added = removed.length === 0 ? coming : coming.filter((label) => !going.includes(label));
    const record: ChangeRecord = { at, previousAt: at - WEEK_S, by: 'visit', added, removed };
    yield { domain: random.below(domains), record };
  }
}

/** Labels that come or go together, in code unit order. */
function labelsOfKind(random: Random, kind: keyof typeof HAD, number: number): readonly KindedLabel[] {
  switch (kind) {
    case 'tech': {
      const technology = frequent(random, TECHNOLOGIES);
      return [
        kindedLabel('category', `group.category ${technology % 60}`),
        kindedLabel('host', hostOf(technology)),
        kindedLabel('tech', technologyOf(technology)),
      ];
    }
    case 'tech_version': {
      const version = `${random.below(VERSIONS)}.0`;
      return [kindedLabel('tech_version', `${technologyOf(frequent(random, TECHNOLOGIES))}\0${version}`)];
    }
    case 'host':
      return [kindedLabel('host', hostOf(frequent(random, HOSTS)))];
    case 'generator':
      return [kindedLabel('generator', `Platform ${frequent(random, 50)} ${random.below(VERSIONS)}.0`)];
    case 'email':
      return [kindedLabel('email', `office-${number}@made.example`)];
    case 'title':
      return [kindedLabel('title', `A title that somebody wrote: number ${number}`)];
  }
}

function hostOf(number: number): string {
  return `example.host-${number}.cdn\0st`;
}

/** A number below the bound, small ones more often (Zipf's law). */
function frequent(random: Random, bound: number): number {
  return Math.floor(bound ** random.share()) - 1;
}
