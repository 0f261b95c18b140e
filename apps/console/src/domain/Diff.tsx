import type { PageDiff } from '@sitegrep/client';
import { useMemo, useState } from 'react';
import { counted, momentText, number, timeOf } from '../format.ts';
import { Button } from '../parts/Button.tsx';
import { State } from '../parts/Failure.tsx';
import { VERSIONS_TEXT as WORDS } from '../text/versions.ts';
import { DiffTable } from './DiffTable.tsx';
import { countOfKind, readUnified } from './unified-diff.ts';
import type { Look } from './version-choice.ts';

/** Lines that are shown at first, and with each wish for more. */
const SHOWN = 1_500;

/** How two versions differ, in words and by lines. */
export function Diff({ diff, look }: { readonly diff: PageDiff; readonly look: Look }) {
  const [limit, setLimit] = useState(SHOWN);
  const hunks = useMemo(() => readUnified(diff.unified ?? ''), [diff]);
  const all = hunks.reduce((sum, { lines }) => sum + lines.length, 0);
  const [from, to] = [diff.from, diff.to].map(({ first_seen: first }) => momentText(timeOf(first)));
  const leftOut = leftOutText(diff.values_left_out);
  const notes = [
    leftOut,
    diff.lines_broken && hunks.length > 0 ? WORDS.broken : null,
    WORDS.units[diff.unit],
    diff.unified_cut ? WORDS.cut : null,
  ].filter((note) => note !== null);
  if (hunks.length === 0) {
    return (
      <State title={leftOut === null ? WORDS.equal : WORDS.equalNoise}>
        {leftOut !== null && <p>{leftOut}</p>}
      </State>
    );
  }
  return (
    <section className="stack tight" aria-label={WORDS.changes}>
      <p role="status">
        {WORDS.difference(from ?? '', to ?? '')}:{' '}
        {WORDS.counts(
          counted(countOfKind(hunks, 'added'), WORDS.line),
          number(countOfKind(hunks, 'removed')),
        )}
      </p>
      {notes.map((note) => (
        <p key={note} className="quiet">
          {note}
        </p>
      ))}
      <DiffTable hunks={hunks} look={look} limit={limit} />
      {all > limit && (
        <div className="row">
          <span>{WORDS.rows(number(limit), number(all))}</span>
          <Button onClick={() => setLimit(limit + SHOWN)}>{WORDS.more}</Button>
        </div>
      )}
    </section>
  );
}

function leftOutText(count: number): string | null {
  return count === 0 ? null : WORDS.leftOut(counted(count, WORDS.value), count === 1);
}
