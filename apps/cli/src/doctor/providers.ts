import { chainOf, type Config } from '@sitegrep/config';
import { createMetrics } from '@sitegrep/metrics';
import { OPERATION_NAMES } from '@sitegrep/providers/catalog';
import { pino } from 'pino';
import { openProviders } from '../providers/open-providers.ts';
import { requestsOf, trialsOf, USUAL_TRIAL } from '../providers/trials.ts';
import { VERSION } from '../version.ts';
import { checksOf, failedCheck, type Check } from './check.ts';

const { ok, fail } = checksOf('providers');

/** Maximum time for all providers together, in milliseconds. */
const TIMEOUT_MS = 60_000;

/** Checks the chosen providers. Requests are sent only if `ask` is set, because they may cost money. */
export async function checkProviders(config: Config, ask: boolean): Promise<readonly Check[]> {
  const chosen = new Set(OPERATION_NAMES.flatMap((operation) => chainOf(config, operation).providers));
  // It answers from the index, which has checks of its own.
  chosen.delete('local');
  if (chosen.size === 0) return [ok('none is configured: web searches are answered from the index')];
  if (!ask) {
    return [
      ok(`${[...chosen].join(', ')}: all needed settings are present; --providers sends each a request`),
    ];
  }
  try {
    return await callEach(config);
  } catch (error) {
    return [failedCheck('providers', error)];
  }
}

/** The index is not among the providers that are called. */
const unused = (): Promise<never> => Promise.reject(new Error('the index is not searched here'));

async function callEach(config: Config): Promise<readonly Check[]> {
  await using closers = new AsyncDisposableStack();
  const chains = await openProviders(
    {
      config,
      without: 'local',
      logger: pino({ level: 'silent' }),
      metrics: createMetrics({ version: VERSION }),
      domains: { fullText: { search: unused, complete: unused, videos: unused, video: unused } },
    },
    closers,
  );
  const checks: Check[] = [];
  for await (const { operation, provider, ok: isOk, ms, summary } of trialsOf(
    chains,
    requestsOf(USUAL_TRIAL),
    AbortSignal.timeout(TIMEOUT_MS),
  )) {
    const line = `${operation}: ${provider}, ${ms} ms: ${summary}`;
    checks.push(isOk ? ok(line) : fail(line, 'docs/providers.md describes how to set it up'));
  }
  return checks;
}
