import { readFileSync } from 'node:fs';
import { MIN_LITERAL } from './literal-scan.ts';
import type { TextField } from './patterns.ts';
import { cheapest, type Cost, requirements, shapeOf } from './shape.ts';
import type { Reach } from './windows.ts';

/** Frequency of literals in an average page; absent ones occur less than once in 20 pages. */
export type Frequencies = Readonly<Record<string, number>>;

/**
 * Frequencies by field, for all short values together, and for selectors in the source. An absent entry means
 * that none are known.
 */
export interface FieldFrequencies extends Readonly<Partial<Record<FrequencyField, Frequencies>>> {
  /**
   * Frequencies of words of three and four characters (literal-index.ts), in sources and in the short values of
   * a page together.
   */
  readonly grams?: Readonly<Record<'page' | 'values', Frequencies>>;
}

export type FrequencyField = TextField | 'elements' | 'values';

const FREQUENCIES_FILE = new URL('../data/literal-frequencies.json', import.meta.url);

export function readFrequencies(): FieldFrequencies {
  return JSON.parse(readFileSync(FREQUENCIES_FILE, 'utf8')) as FieldFrequencies;
}

/** Literals near which a pattern can match. */
export interface Anchor extends Reach {
  /** Literals of which one is in every match; folded. */
  readonly anyOf: readonly string[];
}

/** The anchor of a regular expression; null if it can match without any literal. Exact for flag i alone. */
export function anchorOf(regex: RegExp, cost: Cost): Anchor | null {
  if (regex.flags !== 'i') return null;
  const shape = shapeOf(regex.source, cost);
  const best = cheapest(requirements(shape).filter(isUsable), cost);
  return best === null ? null : { ...best, width: shape.max + shape.reach };
}

function isUsable({ anyOf }: { readonly anyOf: readonly string[] }): boolean {
  return anyOf.every(({ length }) => length >= MIN_LITERAL);
}

/** Additional cost of a short literal by its length; a run of a pattern costs 1. */
const SHORT: Readonly<Record<number, number>> = { 3: 20, 4: 0.3, 5: 0.1, 6: 0.1 };

/**
 * Cost function that prefers sets of literals in few pages. All candidate sets are sound: a wrong frequency
 * costs time, never a match.
 */
export function costBy(frequencies: Frequencies): Cost {
  const costOf = (literal: string): number =>
    (frequencies[literal] ?? 3 * 0.3 ** literal.length) +
    (literal.length < MIN_LITERAL ? 1_000 : (SHORT[literal.length] ?? 0));
  return (literals) => literals.reduce((sum, literal) => sum + costOf(literal), 0);
}

/** Targets by literal; each literal is listed once. */
export function groupByLiteral<T>(
  entries: readonly { readonly anyOf: readonly string[]; readonly target: T }[],
): {
  readonly literals: readonly string[];
  readonly targets: readonly (readonly T[])[];
} {
  const byLiteral = new Map<string, T[]>();
  for (const { anyOf, target } of entries) {
    for (const literal of anyOf) {
      const targets = byLiteral.get(literal);
      if (targets === undefined) byLiteral.set(literal, [target]);
      else targets.push(target);
    }
  }
  return { literals: [...byLiteral.keys()], targets: [...byLiteral.values()] };
}
