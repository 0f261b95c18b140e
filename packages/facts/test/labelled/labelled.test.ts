import { afterAll, describe, expect, test } from 'vitest';
import { COUNTRY_PAGES } from './countries.ts';
import { EMAIL_PAGES } from './emails.ts';
import { LANGUAGE_PAGES } from './languages.ts';
import { PHONE_PAGES } from './phones.ts';
import { PROFILE_PAGES } from './profiles.ts';
import { FACTS, scoreOf } from './score.ts';
import { TITLE_PAGES } from './titles.ts';

const PAGES = [
  ...EMAIL_PAGES,
  ...PHONE_PAGES,
  ...PROFILE_PAGES,
  ...COUNTRY_PAGES,
  ...LANGUAGE_PAGES,
  ...TITLE_PAGES,
];

/** Minimum precision and recall of each fact, as reached today; a lower value is a regression. */
const FLOORS: Readonly<Record<(typeof FACTS)[number], readonly [precision: number, recall: number]>> = {
  emails: [0.98, 0.98],
  phones: [1, 1],
  profiles: [1, 1],
  country: [1, 1],
  language: [1, 1],
  contentLanguage: [1, 1],
  title: [1, 1],
  description: [1, 1],
};

describe(`facts of ${PAGES.length} labelled pages`, () => {
  const lines: string[] = [];
  afterAll(() => {
    process.stdout.write(`\nfact             precision  recall  right\n${lines.join('\n')}\n`);
  });

  test('are at least 150, each with a unique name', () => {
    expect(PAGES.length).toBeGreaterThanOrEqual(150);
    expect(new Set(PAGES.map(({ name }) => name)).size).toBe(PAGES.length);
  });

  test.each(FACTS)('%s reaches its floors', (fact) => {
    const { precision, recall, right, misses } = scoreOf(fact, PAGES);
    lines.push(
      `${fact.padEnd(15)}  ${precision.toFixed(3).padStart(9)}  ${recall.toFixed(3)}  ${String(right).padStart(5)}`,
      ...misses.map((miss) => `  ${miss}`),
    );
    const [leastPrecision, leastRecall] = FLOORS[fact];
    const reached = precision >= leastPrecision && recall >= leastRecall;
    expect(reached ? [] : misses).toEqual([]);
  });
});
