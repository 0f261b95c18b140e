// Figures of what a process does, out of its metrics.
import { duration, number, relativeTime, size } from '../format.ts';
import { INDEX_TEXT as WORDS } from '../text/index-page.ts';
import { lastBound, quantileOf, type Samples, sumOf } from './prometheus.ts';

const SEARCHES = 'sitegrep_search_duration_seconds';

/** Samples with the time at which they were read, in milliseconds. */
export interface Reading {
  readonly at: number;
  readonly samples: Samples;
}

type FigureOf = readonly [name: keyof typeof WORDS.figures, value: string | null];

/** Groups of figures; those that a process has no part in are left out. */
export function groupsOf(
  now: Reading,
  before: Reading | null,
): readonly (readonly [keyof typeof WORDS.group, readonly FigureOf[]])[] {
  const { samples } = now;
  const count = (name: string): string | null => numberOf(sumOf(samples, name));
  const state = (name: string, wanted: string): string | null =>
    numberOf(sumOf(samples, name, ({ state: one }) => one === wanted));
  const pages = 'sitegrep_pages_total';
  const cpu = rateOf('process_cpu_seconds_total', now, before);
  const loop = sumOf(samples, 'nodejs_eventloop_lag_p99_seconds');
  const started = sumOf(samples, 'process_start_time_seconds');
  const memory = sumOf(samples, 'process_resident_memory_bytes');
  return [
    [
      'search',
      [
        ['searches', count(`${SEARCHES}_count`)],
        ['searchMedian', within(samples, 0.5)],
        ['searchHigh', within(samples, 0.95)],
        ['queued', count('sitegrep_searches_waiting')],
      ],
    ],
    [
      'http',
      [
        ['requests', count('sitegrep_http_requests_total')],
        [
          'failed',
          numberOf(
            sumOf(samples, 'sitegrep_http_requests_total', ({ status = '' }) => status.startsWith('5')),
          ),
        ],
        ['inFlight', count('sitegrep_http_requests_in_flight')],
        ['shed', count('sitegrep_requests_shed_total')],
      ],
    ],
    [
      'crawl',
      [
        ...(samples.has(pages)
          ? ([
              ['pages', count(pages)],
              ['perMinute', numberOf(rateOf(pages, now, before), 60)],
              ['sites', count('sitegrep_sites_in_flight')],
            ] as const)
          : []),
        ['jobs', state('sitegrep_queue_jobs', 'waiting')],
        ['unfinished', count('sitegrep_unfinished_sites')],
      ],
    ],
    [
      'process',
      [
        ['memory', memory === null ? null : size(memory)],
        ['processor', cpu === null ? null : `${Math.round(100 * cpu)} %`],
        ['loop', loop === null ? null : duration(loop)],
        ['uptime', started === null ? null : relativeTime(new Date(started * 1_000), new Date())],
        ['version', samples.get('sitegrep_build_info')?.[0]?.labels['version'] ?? null],
      ],
    ],
  ];
}

function numberOf(value: number | null, times = 1): string | null {
  return value === null ? null : number(Math.round(value * times));
}

/** Increase of a counter in a second since the reading before; null if there was none, or the process began anew. */
function rateOf(name: string, now: Reading, before: Reading | null): number | null {
  const [from, to] = [before === null ? null : sumOf(before.samples, name), sumOf(now.samples, name)];
  if (before === null || from === null || to === null || to < from) return null;
  return (1_000 * (to - from)) / (now.at - before.at);
}

function within(samples: Samples, quantile: number): string | null {
  const bound = quantileOf(samples, SEARCHES, quantile);
  if (bound === null) return null;
  return Number.isFinite(bound)
    ? WORDS.within(duration(bound))
    : WORDS.beyond(duration(lastBound(samples, SEARCHES)));
}
