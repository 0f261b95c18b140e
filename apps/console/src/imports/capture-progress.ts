// How far an import of captures is: the lines of the answers, file by file, summed up.
import type { PagesLine } from '@sitegrep/client';

/** Damaged records that are shown; the number of all of them stands beside. */
const MAX_SHOWN = 20;

type LineOf<Type extends PagesLine['type']> = Extract<PagesLine, { readonly type: Type }>;

/** A page that is damaged, and the file that has it. */
interface Damaged extends LineOf<'page'> {
  readonly file: string;
}

export interface CaptureProgress {
  /** Outcome → number of pages, of the files before the one that is sent. */
  readonly ended: Readonly<Record<string, number>>;
  /** Outcome → number of pages, of the file that is sent. */
  readonly current: Readonly<Record<string, number>>;
  readonly bytes: number;
  readonly hasBegun: boolean;
  readonly damaged: readonly Damaged[];
  readonly damagedCount: number;
  /** Files that could not be read to their end, and why. */
  readonly unread: readonly (readonly [file: string, problem: string])[];
}

export const NOTHING: CaptureProgress = {
  ended: {},
  current: {},
  bytes: 0,
  hasBegun: false,
  damaged: [],
  damagedCount: 0,
  unread: [],
};

export function withLine(progress: CaptureProgress, file: string, line: PagesLine): CaptureProgress {
  switch (line.type) {
    case 'progress':
      return { ...progress, hasBegun: true, current: line.outcomes };
    case 'summary': {
      const { ended, bytes, unread } = progress;
      return {
        ...progress,
        hasBegun: true,
        ended: sumOf(ended, line.outcomes),
        current: {},
        bytes: bytes + line.source_bytes,
        unread: line.error === null ? unread : [...unread, [file, line.error]],
      };
    }
    case 'page':
      if (line.outcome !== 'broken' && line.outcome !== 'cut_off') return progress;
      return {
        ...progress,
        damagedCount: progress.damagedCount + 1,
        damaged: [...progress.damaged, { ...line, file }].slice(0, MAX_SHOWN),
      };
  }
}

function sumOf(
  some: Readonly<Record<string, number>>,
  others: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const names = new Set([...Object.keys(some), ...Object.keys(others)]);
  return Object.fromEntries([...names].map((name) => [name, (some[name] ?? 0) + (others[name] ?? 0)]));
}

/** A progress with a file that could not be read to its end. */
export function withUnread(progress: CaptureProgress, file: string, problem: string): CaptureProgress {
  return { ...progress, unread: [...progress.unread, [file, problem]] };
}

/** Outcome → number of pages, of all files so far. */
export function outcomesOf({ ended, current }: CaptureProgress): Readonly<Record<string, number>> {
  return sumOf(ended, current);
}

/** Sizes of the files before each one, and of all of them. */
export function positionsOf(sizes: readonly number[]): {
  readonly before: readonly number[];
  readonly total: number;
} {
  let total = 0;
  const before = sizes.map((size) => {
    total += size;
    return total - size;
  });
  return { before, total };
}
