// Expressions of Zoekt: in RE2 syntax, in which `^` and `$` are the ends of a line, and case counts if there are capitals.
import { ALL } from '../formula.ts';
import type { Leaf } from '../meaning.ts';
import { pattern, sensitiveText, text } from '../parts.ts';

export type Case = 'yes' | 'no' | 'auto';

export function expression(value: string, mode: Case): Leaf {
  if (value === '') return ALL;
  const exactly = (isSensitive: boolean) => {
    const literal = literalOf(value);
    if (literal !== null) return isSensitive ? sensitiveText(literal) : text(literal);
    return pattern(hasLineEnds(value) ? `(?m)${value}` : value, 'body', isSensitive);
  };
  if (mode !== 'auto') return exactly(mode === 'yes');
  if (hasCapital(value)) return exactly(true);
  if (!hasClassWithCapitals(value)) return exactly(false);
  return {
    kind: 'between',
    most: exactly(false),
    least: exactly(true),
    lost: 'case in',
    reason:
      'the guide does not say whether case counts where a class has capitals, such as \\w; case:yes and case:no say it',
  };
}

/** The text that an expression stands for; null: it stands for several. */
function literalOf(expression: string): string | null {
  const plain = expression.replaceAll(/\\[^\p{L}\p{N}\s]/gu, '');
  return /[\\^$.*+?{}[\]()|]/.test(plain) ? null : expression.replaceAll(/\\(.)/gs, '$1');
}

export function hasLineEnds(expression: string): boolean {
  return /[\^$]/.test(expression.replaceAll(/\\.|\[\^/gs, ''));
}

/** An expression without its escapes, and without the names and flags of its groups. */
function lettersOf(expression: string): string {
  return expression.replaceAll(
    /\\[pP]\{\^?\w+\}|\\x\{[0-9a-fA-F]+\}|\\.|\[:\^?\w+:\]|\(\?P?<\w+>|\(\?[\w-]+[:)]/gs,
    '',
  );
}

function hasCapital(expression: string): boolean {
  return /[A-Z]/.test(lettersOf(expression));
}

function hasClassWithCapitals(expression: string): boolean {
  return /\\[wpPx]|\[:/.test(expression);
}
