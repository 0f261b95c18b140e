// Histories of domains as both storages write them: with the rank at each visit, and with the records that more visits leave.
import { isDeepStrictEqual } from 'node:util';
import {
  type ChangeRecord,
  changesOf,
  type History,
  type Labels,
  type Visit,
  withRank,
  withVisits,
} from '@sitegrep/site';

/** A history after more visits. */
export interface Continued {
  readonly history: History;
  /** Records that are new, or count in place of the one of their time. */
  readonly records: readonly ChangeRecord[];
}

/** @param rank that of the domain now */
export function continued(before: History, visits: readonly Visit[], rank: number): Continued {
  const history = withVisits(
    before,
    visits.map((visit) => withRank(visit, rank)),
  );
  return { history, records: recordsBetween(before, history) };
}

/** The records that two states of a history leave: of changes that are other ones now, and retractions of those that are void. */
export function recordsBetween(before: History, after: History): readonly ChangeRecord[] {
  // The first visits of a site change nothing.
  if (after.visits.length < 2) return [];
  const known = new Map(changesOf(before).map((change) => [change.at, change]));
  const now = changesOf(after);
  const times = new Set(now.map(({ at }) => at));
  const gone = [...known.values()].filter(({ at }) => !times.has(at));
  return [
    ...gone.map(({ at, previousAt }): ChangeRecord => ({
      at,
      previousAt,
      by: 'retraction',
      added: [],
      removed: [],
    })),
    ...now.filter((change) => !isDeepStrictEqual(change, known.get(change.at))),
  ];
}

/** The record of a domain that is deleted. @param now milliseconds since the epoch */
export function deletionOf({ visits }: History, now: number): ChangeRecord {
  const previousAt = visits.at(-1)?.at ?? 0;
  const at = Math.max(Math.floor(now / 1_000), previousAt + 1);
  return { at, previousAt, by: 'deletion', added: [], removed: [] };
}

/** Labels of a document with the day of the first visit that found a page. @param lastVisited the day of a document without a history */
export function withFirstVisit(labels: Labels, { visits }: History, lastVisited: number | null): Labels {
  const first = visits.find(({ pages }) => pages.length > 0);
  const at = first === undefined ? lastVisited : first.at * 1_000;
  return at === null ? labels : { ...labels, first_visited: [new Date(at).toISOString().slice(0, 10)] };
}
