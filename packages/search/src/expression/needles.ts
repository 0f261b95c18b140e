import { literalOf, parsePattern } from '@sitegrep/patterns';
import { SEARCH_BOUNDS } from '../bounds.ts';
import { foldCase } from '@sitegrep/fold';
import { codePointCount } from '../terms.ts';
import { or, type Expression, type Needle } from './expression.ts';
import { isOfSource, type Scope, scopesOf, type ScopeWord } from './scopes.ts';

/** Why a text or pattern cannot be looked for. */
export interface NeedleFault {
  /** Offset in it, in UTF-16 units. */
  readonly at: number;
  readonly problem: string;
  readonly remedy: string;
}

interface Look {
  readonly caseSensitive: boolean;
  readonly scope: Scope;
  /** Whether no letter or digit may stand right before or behind a text. */
  readonly wholeWord?: boolean;
}

const ONLY_WHITE_SPACE = /^[\s\p{White_Space}]*$/u;

/** @param text as it is written */
export function textNeedle(
  text: string,
  { caseSensitive, scope, wholeWord = false }: Look,
): Needle | NeedleFault {
  const length = codePointCount(text);
  const { maxTermLength } = SEARCH_BOUNDS;
  if (length === 0) return fault('the text is empty', 'give at least 1 character');
  if (length > maxTermLength)
    return fault(`the text has ${length} characters`, `give at most ${maxTermLength}`);
  if (text.includes('\0')) return fault('the text has a NUL character', 'leave it out, no page has one');
  if (!text.isWellFormed()) {
    return fault('the text has half of a surrogate pair', 'write characters beyond U+FFFF as whole pairs');
  }
  if (ONLY_WHITE_SPACE.test(text))
    return fault('the text is only white space', 'add a character that is not');
  const needle = { kind: 'text', text: caseSensitive ? text : foldCase(text), caseSensitive, scope } as const;
  return wholeWord ? { ...needle, wholeWord } : needle;
}

/** @param written in RE2 syntax; one that is a mere text becomes that text */
export function patternNeedle(written: string, look: Look): Needle | NeedleFault {
  const pattern = parsePattern(written);
  if (!pattern.ok) return pattern.error;
  const literal = literalOf(pattern.value);
  if (literal !== null) return textNeedle(literal, look);
  const { caseSensitive, scope } = look;
  return { kind: 'pattern', pattern: written, caseSensitive, scope };
}

/** A needle in each of the scopes that a word stands for: in one of them it has to be. */
export function inScopes(
  word: ScopeWord,
  needleIn: (scope: Scope) => Needle | NeedleFault,
): Expression | NeedleFault {
  const needles: Needle[] = [];
  for (const scope of scopesOf(word)) {
    const needle = needleIn(scope);
    if (!('kind' in needle)) return needle;
    needles.push(needle);
  }
  const [only] = needles;
  return needles.length === 1 && only !== undefined ? only : or(needles);
}

/** The needles of a side of `near`; null: it can't be one. */
export function needlesOf(side: Expression): readonly Needle[] | null {
  const parts = side.kind === 'or' ? side.of : [side];
  const needles = parts.filter((one) => one.kind === 'text' || one.kind === 'pattern');
  return needles.length === parts.length ? needles : null;
}

/** Said of a `near` whose sides no text can have both. */
export const NEAR_APART = {
  problem: 'joins what stands in different texts of a page, so that nothing is between them',
  remedy: 'give both in the source, or both in the same other scope',
};

/** The texts of a page in which needles of either side of `near` are looked for. */
export function textsOfBoth(left: readonly Needle[], right: readonly Needle[]): readonly Scope[] {
  const [texts, others] = [left, right].map((side) => new Set(side.map(textOf)));
  return [...(texts ?? [])].filter((text) => others?.has(text) === true);
}

/** The scope that stands for the text in which a needle is looked for: ranges of a source are in all of it. */
export function textOf({ scope }: Needle): Scope {
  return isOfSource(scope) ? 'body' : scope;
}

function fault(problem: string, remedy: string): NeedleFault {
  return { at: 0, problem, remedy };
}
