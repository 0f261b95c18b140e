import { beforeAll, describe, expect, test } from 'vitest';
import { loadCore } from './core.ts';
import { readFingerprints } from './fingerprints.ts';
import { measureSteps, RUN_STARTS, type PatternSteps } from './pattern-steps.ts';
import { listPatterns } from './patterns.ts';
import { ORDINARY_STEPS, readSlowPatterns, reviewSlowPatterns, type SlowPattern } from './slow-patterns.ts';

const MAX_RATIO = 500;

/** Every pattern of the committed set, each once for its technology and field. */
function listSources(): readonly Pick<SlowPattern, 'technology' | 'field' | 'source'>[] {
  const { open, gates } = loadCore(readFingerprints());
  const technologies = [...open, ...new Set(gates.flatMap((gate) => gate.technologies))];
  const nameOf = (index: number): string => technologies[index]?.name ?? '';
  const all = [
    ...listPatterns(technologies).map(({ technology, field, regex }) => ({
      technology: nameOf(technology),
      field,
      source: regex.source,
    })),
    ...technologies.flatMap(({ name: technology, dom }) =>
      Object.values(dom)
        .flat()
        .flatMap(({ exists, text, attributes = {} }) => [
          ...(exists === undefined ? [] : [{ technology, field: 'dom.exists', source: exists.regex.source }]),
          ...(text === undefined ? [] : [{ technology, field: 'dom.text', source: text.regex.source }]),
          ...Object.entries(attributes).map(([name, { regex }]) => ({
            technology,
            field: `dom.attributes.${name}`,
            source: regex.source,
          })),
        ]),
    ),
  ];
  return [
    ...new Map(all.map((each) => [`${each.technology}\n${each.field}\n${each.source}`, each])).values(),
  ];
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Steps as a list holds them: JSON has no Infinity. */
function finite(steps: number): number | null {
  return Number.isFinite(steps) ? steps : null;
}

describe('on texts that are made to keep it busy, each pattern of the committed set', () => {
  const bySource = new Map<string, PatternSteps>();
  let measured: readonly SlowPattern[] = [];

  beforeAll(() => {
    measured = listSources().map((each) => {
      const steps = bySource.get(each.source) ?? measureSteps(new RegExp(each.source, 'i'));
      bySource.set(each.source, steps);
      return { ...each, start: finite(steps.start), run: finite(steps.run) };
    });
  }, 180_000);

  test('takes no more steps than patterns may, or than it is listed with', () => {
    expect(measured.length).toBeGreaterThan(7_000);
    expect(reviewSlowPatterns(measured, readSlowPatterns())).toEqual([]);
  });

  test('may take some hundred times as many as the median', () => {
    const all = [...bySource.values()];
    expect(ORDINARY_STEPS.start / median(all.map(({ start }) => start))).toBeLessThan(MAX_RATIO);
    expect(ORDINARY_STEPS.run / median(all.map(({ run }) => run))).toBeLessThan(MAX_RATIO);
  });
});

describe('the list is refused', () => {
  const slow = { technology: 'One', field: 'html', source: 'a', start: 20_000, run: 100_000 };
  const fast = { technology: 'Two', field: 'html', source: 'b', start: 20, run: 600 };
  const endless = { technology: 'Three', field: 'url', source: 'c', start: null, run: null };

  test('if a slow pattern is missing', () => {
    expect(reviewSlowPatterns([slow, fast, endless], [endless])).toEqual([
      'slow, and not listed; add {"technology":"One","field":"html","source":"a","start":20000,"run":100000}',
    ]);
    expect(reviewSlowPatterns([{ ...fast, run: ORDINARY_STEPS.run + 1 }], [])).toHaveLength(1);
    expect(reviewSlowPatterns([{ ...fast, start: ORDINARY_STEPS.start + 1 }], [])).toHaveLength(1);
    expect(reviewSlowPatterns([{ ...fast, ...ORDINARY_STEPS }], [])).toEqual([]);
  });

  test('if a pattern is slower than its entry', () => {
    expect(reviewSlowPatterns([slow], [{ ...slow, start: 19_999 }])).toEqual([
      expect.stringMatching(/^slower than its bound; make its entry .*20000.*, was .*19999/),
    ]);
    expect(reviewSlowPatterns([slow], [{ ...slow, run: 99_999 }])).toHaveLength(1);
    expect(reviewSlowPatterns([endless], [{ ...endless, start: 5, run: 5 }])).toHaveLength(1);
    expect(reviewSlowPatterns([slow], [slow])).toEqual([]);
    expect(reviewSlowPatterns([endless], [endless])).toEqual([]);
  });

  test('if an entry names a pattern that is fast, or none', () => {
    expect(reviewSlowPatterns([fast], [fast, slow])).toEqual([
      expect.stringMatching(/^no longer slow, or no longer there; remove .*"Two"/),
      expect.stringMatching(/^no longer slow, or no longer there; remove .*"One"/),
    ]);
  });
});

describe('what is measured', () => {
  test.each([
    // At an a three characters and the match's end, 86 times in 256 starts; elsewhere one.
    ['of a plain text is its length', 'abc', { start: 4, run: 86 * 4 + 170 }],
    // The start, and the first repetition with its 250 characters; 251 times the second, its 250, and 251 times b.
    [
      'of two neighbouring repetitions is their product',
      '^a{0,250}a{0,250}b',
      { start: 252 + 251 * 502, run: 252 + 251 * 502 + RUN_STARTS - 1 },
    ],
    [
      'of repetitions in repetitions has no end',
      '(?:[ab]{1,250}){0,250}y',
      { start: Infinity, run: Infinity },
    ],
    [
      'of alternatives of one character has no end',
      '(?:a|b|[ab]c?){1,250}y',
      { start: Infinity, run: Infinity },
    ],
  ])('%s', (_, source, steps) => {
    expect(measureSteps(new RegExp(source, 'i'))).toEqual(steps);
  });
});
