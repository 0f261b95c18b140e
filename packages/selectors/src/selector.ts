// What a selector says, as the standard's grammar takes it apart (Selectors Level 4). parse-selector.ts reads it, match.ts asks
// elements about it.

/** Selectors of which one is enough. */
export type SelectorList = readonly ComplexSelector[];

/** Compounds from left to right, each with what joins it to the one before it. */
export type ComplexSelector = readonly CompoundSelector[];

export interface CompoundSelector {
  /** Joins it to the compound before it, or in a relative selector, for the first one, to the element of `:has()`. */
  readonly combinator: Combinator | null;
  /** All of them hold for the element. */
  readonly tests: readonly SimpleSelector[];
}

/** Combinators that are characters of their own. */
export const COMBINATORS = ['>', '+', '~'] as const;
export type Combinator = (typeof COMBINATORS)[number] | ' ';

export type SimpleSelector =
  | NameSelector
  | { readonly kind: 'id' | 'class'; readonly value: string }
  | AttributeSelector
  | { readonly kind: 'is' | 'not' | 'has'; readonly list: SelectorList }
  | PositionSelector
  | { readonly kind: 'empty' | 'root' | 'nothing' }
  | { readonly kind: 'contains'; readonly text: string; readonly ignoresCase: boolean };

interface NameSelector {
  readonly kind: 'tag';
  /** The name in small letters: in a page of HTML names have no case, and browsers take also names of SVG so. */
  readonly name: string;
}

export interface AttributeSelector {
  readonly kind: 'attribute';
  /** The name in small letters. */
  readonly name: string;
  /** Whether the attribute may be one of a namespace, such as `xlink:href`. */
  readonly anyNamespace: boolean;
  /** null: the attribute is there, whatever its value. */
  readonly comparison: { readonly operator: Operator; readonly value: string } | null;
  /** Whether a flag says that case does not count, or counts; null: as HTML has it for the attribute. */
  readonly ignoresCase: boolean | null;
}

export const OPERATORS = ['=', '~=', '|=', '^=', '$=', '*='] as const;
export type Operator = (typeof OPERATORS)[number];

/** An element is at position `step`·n + `offset` among its siblings, for a whole n from 0. The first position is 1. */
export interface PositionSelector {
  readonly kind: 'position';
  readonly step: number;
  readonly offset: number;
  readonly fromEnd: boolean;
  /** Siblings that count. */
  readonly among: 'all' | 'type' | SelectorList;
}
