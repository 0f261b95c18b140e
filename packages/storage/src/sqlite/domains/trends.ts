// Trends in a data folder: what matches now, walked back through the changes of labels.
import { type Query, trendPlan, type TrendPlan } from '@sitegrep/search';
import { LABELS, type Label } from '@sitegrep/site';
import { type Trend, trendCounter } from '../../trends.ts';
import { KeptCaptures } from '../../facets/kept-captures.ts';
import type { Changes } from './changes/segments.ts';
import type { Finder } from './find/finder.ts';
import type { HeldRows } from './held-rows.ts';
import type { LabelLists } from './labels/label-lists.ts';
import { Look } from './look.ts';
import type { RowReader } from './rows.ts';
import type { Limits } from './search.ts';
import { indexIn, type Matches, type Sites } from './sites.ts';
import { trendChanges, type TrendChanges } from './trend-changes.ts';

export interface Trends {
  /** The domains that fulfilled a query. @param ends as of `DomainIndex.trend` */
  of(query: Query<'domain'>, ends: readonly number[], limits: Limits): Trend;
}

interface TrendParts {
  readonly finder: Finder;
  readonly changes: () => Changes;
  readonly held: HeldRows;
  readonly labels: LabelLists;
  readonly sites: Pick<Sites, 'has' | 'idOf' | 'ownersOf' | 'revisionsOf'>;
  readonly rows: RowReader;
  /** Called now and then, may throw. */
  readonly checkpoint: () => void;
}

/** Things that are known now of the domains with changes, by their indexes. */
interface Now {
  readonly firstDays: Float64Array;
  /** Numbers of labels of each leaf, those of a domain together. */
  readonly labels: Int32Array;
  /** True if it fulfils each part of the rest, those of a domain together. */
  readonly rest: Uint8Array;
}

export function openTrends(parts: TrendParts): Trends {
  const { finder, held, labels, sites, rows, checkpoint } = parts;
  const captures = new KeptCaptures();

  /** Revisions of the domains with changes, and of those that hold a label that the plan names. */
  function changed(plan: TrendPlan, changes: TrendChanges): Matches {
    const ids = new Set(changes.domains);
    for (const { choices } of plan.leaves) held.visit(choices, (id) => ids.add(id));
    return sites.revisionsOf(Uint32Array.from(ids));
  }

  /** Start of the day of the first visit of each of some domains in seconds since the epoch; NaN: it is not known. */
  function firstDaysOf(among: Matches): Float64Array {
    const days = new Float64Array(among.length).fill(NaN);
    let [last, seconds] = ['', NaN];
    labels.each('first_visited', ALL_LABELS, among, (index, day) => {
      // Domains of one day stand together.
      if (day !== last) [last, seconds] = [day, secondsOf(day)];
      days[index] = seconds;
    });
    return days;
  }

  function nowOf(plan: TrendPlan, among: Matches, matching: (part: number) => Matches): Now {
    const [leaves, rest] = [plan.leaves.length, plan.rest.length];
    const now = {
      firstDays: firstDaysOf(among),
      labels: new Int32Array(among.length * leaves),
      rest: new Uint8Array(among.length * rest),
    };
    const indexOf = new Map(Array.from(among, (revision, index) => [sites.idOf(revision), index]));
    for (const [leaf, { choices }] of plan.leaves.entries()) {
      const add = (index: number): void => {
        now.labels[index * leaves + leaf] = (now.labels[index * leaves + leaf] ?? 0) + 1;
      };
      for (const choice of choices) {
        if (isStoredKind(choice.kind))
          labels.each(choice.kind, 'all' in choice ? ALL_LABELS : choice, among, add);
      }
      held.visit(choices, (id) => {
        const index = indexOf.get(id);
        if (index !== undefined) add(index);
      });
    }
    for (let part = 0; part < rest; part++) {
      const matches = matching(part);
      for (const [index, revision] of among.entries()) {
        if (indexIn(matches, revision) !== -1) now.rest[index * rest + part] = 1;
      }
    }
    return now;
  }

  return {
    of(query, ends, limits) {
      const look = new Look(query, { rows, captures, checkpoint });
      const find = (where: Query['where']): Matches => finder.find(where, 'domain', { limits, look });
      const plan = trendPlan(query.where);
      const matches = find(query.where);
      const changes = trendChanges(parts.changes(), plan, {
        since: ends[0] ?? Infinity,
        isWanted: sites.has,
        checkpoint,
      });
      const counter = trendCounter(plan, ends, changes.leafOf);
      const { counts, without } = labels.count('first_visited', '', matches);
      for (const [day, domains] of counts) counter.count(secondsOf(day), domains);
      counter.count(null, without);
      const among = changed(plan, changes);
      const now = nowOf(plan, among, (part) => {
        const where = plan.rest[part];
        return where === undefined ? new Float64Array() : find(where);
      });
      const [leaves, rest] = [plan.leaves.length, plan.rest.length];
      const eventsOf = new Map(Array.from(changes.domains, (id, index) => [id, index]));
      for (const [index, revision] of among.entries()) {
        if (index % DOMAINS_AT_A_TIME === 0) checkpoint();
        const events = eventsOf.get(sites.idOf(revision));
        const day = now.firstDays[index] ?? NaN;
        counter.correct({
          firstDay: Number.isNaN(day) ? null : day,
          isCounted: indexIn(matches, revision) !== -1,
          labels: now.labels.subarray(index * leaves, (index + 1) * leaves),
          rest: now.rest.subarray(index * rest, (index + 1) * rest),
          events: events === undefined ? [] : changes.of(events),
        });
      }
      return counter.result();
    },
  };
}

/** Domains that are walked back between two checks whether the search was aborted. */
const DOMAINS_AT_A_TIME = 1_024;

const ALL_LABELS = { prefix: '', among: (labels: Iterable<string>) => [...labels] };

function isStoredKind(kind: string): kind is Label {
  return LABELS.some((label) => label === kind);
}

/** @param day in the form YYYY-MM-DD */
function secondsOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 1_000;
}
