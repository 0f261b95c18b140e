import {
  formatTimestamp,
  NoParameters,
  parameterChecker,
  type ProviderItem,
  type ProvidersAnswer,
} from '@sitegrep/contract';
import type { GateReport } from '@sitegrep/providers';
import { OPERATION_NAMES, OPERATIONS, providersVariable } from '@sitegrep/providers/catalog';
import type { FastifyInstance } from 'fastify';
import { requireValid } from '../../body.ts';
import { addOperation } from '../../operation-route.ts';
import type { ApiParts } from '../../settings.ts';

const checkNothing = parameterChecker(NoParameters);

/**
 * GET /admin/providers: the providers of each operation in the order in which they are called, with their state in this
 * process.
 */
export function addProvidersRoute(app: FastifyInstance, { providers }: ApiParts): void {
  addOperation(app, 'listProviders', {}, async (request): Promise<ProvidersAnswer> => {
    requireValid(checkNothing(request.query));
    const operations = OPERATION_NAMES.map((operation) => ({
      operation: OPERATIONS[operation].path,
      setting: providersVariable(operation),
      providers: providers[operation].report().map(itemOf),
    }));
    return { success: true, data: { operations } };
  });
}

const STATES = { closed: 'ready', open: 'resting', half_open: 'on_trial' } as const;

function itemOf(report: GateReport): ProviderItem {
  const { lastFailure, lastAnswerAt, restsUntil } = report;
  return {
    name: report.provider,
    state: STATES[report.breaker],
    rests_until: restsUntil === null ? null : formatTimestamp(restsUntil),
    in_flight: report.inFlight,
    budget: report.budget,
    last_answer_at: lastAnswerAt === null ? null : formatTimestamp(lastAnswerAt),
    last_error:
      lastFailure === null
        ? null
        : { kind: lastFailure.kind, message: lastFailure.message, at: formatTimestamp(lastFailure.at) },
  };
}
