// Which texts every match of a pattern contains (after Russ Cox, "Regular Expression Matching with a Trigram Index").
// Detection reads literals out of fingerprints in its own way (technologies/src/shape.ts): fingerprints are JavaScript's
// regular expressions, the scan needs distances from the start of a match, and chooses one set of literals by its cost.
import { foldCase } from '@sitegrep/fold';
import { rangesOf, sizeOf, union } from './char-set.ts';
import { all, any, anyText, type Necessity } from './necessity.ts';
import type { Pattern } from './parse.ts';
import { charSetOf, onlyCharacter, type Node } from './tree.ts';

/** Maximum number of texts among which one stands, so that combinations of alternatives remain worth looking up. */
const MAX_VARIANTS = 16;
/** Maximum number of characters in a class that is spelled out. */
const MAX_CLASS = 4;
/** Maximum length of a text; the rest of a longer one is not needed. */
const MAX_LENGTH = 200;
/** Iterations of a repetition that are spelled out. */
const MAX_COPIES = 4;

/** The condition on texts that a pattern makes, with case or without. */
export function necessaryTexts(pattern: Pattern): Necessity {
  return necessityOf(factsOf(pattern.tree));
}

/** The text that a pattern is if it has no operator; else null. */
export function literalOf(pattern: Pattern): string | null {
  return textOf(pattern.tree);
}

function textOf(node: Node): string | null {
  if (node.kind === 'character') {
    const code = node.ignoreCase === null ? onlyCharacter(node.is) : null;
    return code === null ? null : String.fromCodePoint(code);
  }
  if (node.kind !== 'sequence') return null;
  const texts = node.of.map(textOf);
  return texts.includes(null) ? null : texts.join('');
}

/** Knowledge of the folded texts that a part of a pattern matches. */
type Facts =
  /** All of them. */
  | { readonly exact: readonly string[] }
  | {
      readonly exact: null;
      /** One of these is at the start; '' if nothing is known. */
      readonly starts: readonly string[];
      /** One of these is at the end. */
      readonly ends: readonly string[];
      /** Conditions that the rest of each text fulfils. */
      readonly needs: readonly Necessity[];
    };

const EMPTY: Facts = { exact: [''] };
const UNKNOWN: Facts = { exact: null, starts: [''], ends: [''], needs: [] };

function factsOf(node: Node): Facts {
  switch (node.kind) {
    case 'character':
      return factsOfCharacter(node);
    case 'assertion':
      return EMPTY;
    case 'group':
      return factsOf(node.of);
    case 'sequence':
      return node.of.map(factsOf).reduce(followedBy, EMPTY);
    case 'choice':
      return either(node.of.map(factsOf));
    case 'repetition': {
      if (node.max === 0) return EMPTY;
      const once = factsOf(node.of);
      if (node.min === 0) return node.max === 1 ? either([once, EMPTY]) : UNKNOWN;
      const copies = Array.from({ length: Math.min(node.min, MAX_COPIES) }, () => once).reduce(
        followedBy,
        EMPTY,
      );
      return node.min === node.max && node.min <= MAX_COPIES ? copies : open(copies);
    }
  }
}

function factsOfCharacter({ is, ignoreCase }: Node & { readonly kind: 'character' }): Facts {
  if (!is.isNegated && is.parts.some((part) => part.isNegated || sizeOf(part.set) > 4 * MAX_CLASS))
    return UNKNOWN;
  const set = union((ignoreCase === null ? [true, false] : [ignoreCase]).map((flag) => charSetOf(is, flag)));
  // Few characters have more than two cases.
  if (sizeOf(set) > 4 * MAX_CLASS) return UNKNOWN;
  const texts = new Set<string>();
  for (const [first, last] of rangesOf(set)) {
    for (let code = first; code <= last; code++) texts.add(foldCase(String.fromCodePoint(code)));
  }
  return texts.size > MAX_CLASS ? UNKNOWN : { exact: [...texts] };
}

function followedBy(first: Facts, second: Facts): Facts {
  if (first.exact !== null && second.exact !== null) {
    const exact = product(first.exact, second.exact);
    if (exact !== null) return { exact };
  }
  const left = open(first);
  const right = open(second);
  const middle = product(left.ends, right.starts);
  // What neither starts nor ends the whole is between.
  const between =
    middle === null
      ? [first.exact === null ? left.ends : [''], second.exact === null ? right.starts : ['']]
      : [first.exact === null && second.exact === null ? middle : ['']];
  const known = between.map(anyText).filter(({ kind }) => kind !== 'nothing known');
  return {
    exact: null,
    starts: first.exact === null ? left.starts : (middle ?? left.starts),
    ends: second.exact === null ? right.ends : (middle ?? right.ends),
    needs: [...left.needs, ...known, ...right.needs],
  };
}

/** The same facts for texts of which only start and end are known. */
function open(facts: Facts): Facts & { readonly exact: null } {
  if (facts.exact === null) return facts;
  return { exact: null, starts: facts.exact, ends: facts.exact, needs: [] };
}

function either(alternatives: readonly Facts[]): Facts {
  const texts = alternatives.map(({ exact }) => exact);
  const exact = texts.includes(null) ? null : few(texts.flatMap((list) => list ?? []));
  if (exact !== null) return { exact };
  const parts = alternatives.map(open);
  return {
    exact: null,
    starts: few(parts.flatMap(({ starts }) => starts)) ?? [''],
    ends: few(parts.flatMap(({ ends }) => ends)) ?? [''],
    needs: [any(alternatives.map(necessityOf))],
  };
}

function necessityOf(facts: Facts): Necessity {
  if (facts.exact !== null) return anyText(facts.exact);
  return all([anyText(facts.starts), ...facts.needs, anyText(facts.ends)]);
}

/** Each of the first texts with each of the second behind it; null if they are too many or too long. */
function product(first: readonly string[], second: readonly string[]): readonly string[] | null {
  if (first.length * second.length > MAX_VARIANTS) return null;
  return few(first.flatMap((start) => second.map((end) => start + end)));
}

/** The texts, each once; null if they are too many or too long. */
function few(texts: readonly string[]): readonly string[] | null {
  const each = [...new Set(texts)];
  return each.length > MAX_VARIANTS || each.some(({ length }) => length > MAX_LENGTH) ? null : each;
}
