import { QueuesUnavailable } from '@sitegrep/jobs';
import type { Metrics, Reading } from '@sitegrep/metrics';
import type { Call, ChainsOptions, ProviderChains } from '@sitegrep/providers';
import { OPERATION_NAMES } from '@sitegrep/providers/catalog';
import type { Logger } from 'pino';

/** Failures for which an operator has to do something. */
const FOR_OPERATORS: ReadonlySet<string> = new Set(['credential', 'quota']);
/** Outcomes that are not a failure of the provider. */
const USUAL: ReadonlySet<string> = new Set(['answered', 'not_found', 'unsupported', 'cancelled']);

/** Reports calls to providers to log and metrics, without credentials and queries. */
export function watchChains({
  logger,
  metrics,
}: {
  readonly logger: Logger;
  readonly metrics: Metrics;
}): Pick<ChainsOptions, 'onCall' | 'onLookup' | 'onCacheFailure'> {
  metrics.declare(
    'sitegrep_provider_calls_total',
    'sitegrep_provider_call_duration_seconds',
    'sitegrep_provider_cache_lookups_total',
  );
  return {
    onCall(call) {
      const { operation, provider, outcome, ms } = call;
      metrics.count('sitegrep_provider_calls_total', { operation, provider, outcome });
      metrics.observe('sitegrep_provider_call_duration_seconds', { operation, provider }, ms / 1_000);
      if (call.failure !== null) logger[levelOf(call)](lineOf(call), 'a provider failed');
    },
    onLookup: (operation, found) =>
      metrics.count('sitegrep_provider_cache_lookups_total', { operation, found }),
    onCacheFailure: (error) => {
      // The connection tells of an outage.
      if (error instanceof QueuesUnavailable) return;
      logger.warn({ err: error }, 'an answer of a provider is not cached');
    },
  };
}

function levelOf({ outcome }: Call): 'error' | 'warn' | 'debug' {
  if (USUAL.has(outcome)) return 'debug';
  return FOR_OPERATORS.has(outcome) ? 'error' : 'warn';
}

function lineOf({ operation, provider, outcome, ms, failure }: Call): object {
  const line = { operation, provider, kind: outcome, ms: Math.round(ms), reason: failure?.message };
  // Only a fault of ours has a cause.
  return failure?.cause === undefined ? line : { ...line, err: failure.cause };
}

/** How the providers do now. */
export function readingsOf(chains: ProviderChains): readonly Reading[] {
  return OPERATION_NAMES.flatMap((operation) =>
    chains[operation].report().flatMap(({ provider, breaker, budget }): readonly Reading[] => [
      {
        name: 'sitegrep_provider_breaker_open',
        labels: { operation, provider },
        value: breaker === 'open' ? 1 : 0,
      },
      ...(budget === null
        ? []
        : [{ name: 'sitegrep_provider_budget_left' as const, labels: { provider }, value: budget.left }]),
    ]),
  );
}
