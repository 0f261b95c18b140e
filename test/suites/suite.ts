// One suite of others: what it says of each case, and what sitegrep does. reasons.ts has the disagreements that stand.
import { REASONS } from './reasons.ts';

/** One check of a suite. */
export interface SuiteCase {
  /** Names the case within its suite, and stays the same while the suite grows at its end. */
  readonly key: string;
  readonly expected: string;
  readonly actual: string;
}

/** Cases of a suite, as its reader found them in its folder. */
export interface SuiteRun {
  readonly name: string;
  readonly cases: readonly SuiteCase[];
  /** Checks of the suite that the reader can't express. */
  readonly unread: number;
}

export interface SuiteReport {
  readonly lines: readonly string[];
  /** Disagreements without a reason, and reasons of cases that agree. */
  readonly failures: number;
}

/** Renders the counts of a suite, and each disagreement with the reason why it stands. */
export function reportOf(
  { name, cases, unread }: SuiteRun,
  reasons: Readonly<Record<string, string>> = REASONS[name] ?? {},
): SuiteReport {
  const differing = cases.filter(({ expected, actual }) => expected !== actual);
  const keys = new Set(differing.map(({ key }) => key));
  const known = new Set(cases.map(({ key }) => key));
  const settled = Object.keys(reasons).filter((key) => known.has(key) && !keys.has(key));
  const unexplained = differing.filter(({ key }) => reasons[key] === undefined);
  const more = unread === 0 ? '' : `, ${unread} not read`;
  return {
    lines: [
      `${name}: ${cases.length} cases, ${cases.length - differing.length} agreements${more}`,
      ...differing.map(
        ({ key, expected, actual }) =>
          `  ${key}: the suite says ${expected}, sitegrep ${actual}: ${reasons[key] ?? 'NO REASON'}`,
      ),
      ...settled.map((key) => `  ${key}: agrees; remove its reason from test/suites/reasons.ts`),
    ],
    failures: unexplained.length + settled.length,
  };
}
