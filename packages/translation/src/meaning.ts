// The meaning of a query between two formulas: all that it can find, and what it finds for certain. Where they are the same it is
// exact; a part that can't be asked may find anything, and finds nothing for certain.
import { ALL, and, type Formula, NONE, not, or, partsOf } from './formula.ts';

/** A part of a query that cannot be asked, or not exactly. */
export interface LeftOut {
  readonly part: string;
  readonly reason: string;
}

export interface Meaning {
  /** Fulfilled by all that the query finds. */
  readonly most: Formula;
  /** Fulfilled only by what the query finds. */
  readonly least: Formula;
  readonly leftOut: readonly LeftOut[];
  /** Whether any part of it could be translated. */
  readonly isTranslated: boolean;
}

/** Says what is wrong with a query of ours; null: nothing. */
export type FaultOf = (query: string) => string | null;

/** Reads a query of one engine. @throws UnreadableQuery */
export type Dialect = (text: string, faultOf: FaultOf) => Meaning;

/** Meaning of a part of a query, or the reason why it can't be asked. */
export type Leaf =
  | Formula
  | { readonly kind: 'unknown'; readonly reason: string }
  | {
      readonly kind: 'between';
      readonly most: Formula;
      readonly least: Formula;
      /** Words for the aspect that is not exact; the part as it is written follows. */
      readonly lost: string;
      readonly reason: string;
    };

export function unknown(reason: string): Leaf {
  return { kind: 'unknown', reason };
}

/** @param written the part as the query has it */
export function meaningOf(leaf: Leaf, written: string, faultOf: FaultOf): Meaning {
  if (leaf.kind === 'unknown') return leftOut(written, leaf.reason);
  const [most, least] = leaf.kind === 'between' ? [leaf.most, leaf.least] : [leaf, leaf];
  for (const query of new Set([...partsOf(most), ...partsOf(least)])) {
    const fault = faultOf(query);
    if (fault !== null) return leftOut(written, fault);
  }
  const lost = leaf.kind === 'between' ? [{ part: `${leaf.lost} ${written}`, reason: leaf.reason }] : [];
  return { most, least, leftOut: lost, isTranslated: true };
}

function leftOut(part: string, reason: string): Meaning {
  return { most: ALL, least: NONE, leftOut: [{ part, reason }], isTranslated: false };
}

export function allOf(parts: readonly Meaning[]): Meaning {
  return joined(and, parts);
}

export function anyOf(parts: readonly Meaning[]): Meaning {
  return joined(or, parts);
}

function joined(join: (of: readonly Formula[]) => Formula, parts: readonly Meaning[]): Meaning {
  return {
    most: join(parts.map(({ most }) => most)),
    least: join(parts.map(({ least }) => least)),
    leftOut: parts.flatMap((part) => part.leftOut),
    isTranslated: parts.some(({ isTranslated }) => isTranslated),
  };
}

export function negated({ most, least, ...others }: Meaning): Meaning {
  return { ...others, most: not(least), least: not(most) };
}
