// Random expressions on the changes of a model, and on their domains.
import type { ChangeCondition, Expression } from '@sitegrep/search';
import { RECORD_REASONS } from '@sitegrep/site';
import * as fc from 'fast-check';
import { START } from './change-model.ts';
import { and, exact, not, or, pattern, text } from './expressions.ts';

const DAY = 86_400;
const FIRST = START / 1_000;

const conditions: fc.Arbitrary<ChangeCondition> = fc.oneof(
  fc.constantFrom<ChangeCondition>(
    { kind: 'any', field: 'tech' },
    { kind: 'any', field: 'title' },
    { kind: 'any', field: 'script_host' },
    { kind: 'any', field: 'outcome' },
    { kind: 'matching', field: 'host', value: '*.one.test' },
    { kind: 'matching', field: 'script_host', value: 'one.test' },
    { kind: 'versions', field: 'tech', of: 'Alpha', range: '<2' },
    { kind: 'any_of', field: 'email_domain', values: ['one.test'] },
    { kind: 'any_of', field: 'title', values: ['Ein 😀'] },
    { kind: 'any_of', field: 'country', values: ['DE'] },
  ),
  fc
    .uniqueArray(fc.constantFrom('Alpha', 'Alphabet', 'Beta', 'a.b', 'Alph', 'None'), {
      minLength: 1,
      maxLength: 3,
    })
    .map((values): ChangeCondition => ({ kind: 'any_of', field: 'tech', values })),
);

const times = fc.option(fc.integer({ min: FIRST - DAY, max: FIRST + 16 * DAY }));
const changeParts: fc.Arbitrary<Expression> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('change_label' as const),
      side: fc.constantFrom('added' as const, 'removed' as const),
      condition: conditions,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('change_time' as const), from: times, until: times }),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(...RECORD_REASONS, 'any' as const, 'any' as const)
      .map((by): Expression => ({ kind: 'change_by', by })),
  },
);
export const conditionParts: fc.Arbitrary<Expression> = fc.constantFrom<Expression>(
  { kind: 'condition', condition: { kind: 'any_of', field: 'rank', values: [500], negated: false } },
  { kind: 'condition', condition: { kind: 'any_of', field: 'tech', values: ['Beta'], negated: true } },
  { kind: 'condition', condition: { kind: 'any_of', field: 'tech', values: ['Gamma'], negated: false } },
  { kind: 'condition', condition: { kind: 'range', field: 'rank', op: '>', value: 90 } },
  { kind: 'condition', condition: { kind: 'in_list', field: 'list', values: ['odd'], negated: false } },
  {
    kind: 'condition',
    condition: { kind: 'in_list', field: 'list', values: ['shops', 'odd'], negated: true },
  },
);
const domainParts: fc.Arbitrary<Expression> = fc.oneof(
  conditionParts,
  fc.constantFrom<Expression>(
    text('digit-3'),
    text('Digit-4', exact),
    text('Number 1', exact),
    pattern('number [0-9]{3}'),
    text('second 1'),
  ),
);

function trees(parts: fc.Arbitrary<Expression>): fc.Arbitrary<Expression> {
  return fc.letrec<{ tree: Expression }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 2 },
      parts,
      fc.array(tie('tree'), { minLength: 2, maxLength: 3 }).map((of) => and(...of)),
      fc.array(tie('tree'), { minLength: 2, maxLength: 3 }).map((of) => or(...of)),
      tie('tree').map((of) => not(of)),
    ),
  })).tree;
}

/** Expressions of changes alone. */
export const onChanges = trees(changeParts);
/** Expressions of changes and of their domains. */
export const onBoth = trees(
  fc.oneof({ weight: 3, arbitrary: changeParts }, { weight: 1, arbitrary: domainParts }),
);
