// All that saved searches have to tell of sites that took steps, while every second search got other criteria before each round.
import type { SearchEvent } from '../src/searches/saved-searches.ts';
import { documentAfter, steppedSearch, toldOf } from './searched-steps.ts';

/** Tells whether a search gets other criteria before a round. */
export function isRenewed(search: number, round: number): boolean {
  return round === 0 || search % 2 === round % 2;
}

/** The generation that a search has in a round. */
export function generationOf(search: number, round: number): number {
  return isRenewed(search, round) ? round : round - 1;
}

/** Kinds and causes of the events of each domain and search, in their order, by the two. */
export function toldIn(events: Iterable<SearchEvent>): ReadonlyMap<string, readonly string[]> {
  const lines = new Map<string, string[]>();
  for (const { search, domain, kind, by } of events) {
    const key = `${domain} ${search}`;
    const told = lines.get(key);
    if (told === undefined) lines.set(key, [`${kind} ${by}`]);
    else told.push(`${kind} ${by}`);
  }
  return lines;
}

/** Kinds and causes of the events of each domain and search as lines of text. */
export function linesOf(events: Iterable<SearchEvent>): readonly string[] {
  return asLines(toldIn(events));
}

function asLines(told: ReadonlyMap<string, readonly string[]>): readonly string[] {
  return Array.from(told, ([key, kinds]) => `${key}: ${kinds.join(', ')}`).toSorted();
}

interface Steps {
  readonly sites: readonly string[];
  readonly searches: number;
  /** Steps that each site had taken before each round. */
  readonly before: readonly (readonly number[])[];
  /** Steps that each site has taken. */
  readonly taken: readonly number[];
}

/** All that has to be told, as `linesOf` gives it: of each site since its last deletion. */
export function toldAfter(steps: Steps): readonly string[] {
  return asLines(toldOfSteps(steps));
}

/** All that has to be told of each site since its last deletion, as `toldIn` gives it. */
export function toldOfSteps({
  sites,
  searches,
  before,
  taken,
}: Steps): ReadonlyMap<string, readonly string[]> {
  const lines = new Map<string, readonly string[]>();
  for (const [at, domain] of sites.entries()) {
    const steps = taken[at] ?? 0;
    const first = firstTold(domain, steps);
    const rounds = Array.from({ length: steps - first }, (_, number) =>
      before.findLastIndex((counts) => (counts[at] ?? 0) <= first + number),
    );
    for (let search = 0; search < searches; search++) {
      const told = rounds.flatMap((round, number) => {
        const event = toldOf(domain, first + number, steppedSearch(search, generationOf(search, round)));
        return event ?? [];
      });
      if (told.length > 0) lines.set(`${domain} search-${search}`, told);
    }
  }
  return lines;
}

/** The step that removed a site the last time; of deletions in a row, the first one removed it. */
function firstTold(domain: string, steps: number): number {
  let from = steps;
  while (from > 0 && documentAfter(domain, from - 1) !== null) from--;
  let first = Math.max(0, from - 1);
  while (first > 0 && documentAfter(domain, first - 1) === null) first--;
  return first;
}
