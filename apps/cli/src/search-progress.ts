// Progress of a search that takes long, for a person at a terminal.
import type { SearchCallOptions } from '@sitegrep/client';
import { formatCount, isInteractive } from './terminal.ts';

/** Cells of the bar. */
const CELLS = 28;

/** Clears the line that the cursor is on. */
const CLEAR = '\r\u001b[K';

/**
 * Runs a search, and shows on standard error how far it is, in a line of its own that is gone at its end. For a program, and for a
 * search that takes less than a second, nothing is shown.
 */
export async function withSearchProgress<Value>(
  search: (options: Pick<SearchCallOptions, 'onProgress'>) => Promise<Value>,
): Promise<Value> {
  if (!isInteractive(process.stderr)) return search({});
  let isShown = false;
  try {
    return await search({
      onProgress({ candidates, looked_at: done }) {
        isShown = true;
        process.stderr.write(CLEAR + progressLine(done, candidates));
      },
    });
  } finally {
    if (isShown) process.stderr.write(CLEAR);
  }
}

/** @param candidates 0: not known */
export function progressLine(done: number, candidates: number): string {
  if (candidates === 0) return 'searching …';
  const full = Math.floor((CELLS * done) / candidates);
  const bar = '█'.repeat(full) + '░'.repeat(CELLS - full);
  return `${bar} ${formatCount(done)} of ${formatCount(candidates)} looked at, Ctrl-C ends it`;
}
