/* Asks for suggestions as an API process does, for each keyword that it is given; tells its parent what came of each. */
import { loadConfig } from '@sitegrep/config';
import { createMetrics } from '@sitegrep/metrics';
import { ChainFailed, languageOf, locationOf } from '@sitegrep/providers';
import { pino } from 'pino';
import { openProviders } from '../src/providers/open-providers.ts';

/** Outcome of each keyword, in order. */
export type CallerOutcomes = readonly { readonly verdict: string; readonly isCached: boolean }[];

await using closers = new AsyncDisposableStack();
const unused = (): Promise<never> => Promise.reject(new Error('nothing is searched here'));
const chains = await openProviders(
  {
    config: loadConfig(
      Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('SITEGREP_'))),
    ),
    logger: pino({ level: 'silent' }),
    metrics: createMetrics({ version: 'test' }),
    domains: { fullText: { search: unused, complete: unused, videos: unused, video: unused } },
  },
  closers,
);
const language = languageOf('en');
const location = locationOf(2840);
if (language === null || location === null) throw new Error('English and the United States are known');
const request = { language, location, client: 'chrome', device: 'desktop', os: 'windows' } as const;

const outcomes = await Promise.all(
  process.argv.slice(2).map(async (keyword) => {
    try {
      const { ageMs } = await chains['web-autocomplete'].call(
        { ...request, keyword },
        new AbortController().signal,
      );
      return { verdict: 'answered', isCached: ageMs > 0 };
    } catch (error) {
      if (!(error instanceof ChainFailed)) throw error;
      return { verdict: error.verdict.kind, isCached: false };
    }
  }),
);
process.send?.(outcomes satisfies CallerOutcomes);
