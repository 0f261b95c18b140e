import type { Trends } from '@sitegrep/client';
import { useMemo } from 'react';
import { State } from '../parts/Failure.tsx';
import { TRENDS_TEXT as WORDS } from '../text/trends.ts';
import { IntervalChart } from './IntervalChart.tsx';
import { leftAsNow } from './intervals.ts';

/** Lines over time, with what they take as it is now. */
export function ShownTrends({ answer }: { readonly answer: Trends }) {
  const lines = useMemo(
    () =>
      answer.lines.map(({ label, domains }) => ({
        name: label === '' ? WORDS.allDomains : label,
        query: label,
        values: domains,
      })),
    [answer],
  );
  if (lines.every((line) => line.values.every((count) => count === 0))) {
    return (
      <State title={WORDS.allZero}>
        <p>{WORDS.allZeroHint}</p>
      </State>
    );
  }
  return (
    <>
      <IntervalChart by={answer.by} intervals={answer.intervals} lines={lines} />
      {leftAsNow(answer.lines).map(({ label, names }) => (
        <p key={label} className="warning">
          {WORDS.asOfNow(label, names)}
        </p>
      ))}
    </>
  );
}
