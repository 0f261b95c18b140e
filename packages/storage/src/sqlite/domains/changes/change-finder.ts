import {
  canonicalText,
  changeChoices,
  type ChangePart,
  type ChangeTime,
  type Expression,
  isChangePart,
  isNegated,
  isOnChanges,
  partsOf,
} from '@sitegrep/search';
import { RECORD_REASONS } from '@sitegrep/site';
import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { damagedIndex } from '../../failure.ts';
import type { Matches, Sites } from '../sites.ts';
import { type Bits, bitsWithout, countBits, eitherBits, filterBits, visitBits } from './bits.ts';
import { labelledBits } from './label-bits.ts';
import type { Changes, Segment } from './segments.ts';

/** Records of changes: for each segment the positions of those in it, or null if none is. */
export interface ChangeSet {
  readonly of: Changes;
  readonly bits: readonly (Bits | null)[];
  readonly total: number;
}

/**
 * Finds the domains that fulfil a part of an expression which has no conditions on changes.
 *
 * @param only an expression on changes, of which one that fulfils it is a domain's, so that others need not be looked at; null: all
 *   domains may be meant
 */
type FindDomains = (part: Expression, only: Expression | null) => Matches;

export interface ChangeFinder {
  /** The records that fulfil an expression. @param where in canonical form of level `change` */
  find(where: Expression, domains: FindDomains): ChangeSet;
  /** Revisions of the domains that have one of some records. */
  domainsOf(set: ChangeSet): Matches;
}

interface ChangeFinderParts {
  readonly db: DatabaseSync;
  readonly changes: () => Changes;
  readonly sites: Pick<Sites, 'has' | 'ownersOf' | 'revisionsOf'>;
  /** Called now and then, may throw. */
  readonly checkpoint: () => void;
}

/** Memory for what parts on changes alone were found to be, in bytes. */
const KEPT_BYTES = 32 << 20;
/** Approximate size of an entry besides its bits, in bytes. */
const ENTRY_BYTES = 2_000;

type Sets = readonly (Bits | null)[];

export function openChangeFinder({ db, changes, sites, checkpoint }: ChangeFinderParts): ChangeFinder {
  /** Sets of a version of the records, by the expressions that they fulfil; those that depend on domains are not kept. */
  const kept = new LRUCache<string, ChangeSet>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ bits }, key) =>
      bits.reduce((sum, own) => sum + (own?.byteLength ?? 0), ENTRY_BYTES + 2 * key.length),
  });

  function evaluated(where: Expression, of: Changes, domains: FindDomains): ChangeSet {
    const bits = find(where, aliveOf(of), of, domains);
    return { of, bits, total: bits.reduce((sum, own) => sum + (own === null ? 0 : countBits(own)), 0) };
  }

  function find(where: Expression, among: Sets, of: Changes, domains: FindDomains): Sets {
    if (isEmpty(among)) return among;
    if (where.kind === 'constant') return where.value ? among : among.map(() => null);
    if (!isOnChanges(where)) return ofDomains(where, null, among, of, domains);
    switch (where.kind) {
      case 'and':
        return ofAll(where.of, among, of, domains);
      case 'or':
        return where.of
          .map((part) => find(part, among, of, domains))
          .reduce((one, other) => combined(one, other, eitherBits, (own) => own));
      case 'not':
        return combined(among, find(where.of, among, of, domains), bitsWithout, () => null);
      case 'change_label':
      case 'change_time':
      case 'change_by':
        return each(where, among, of);
      case 'version_time':
      case 'same_version':
      case 'same_change':
      case 'same_page':
      case 'near':
      case 'text':
      case 'pattern':
      case 'keyword':
      case 'condition':
        throw new TypeError(`${where.kind} has conditions on changes`);
    }
  }

  /** Parts on changes go before those on domains, which then are looked for only where there are such changes. */
  function ofAll(of: readonly Expression[], among: Sets, all: Changes, domains: FindDomains): Sets {
    const onChanges = of.filter(isOnChanges);
    const onDomains = of.filter((part) => !isOnChanges(part));
    const own = onChanges.filter(isChangePart);
    const possible = own.reduce((some, part) => prunedBy(part, some, all), among);
    const found = cheapFirst(onChanges).reduce((some, part) => find(part, some, all, domains), possible);
    if (onDomains.length === 0) return found;
    const where = joined(onDomains);
    return ofDomains(where, own.length === 0 ? null : joined(own), found, all, domains);
  }

  function each(part: ChangePart, among: Sets, { segments }: Changes): Sets {
    return segments.map((segment, index) => {
      const own = among[index] ?? null;
      if (own === null) return null;
      checkpoint();
      return fulfilling(part, segment, own);
    });
  }

  function ofDomains(
    where: Expression,
    only: Expression | null,
    among: Sets,
    { segments }: Changes,
    domains: FindDomains,
  ): Sets {
    if (isEmpty(among)) return among;
    const owners = sites.ownersOf(domains(where, only));
    const ofGone = isFulfilledByNothing(where);
    return segments.map((segment, index) => {
      const own = among[index] ?? null;
      if (own === null) return null;
      checkpoint();
      const ids = segment.domains();
      return filterBits(own, (at) => {
        const id = ids[at] ?? 0;
        return owners.has(id) || (ofGone && !sites.has(id));
      });
    });
  }

  return {
    find(where, domains) {
      const of = changes();
      if (!isOfChanges(where)) return evaluated(where, of, domains);
      const key = `${of.version} ${canonicalText(where)}`;
      const known = kept.get(key);
      if (known?.of === of) return known;
      const set = evaluated(where, of, domains);
      kept.set(key, set);
      return set;
    },
    domainsOf({ of, bits }) {
      const found = new Set<number>();
      for (const [index, segment] of of.segments.entries()) {
        const own = bits[index] ?? null;
        if (own === null) continue;
        checkpoint();
        const [ids, reasons] = [segment.domains(), segment.reasons()];
        visitBits(own, (at) => {
          const id = ids[at] ?? 0;
          if (found.has(id)) return;
          if (sites.has(id)) found.add(id);
          else if (reasons[at] !== DELETION) {
            throw damagedIndex(db, `table change has a change of domain ${id}, which table domain lacks`);
          }
        });
      }
      return sites.revisionsOf(Uint32Array.from(found));
    },
  };
}

const DELETION = RECORD_REASONS.indexOf('deletion');

function aliveOf({ segments }: Changes): Sets {
  return segments.map(({ alive }) => alive);
}

function isEmpty(sets: Sets): boolean {
  return sets.every((own) => own === null);
}

/** Joins the sets of segments. @param alone gives the set of one where the other is empty */
function combined(
  one: Sets,
  other: Sets,
  join: (a: Bits, b: Bits) => Bits | null,
  alone: (own: Bits | null) => Bits | null,
): Sets {
  return one.map((own, index) => {
    const others = other[index] ?? null;
    if (own === null) return alone(others);
    return others === null ? own : join(own, others);
  });
}

/** Leaves out the segments of which nothing can fulfil a part. */
function prunedBy(part: ChangePart, among: Sets, { segments }: Changes): Sets {
  if (part.kind === 'change_label') return among;
  return among.map((own, index) => {
    const segment = segments[index];
    return segment === undefined || !canFulfil(part, segment) ? null : own;
  });
}

function canFulfil(part: Exclude<ChangePart, { readonly kind: 'change_label' }>, segment: Segment): boolean {
  if (part.kind === 'change_time') {
    const [from, until] = boundsOf(part);
    return segment.last >= from && segment.first < until;
  }
  return part.by === 'any' || (segment.byReason[RECORD_REASONS.indexOf(part.by)] ?? 0) > 0;
}

/** Those of some records of a segment that fulfil a part; null: none does. */
function fulfilling(part: ChangePart, segment: Segment, among: Bits): Bits | null {
  switch (part.kind) {
    case 'change_label':
      return labelledBits(segment, part.side, changeChoices(part.condition), among);
    case 'change_time': {
      if (!canFulfil(part, segment)) return null;
      const [from, until] = boundsOf(part);
      if (segment.first >= from && segment.last < until) return among;
      const times = segment.times();
      return filterBits(among, (at) => {
        const time = times[at] ?? 0;
        return time >= from && time < until;
      });
    }
    case 'change_by': {
      if (!canFulfil(part, segment)) return null;
      if (part.by === 'any') return among;
      const wanted = RECORD_REASONS.indexOf(part.by);
      if (segment.byReason[wanted] === segment.items) return among;
      const reasons = segment.reasons();
      return filterBits(among, (at) => reasons[at] === wanted);
    }
  }
}

function boundsOf({ from, until }: ChangeTime): readonly [from: number, until: number] {
  return [from ?? -Infinity, until ?? Infinity];
}

function joined(of: readonly Expression[]): Expression {
  const [only] = of;
  return of.length === 1 && only !== undefined ? only : { kind: 'and', of };
}

/** Labels are looked up in lists; reasons and times of all that is left are passed one by one. */
function cheapFirst(parts: readonly Expression[]): readonly Expression[] {
  const costOf = ({ kind }: Expression): number =>
    kind === 'change_label' ? 0 : kind === 'change_by' ? 1 : kind === 'change_time' ? 2 : 3;
  return parts.toSorted((a, b) => costOf(a) - costOf(b));
}

/** Tells whether an expression has nothing that is on domains. */
function isOfChanges(where: Expression): boolean {
  return Iterator.from(partsOf(where)).every(
    (part) =>
      isChangePart(part) ||
      part.kind === 'and' ||
      part.kind === 'or' ||
      part.kind === 'not' ||
      part.kind === 'constant',
  );
}

/** Tells whether a domain that is no more fulfils an expression on domains: it has no page, and every value of it is unknown. */
function isFulfilledByNothing(where: Expression): boolean {
  switch (where.kind) {
    case 'constant':
      return where.value;
    case 'and':
      return where.of.every(isFulfilledByNothing);
    case 'or':
      return where.of.some(isFulfilledByNothing);
    case 'not':
      return !isFulfilledByNothing(where.of);
    case 'condition':
      return isNegated(where.condition);
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'version_time':
    case 'same_version':
    case 'same_change':
    case 'same_page':
    case 'near':
    case 'text':
    case 'pattern':
    case 'keyword':
      return false;
  }
}
