import { expect, test } from 'vitest';
import { heldOf } from './held.ts';
import { NO_HISTORY, withVisits } from './history.ts';
import { kindedLabel } from './kinds.ts';
import { HOME, type PageKey, type Visit } from './visit.ts';

const [A, B, C, TITLE] = [
  kindedLabel('tech', 'A'),
  kindedLabel('tech', 'B'),
  kindedLabel('tech', 'C'),
  kindedLabel('title', 'Shop'),
];
const SHOP: PageKey = 7;

function visit(
  day: number,
  labels: readonly [label: string, page: PageKey][],
  pages: readonly PageKey[],
): Visit {
  return { at: day * 86_400_000, source: 'crawl', facts: '1', labels: new Map(labels), pages };
}

test('a label is held while one visit alone missed it, or its page was not looked at', () => {
  const first = visit(
    0,
    [
      [A, HOME],
      [B, HOME],
      [C, SHOP],
      [TITLE, HOME],
    ],
    [HOME, SHOP],
  );
  const smaller = visit(1, [[A, HOME]], [HOME]);
  const once = withVisits(NO_HISTORY, [first, smaller]);
  expect(heldOf(once, [A])).toEqual([B, C]);
  const twice = withVisits(once, [visit(2, [[A, HOME]], [HOME])]);
  expect(heldOf(twice, [A])).toEqual([C]);
  expect(heldOf(twice, [A, C])).toEqual([]);
});
