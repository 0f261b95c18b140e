import type { ReactNode } from 'react';
import { number } from '../format.ts';

interface CountBarsProps {
  readonly counts: readonly { readonly key: string; readonly count: number }[];
  readonly show: (key: string) => ReactNode;
}

const WIDTH = 1_000;

/** Counts with a bar each, relative to the greatest one. */
export function CountBars({ counts, show }: CountBarsProps) {
  const most = Math.max(1, ...counts.map(({ count }) => count));
  return (
    <ul className="count-bars">
      {counts.map(({ key, count }) => (
        <li key={key}>
          <span>{show(key)}</span>
          <svg viewBox={`0 0 ${WIDTH} 8`} preserveAspectRatio="none" aria-hidden="true">
            <rect width={Math.max(4, (WIDTH * count) / most)} height="8" />
          </svg>
          <span className="count">{number(count)}</span>
        </li>
      ))}
    </ul>
  );
}
