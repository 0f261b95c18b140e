import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { client } from '../api/client.ts';
import { number } from '../format.ts';
import { Loaded } from '../parts/Loaded.tsx';
import { TEXT } from '../text.ts';
import { INDEX_TEXT as WORDS } from '../text/index-page.ts';
import { Figure } from './Figure.tsx';
import { LastDay } from './LastDay.tsx';
import { groupsOf, type Reading } from './metric-figures.ts';
import { readSamples } from './prometheus.ts';

/** Time between two reads, in milliseconds. */
const EVERY_MS = 10_000;

/** Figures of what the process does, at a glance. */
export function Metrics() {
  const before = useRef<Reading | null>(null);
  const reading = useQuery({
    queryKey: ['metrics'],
    queryFn: async ({ signal }): Promise<{ readonly now: Reading; readonly before: Reading | null }> => {
      const now = { at: performance.now(), samples: readSamples(await client.admin.metrics({ signal })) };
      const last = before.current;
      before.current = now;
      return { now, before: last };
    },
    refetchInterval: EVERY_MS,
    staleTime: 0,
    // Rates are between reads that follow each other.
    gcTime: 0,
  });
  return (
    <Loaded query={reading} lines={8}>
      {({ now, before: last }) => (
        <div className="stack">
          <p className="quiet">{WORDS.metricsHint(number(EVERY_MS / 1_000))}</p>
          {groupsOf(now, last).map(([group, figures]) => (
            <section key={group} className="stack tight" aria-labelledby={`metrics-${group}`}>
              <h2 id={`metrics-${group}`}>{WORDS.group[group]}</h2>
              <dl className="figures">
                {figures.map(([name, value]) => (
                  <Figure key={name} name={WORDS.figures[name]} value={value ?? TEXT.unknown} />
                ))}
              </dl>
            </section>
          ))}
          <LastDay />
        </div>
      )}
    </Loaded>
  );
}
