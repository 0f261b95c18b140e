// Whether a search can be decided at every put, and what it would cost if not.
import { type Expression, type Needle, partsOf } from '@sitegrep/search';
import { needlesOf, READING, workOfNeedles } from '@sitegrep/texts';
import { rarestKey } from './key.ts';
import { MIN_LITERAL } from './literal-table.ts';
import {
  type LeafNecessity,
  necessityOf,
  necessityOfCondition,
  necessityOfKeyword,
  necessityOfLeaf,
} from './necessity.ts';

/** The cost of a search to puts of sites. */
export type SearchCost =
  /** It is looked at where a site has a text or a label that it needs. */
  | { readonly kind: 'keyed' }
  /** It is looked at for each site, and needs no sources. */
  | { readonly kind: 'conditions' }
  /** It would need the sources of all pages of all sites. */
  | {
      readonly kind: 'too broad';
      /** Units of work for each page, as searches of sources have them. */
      readonly work: number;
      readonly problem: string;
      readonly remedy: string;
    };

/** Literals, whatever their numbers. */
const UNNUMBERED: LeafNecessity = {
  page: (leaf) => necessityOfLeaf(leaf, () => 0),
  keyword: (text) => necessityOfKeyword(text, () => 0),
  condition: necessityOfCondition,
};

/** Microseconds of a unit of work, for small pages. */
const UNIT_US = 5;

/** @param where in canonical form for its level, which is that of domains or of pages */
export function costOf(where: Expression): SearchCost {
  const needles = needlesIn(where);
  const key = rarestKey(necessityOf(where, UNNUMBERED));
  if (key !== null) return { kind: 'keyed' };
  if (needles.length === 0) return { kind: 'conditions' };
  const work = READING + workOfNeedles(needles);
  const milliseconds = Math.ceil((100 * work * UNIT_US) / 1_000);
  return {
    kind: 'too broad',
    work,
    problem: `would read all pages of every site that is put, ${milliseconds} ms of processor time or more for each 100 pages: ${reasonOf(where)}`,
    remedy: `add what all of its matches have: a text of at least ${MIN_LITERAL} characters, a technology, a host or a country`,
  };
}

/** The needles that are looked for in texts of pages. */
export function needlesIn(where: Expression): readonly Needle[] {
  return Array.from(partsOf(where)).flatMap((part) => {
    if (part.kind === 'near') return needlesOf(part);
    return part.kind === 'text' || part.kind === 'pattern' ? [part] : [];
  });
}

/** Why no text is known that all matches have. */
function reasonOf(where: Expression): string {
  for (const part of wantedParts(where)) {
    if (part.kind === 'text' && part.text.length < MIN_LITERAL)
      return `the text ${JSON.stringify(part.text)} has fewer than ${MIN_LITERAL} characters`;
    if (part.kind === 'pattern' && rarestKey(necessityOf(part, UNNUMBERED)) === null)
      return `the pattern ${JSON.stringify(part.pattern)} has no text of ${MIN_LITERAL} characters that is in all of its matches`;
  }
  return 'it finds sites or pages by what they do not have, or each by something else';
}

function* wantedParts(where: Expression): Generator<Expression> {
  switch (where.kind) {
    case 'and':
    case 'or':
      for (const part of where.of) yield* wantedParts(part);
      break;
    case 'same_page':
      yield* wantedParts(where.of);
      break;
    case 'near':
      yield* needlesOf(where);
      break;
    case 'text':
    case 'pattern':
      yield where;
      break;
    case 'constant':
    case 'not':
    case 'keyword':
    case 'condition':
    case 'same_change':
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'version_time':
    case 'same_version':
  }
}
