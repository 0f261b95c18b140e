import type { Frequencies } from './frequencies.ts';
import { cheapest, requirements, shapeOf, type Cost } from './shape.ts';
import { MIN_LITERAL } from './scan.ts';

/** Where a pattern can match: near these literals only. */
export interface Anchor {
  /** One of them stands in every match; folded. */
  readonly anyOf: readonly string[];
  /** How far before a literal a match can start, in characters: at least `from`, at most `to`. */
  readonly from: number;
  readonly to: number;
  /** Characters from the start of a match to the last one that decides on it; Infinity if unknown. */
  readonly width: number;
}

/** The anchor of a regular expression, or null if it can match without any literal. Exact only under flag i alone. */
export function anchorOf(regex: RegExp, cost: Cost): Anchor | null {
  if (regex.flags !== 'i') return null;
  const shape = shapeOf(regex.source, cost);
  const best = cheapest(requirements(shape).filter(isUsable), cost);
  return best === null ? null : { ...best, width: shape.max + shape.reach };
}

function isUsable({ anyOf }: { readonly anyOf: readonly string[] }): boolean {
  return anyOf.every(({ length }) => length >= MIN_LITERAL);
}

/**
 * Prefers sets that stand in few pages. Frequencies choose among sets that are all sound: a wrong one costs time,
 * never a match.
 */
export function costBy(frequencies: Frequencies): Cost {
  return (literals) => {
    let sum = 0;
    for (const literal of literals) sum += frequencies[literal] ?? 3 * 0.3 ** literal.length;
    return sum + (literals.some(({ length }) => length < MIN_LITERAL) ? 1_000 : 0);
  };
}
