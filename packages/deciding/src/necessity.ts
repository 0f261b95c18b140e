// The texts and labels without which a search is not fulfilled.
import { foldCase } from '@sitegrep/fold';
import { necessaryTexts, parsePattern } from '@sitegrep/patterns';
import {
  type Condition,
  type Expression,
  isOfSource,
  type Near,
  type Needle,
  type OtherScope,
} from '@sitegrep/search';
import { type LabelKey, labelKeysOf } from './label-keys.ts';
import { MIN_LITERAL } from './literal-table.ts';
import { recordKeysOf } from './record-tests.ts';

/** Texts of a site in which literals are looked for: those of its pages, and the words in which keywords are sought. */
export const TEXT_KINDS = ['body', 'url', 'rendered', 'dns', 'headers', 'cookies', 'file', 'words'] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

/** A literal in a kind of texts. */
interface LiteralKey {
  /** Number of the literal and of the kind. */
  readonly target: number;
  readonly length: number;
}

/** A condition that whatever fulfils an expression fulfils, too. */
export type Necessity =
  | { readonly kind: 'nothing known' }
  | { readonly kind: 'literal'; readonly literal: LiteralKey }
  | { readonly kind: 'labels'; readonly labels: readonly LabelKey[] }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Necessity[] };

const NOTHING: Necessity = { kind: 'nothing known' };
const NEVER: Necessity = { kind: 'any', of: [] };

/** Gives the number of a literal in a kind of texts. */
export type TargetOf = (text: string, kind: TextKind) => number;

/** Gives that without which a page, the words of a domain or the domain itself do not have something. */
export interface LeafNecessity {
  readonly page: (leaf: Needle | Near) => Necessity;
  /** @param text folded */
  readonly keyword: (text: string) => Necessity;
  readonly condition: (condition: Condition) => Necessity;
}

/** Knows what records of changes need, and nothing of their domains. */
export const OF_RECORDS_ALONE: LeafNecessity = {
  page: () => NOTHING,
  keyword: () => NOTHING,
  condition: () => NOTHING,
};

/** @param where in canonical form */
export function necessityOf(where: Expression, ofLeaf: LeafNecessity): Necessity {
  switch (where.kind) {
    case 'constant':
      return where.value ? NOTHING : NEVER;
    case 'and':
      return all(where.of.map((part) => necessityOf(part, ofLeaf)));
    case 'or':
      return any(where.of.map((part) => necessityOf(part, ofLeaf)));
    case 'same_page':
      return necessityOf(where.of, ofLeaf);
    case 'near':
    case 'text':
    case 'pattern':
      return ofLeaf.page(where);
    case 'keyword':
      return ofLeaf.keyword(where.text);
    case 'condition':
      return ofLeaf.condition(where.condition);
    case 'change_label':
      return { kind: 'labels', labels: recordKeysOf(where) };
    case 'not':
    case 'same_change':
    case 'change_time':
    case 'change_by':
    case 'version_time':
    case 'same_version':
      return NOTHING;
  }
}

/** The literals that a page has which has a leaf. */
export function necessityOfLeaf(leaf: Needle | Near, targetOf: TargetOf): Necessity {
  if (leaf.kind === 'near')
    return all(
      [leaf.left, leaf.right].map((side) => any(side.map((needle) => necessityOfLeaf(needle, targetOf)))),
    );
  const kind = textKindOf(leaf);
  if (leaf.kind === 'text') return literal(foldCase(leaf.text), kind, targetOf);
  const pattern = parsePattern(leaf.pattern);
  if (!pattern.ok) throw new TypeError(`a search has a pattern that is none: ${leaf.pattern}`);
  return ofTexts(necessaryTexts(pattern.value), kind, targetOf);
}

/** The kind of texts in which a needle is looked for. */
export function textKindOf({ scope }: Needle): OtherScope | 'body' {
  return isOfSource(scope) ? 'body' : scope;
}

/** The literal that a domain has among its words which has a keyword. @param text folded */
export function necessityOfKeyword(text: string, targetOf: TargetOf): Necessity {
  return literal(text, 'words', targetOf);
}

/** The labels that a domain has which fulfils a condition. */
export function necessityOfCondition(condition: Condition): Necessity {
  const labels = labelKeysOf(condition);
  return labels === null ? NOTHING : { kind: 'labels', labels };
}

function ofTexts(texts: ReturnType<typeof necessaryTexts>, kind: TextKind, targetOf: TargetOf): Necessity {
  switch (texts.kind) {
    case 'nothing known':
      return NOTHING;
    case 'text':
      return literal(texts.text, kind, targetOf);
    case 'all':
      return all(texts.of.map((one) => ofTexts(one, kind, targetOf)));
    case 'any':
      return any(texts.of.map((one) => ofTexts(one, kind, targetOf)));
  }
}

function literal(text: string, kind: TextKind, targetOf: TargetOf): Necessity {
  if (text.length < MIN_LITERAL) return NOTHING;
  return { kind: 'literal', literal: { target: targetOf(text, kind), length: text.length } };
}

function all(parts: readonly Necessity[]): Necessity {
  const of = parts.filter(({ kind }) => kind !== 'nothing known');
  return of.length === 0 ? NOTHING : { kind: 'all', of };
}

function any(of: readonly Necessity[]): Necessity {
  return of.some(({ kind }) => kind === 'nothing known') ? NOTHING : { kind: 'any', of };
}
