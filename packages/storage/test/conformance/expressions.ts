import * as fc from 'fast-check';
import { type Expression, type Needle, type Scope, SCOPE_NAMES } from '@sitegrep/search';
import { LIST_NAMES } from './listed-domains.ts';
import type { Piece } from './query-oracle.ts';

/** Option of a needle that minds upper and lower case. */
export const exact = { caseSensitive: true };

interface Look {
  readonly scope?: Scope;
  readonly caseSensitive?: boolean;
}

/** @param text in ASCII */
export function text(text: string, { scope = 'body', caseSensitive = false }: Look = {}): Needle {
  return { kind: 'text', text: caseSensitive ? text : text.toLowerCase(), caseSensitive, scope };
}

/** A text that no letter or digit may stand beside. @param of in ASCII */
export function word(of: string, look: Look = {}): Needle {
  const needle = text(of, look);
  return needle.kind === 'text' ? { ...needle, wholeWord: true } : needle;
}

export function pattern(pattern: string, { scope = 'body', caseSensitive = false }: Look = {}): Needle {
  return { kind: 'pattern', pattern, caseSensitive, scope };
}

export function near(left: Needle | readonly Needle[], right: Needle, within: number): Expression {
  return { kind: 'near', left: 'kind' in left ? [left] : left, right: [right], within };
}

export function samePage(of: Expression): Expression {
  return { kind: 'same_page', of };
}

export function and(...of: readonly Expression[]): Expression {
  return { kind: 'and', of };
}

export function or(...of: readonly Expression[]): Expression {
  return { kind: 'or', of };
}

export function not(of: Expression): Expression {
  return { kind: 'not', of };
}

export function keyword(text: string): Expression {
  return { kind: 'keyword', text };
}

const scope = fc.oneof({ weight: 3, arbitrary: fc.constant<Scope>('body') }, fc.constantFrom(...SCOPE_NAMES));
const look = fc.record({ scope, caseSensitive: fc.boolean() });
const texts = fc
  .string({ unit: fc.constantFrom(...Array.from('aAbB<>-! "')), minLength: 1, maxLength: 3 })
  .filter((one) => one.trim() !== '');
/** None matches an empty text, and none is a text alone. */
const patterns = fc.constantFrom(
  'a+b',
  '[ab]{2}',
  'a.b',
  'b|aA',
  '(a)(b|B)',
  '-+>?',
  '<[ab!]',
  'A[^a]',
  '(?:ab|ba)+!?',
  '[aB]$',
  '^.[!-]',
  'a*?B',
);
const needle: fc.Arbitrary<Needle> = fc.oneof(
  fc.tuple(texts, look).map(([one, how]) => text(one, how)),
  fc.tuple(texts, look).map(([one, how]) => word(one, how)),
  fc.tuple(patterns, look).map(([one, how]) => pattern(one, how)),
);
const condition: fc.Arbitrary<Expression> = fc.oneof(
  fc
    .record({ op: fc.constantFrom('<', '<=', '>', '>='), value: fc.constantFrom(0, 1, 500, 501) })
    .map(({ op, value }): Expression => ({
      kind: 'condition',
      condition: { kind: 'range', field: 'rank', op, value },
    })),
  fc
    .record({ values: fc.subarray(['AT', 'DE', 'de'], { minLength: 1 }), negated: fc.boolean() })
    .map(({ values, negated }): Expression => ({
      kind: 'condition',
      condition: { kind: 'any_of', field: 'country', values, negated },
    })),
  fc
    .record({ values: fc.subarray([...LIST_NAMES], { minLength: 1 }), negated: fc.boolean() })
    .map(({ values, negated }): Expression => ({
      kind: 'condition',
      condition: { kind: 'in_list', field: 'list', values, negated },
    })),
  fc.boolean().map((negated): Expression => ({
    kind: 'condition',
    condition: { kind: 'any_of', field: 'tech', values: ['jQuery'], negated },
  })),
  fc
    .record({
      regex: fc.constantFrom(
        { field: 'country', pattern: '^[AD]' },
        { field: 'country', pattern: 'E$|e' },
        { field: 'domain', pattern: '[02468]\\.' },
      ),
      negated: fc.boolean(),
    })
    .map(({ regex, negated }): Expression => ({
      kind: 'condition',
      condition: {
        kind: 'regex',
        field: regex.field === 'domain' ? 'domain' : 'country',
        pattern: regex.pattern,
        negated,
      },
    })),
);
const leaf: fc.Arbitrary<Expression> = fc.oneof(
  { weight: 6, arbitrary: needle },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.array(needle, { minLength: 1, maxLength: 2 }), needle, fc.integer({ min: 1, max: 12 }))
      .map(([left, right, within]) => near(left, right, within)),
  },
  { weight: 2, arbitrary: condition },
  { weight: 1, arbitrary: fc.constantFrom('a', 'ab', 'b! ').map(keyword) },
  { weight: 1, arbitrary: fc.boolean().map((value): Expression => ({ kind: 'constant', value })) },
);

/** Expressions of every kind, four levels deep at most. */
export const expressions: fc.Arbitrary<Expression> = fc.letrec<{ readonly expression: Expression }>((tie) => {
  const parts = fc.array(tie('expression'), { minLength: 1, maxLength: 3 });
  return {
    expression: fc.oneof(
      { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
      { weight: 3, arbitrary: leaf },
      { weight: 3, arbitrary: parts.map((of) => and(...of)) },
      { weight: 2, arbitrary: parts.map((of) => or(...of)) },
      { weight: 2, arbitrary: tie('expression').map(not) },
      { weight: 2, arbitrary: tie('expression').map(samePage) },
    ),
  };
}).expression;

/** Characters that a piece of each kind may hold without ending. */
const CONTENTS: Readonly<Record<Piece[0], string>> = {
  text: 'aAbB>-! "',
  comment: 'aAbB! "',
  inline: 'aAbB>-! "',
  script: 'aAbB<>-!',
  link: 'aAbB<>-!',
  meta: 'aAbB<>-! ',
  title: 'aAbB>-! "',
  rendered: 'aAbB<>-! "',
  dns: 'aAbB<>-! "',
  headers: 'aAbB<>-! "',
  cookies: 'aAbB<>-! "',
  file: 'aAbB<>-! "',
};

export const pieces: fc.Arbitrary<readonly Piece[]> = fc.array(
  fc
    .constantFrom(...(Object.keys(CONTENTS) as readonly Piece[0][]))
    .chain((kind) =>
      fc
        .string({ unit: fc.constantFrom(...Array.from(CONTENTS[kind])), maxLength: 6 })
        .map((content): Piece => [kind, content]),
    ),
  { maxLength: 4 },
);
