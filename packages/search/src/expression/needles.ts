import { literalOf, parsePattern } from '@sitegrep/patterns';
import { SEARCH_BOUNDS } from '../bounds.ts';
import { foldCase } from '@sitegrep/fold';
import { codePointCount } from '../terms.ts';
import type { Expression, Needle } from './expression.ts';
import { isOfSource, type Scope } from './scopes.ts';

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

/** The needles of a side of `near`; null: it can't be one. */
export function needlesOf(side: Expression): readonly Needle[] | null {
  const parts = side.kind === 'or' ? side.of : [side];
  const needles = parts.filter(
    (one): one is Needle => (one.kind === 'text' || one.kind === 'pattern') && isOfSource(one.scope),
  );
  return needles.length === parts.length ? needles : null;
}

function fault(problem: string, remedy: string): NeedleFault {
  return { at: 0, problem, remedy };
}
