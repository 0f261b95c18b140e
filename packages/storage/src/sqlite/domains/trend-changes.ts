// The changes of the labels that a trend names, by domain.
import type { ChangeChoice, TrendPlan } from '@sitegrep/search';
import { RECORD_REASONS } from '@sitegrep/site';
import type { TrendEvent } from '../../trends.ts';
import type { Side } from './changes/change-rows.ts';
import { visitLabelled } from './changes/label-bits.ts';
import type { Changes, Segment } from './changes/segments.ts';

/** Changes of labels at some domains. */
export interface TrendChanges {
  /** Ids of the domains with changes, each once, in no order. */
  readonly domains: Uint32Array<ArrayBuffer>;
  /** The changes of a domain, in no order. @param index in `domains` */
  of(index: number): TrendEvent[];
  /** The leaf of the plan that a label of a change is of. */
  readonly leafOf: (label: number) => number;
}

interface Wanted {
  /** Seconds since the epoch: earlier changes are left out. */
  readonly since: number;
  readonly isWanted: (domain: number) => boolean;
  /** Called now and then, may throw. */
  readonly checkpoint: () => void;
}

const SIDES = ['added', 'removed'] as const satisfies readonly Side[];
const VISIT = RECORD_REASONS.indexOf('visit');
const DETECTOR = RECORD_REASONS.indexOf('detector');

/** Marks of an event beside its label: whether the label was added, and whether a detector did so. */
const ADDED = 1;
const BY_DETECTOR = 2;

export function trendChanges({ segments }: Changes, { leaves }: TrendPlan, wanted: Wanted): TrendChanges {
  const labels = new Map<string, number>();
  const leafOfLabel: number[] = [];
  const events = new Events();

  function labelOf(leaf: number, kind: string, label: string): number {
    const key = `${leaf} ${kind} ${label}`;
    const known = labels.get(key);
    if (known !== undefined) return known;
    labels.set(key, leafOfLabel.length);
    return leafOfLabel.push(leaf) - 1;
  }

  function take(segment: Segment, leaf: number, choice: ChangeChoice): void {
    for (const side of SIDES) {
      visitLabelled(segment, side, choice, (label, positions, count) => {
        wanted.checkpoint();
        const number = labelOf(leaf, choice.kind, label);
        const [ids, times, reasons] = [segment.domains(), segment.times(), segment.reasons()];
        for (let index = 0; index < count; index++) {
          const at = positions[index] ?? 0;
          const [domain, time, reason] = [ids[at] ?? 0, times[at] ?? 0, reasons[at]];
          if (time < wanted.since || !isAlive(segment, at) || !wanted.isWanted(domain)) continue;
          if (reason !== VISIT && reason !== DETECTOR) continue;
          const marks = (side === 'added' ? ADDED : 0) | (reason === DETECTOR ? BY_DETECTOR : 0);
          events.push(domain, time, number, marks);
        }
      });
    }
  }

  for (const segment of segments) {
    if (segment.last < wanted.since) continue;
    for (const [leaf, { choices }] of leaves.entries()) {
      for (const choice of choices) take(segment, leaf, choice);
    }
  }
  return { ...events.byDomain(), leafOf: (label) => leafOfLabel[label] ?? 0 };
}

function isAlive({ alive }: Segment, position: number): boolean {
  return (((alive[position >>> 5] ?? 0) >>> (position & 31)) & 1) === 1;
}

/** Events in arrays: there may be millions. */
class Events {
  #count = 0;
  #domains = new Uint32Array(1_024);
  #times = new Uint32Array(1_024);
  /** Numbers of labels with the marks of the event in the two lowest bits. */
  #labels = new Uint32Array(1_024);

  push(domain: number, time: number, label: number, marks: number): void {
    if (this.#count === this.#domains.length) {
      [this.#domains, this.#times, this.#labels] = [
        doubled(this.#domains),
        doubled(this.#times),
        doubled(this.#labels),
      ];
    }
    this.#domains[this.#count] = domain;
    this.#times[this.#count] = time;
    this.#labels[this.#count] = label * 4 + marks;
    this.#count++;
  }

  byDomain(): Pick<TrendChanges, 'domains' | 'of'> {
    const [ids, times, labels] = [this.#domains, this.#times, this.#labels];
    const highest = ids.subarray(0, this.#count).reduce((most, id) => Math.max(most, id), 0);
    /** Index of a domain by its id, from 1. */
    const indexes = new Uint32Array(highest + 1);
    const domains = new Uint32Array(this.#count);
    let size = 0;
    const counts = new Uint32Array(this.#count + 1);
    for (let event = 0; event < this.#count; event++) {
      const id = ids[event] ?? 0;
      if (indexes[id] === 0) {
        domains[size++] = id;
        indexes[id] = size;
      }
      const index = indexes[id] ?? 0;
      counts[index] = (counts[index] ?? 0) + 1;
    }
    /** End of the events of each domain in `order`. */
    const ends = new Uint32Array(size + 1);
    for (let index = 1; index <= size; index++) ends[index] = (ends[index - 1] ?? 0) + (counts[index] ?? 0);
    const next = ends.slice();
    const order = new Uint32Array(this.#count);
    for (let event = 0; event < this.#count; event++) {
      const before = (indexes[ids[event] ?? 0] ?? 1) - 1;
      const position = next[before] ?? 0;
      order[position] = event;
      next[before] = position + 1;
    }
    return {
      domains: domains.slice(0, size),
      of(index) {
        const found: TrendEvent[] = [];
        for (let position = ends[index] ?? 0; position < (ends[index + 1] ?? 0); position++) {
          const event = order[position] ?? 0;
          const label = labels[event] ?? 0;
          found.push({
            at: times[event] ?? 0,
            label: label >>> 2,
            isAdded: (label & ADDED) !== 0,
            isByDetector: (label & BY_DETECTOR) !== 0,
          });
        }
        return found;
      },
    };
  }
}

function doubled(values: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(2 * values.length);
  more.set(values);
  return more;
}
