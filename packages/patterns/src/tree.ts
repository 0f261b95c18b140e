import { complement, ignoringCase, union, type CharSet } from './char-set.ts';

/** A regular expression as it was read. `ignoreCase` is null where the search decides, and not a flag of the pattern. */
export type Node =
  /** One character out of a set. */
  | { readonly kind: 'character'; readonly is: CharacterClass; readonly ignoreCase: boolean | null }
  | { readonly kind: 'sequence'; readonly of: readonly Node[] }
  /** One of several, the first that leads to a match. */
  | { readonly kind: 'choice'; readonly of: readonly Node[] }
  | {
      readonly kind: 'repetition';
      readonly of: Node;
      readonly min: number;
      /** Infinity if there is no maximum. */
      readonly max: number;
      /** Whether more iterations are tried before fewer. */
      readonly isGreedy: boolean;
    }
  | {
      readonly kind: 'group';
      readonly of: Node;
      /** Number of the group, from 1. */
      readonly index: number;
    }
  | { readonly kind: 'assertion'; readonly test: Assertion };

/** Condition on a position. Lines end before a line feed; a word is of ASCII letters, digits and `_`. */
export type Assertion = 'text start' | 'text end' | 'line start' | 'line end' | 'word edge' | 'no word edge';

/** Characters of a class as it is written. Case is ignored in each part before the part is negated. */
export interface CharacterClass {
  readonly parts: readonly { readonly set: CharSet; readonly isNegated: boolean }[];
  readonly isNegated: boolean;
}

/** Characters that a class matches. */
export function charSetOf({ parts, isNegated }: CharacterClass, ignoreCase: boolean): CharSet {
  const set = union(
    parts.map((part) => {
      const own = ignoreCase ? ignoringCase(part.set) : part.set;
      return part.isNegated ? complement(own) : own;
    }),
  );
  return isNegated ? complement(set) : set;
}

/** The only character of a class; null if there are others. */
export function onlyCharacter({ parts, isNegated }: CharacterClass): number | null {
  const [part, ...others] = parts;
  if (isNegated || part === undefined || part.isNegated || others.length > 0) return null;
  const [first, last] = part.set;
  return part.set.length === 2 && first !== undefined && first === last ? first : null;
}

/** Number of steps of the machine that the tree needs, about; repeated parts count as often as they are repeated. */
export function sizeOf(node: Node): number {
  switch (node.kind) {
    case 'character':
    case 'assertion':
      return 1;
    case 'sequence':
      return node.of.reduce((sum, part) => sum + sizeOf(part), 1);
    case 'choice':
      return node.of.reduce((sum, part) => sum + sizeOf(part) + 1, 0);
    case 'group':
      return sizeOf(node.of) + 2;
    case 'repetition': {
      const count = node.max === Infinity ? Math.max(node.min, 1) : node.max;
      return count * (sizeOf(node.of) + 1) + 1;
    }
  }
}

/** Minimum number of characters that a match has. */
export function minLength(node: Node): number {
  switch (node.kind) {
    case 'character':
      return 1;
    case 'assertion':
      return 0;
    case 'sequence':
      return node.of.reduce((sum, part) => sum + minLength(part), 0);
    case 'choice':
      return Math.min(...node.of.map(minLength));
    case 'group':
      return minLength(node.of);
    case 'repetition':
      return node.min === 0 ? 0 : node.min * minLength(node.of);
  }
}
