import {
  formatTimestamp,
  type MetricsHistoryAnswer,
  NoParameters,
  parameterChecker,
} from '@sitegrep/contract';
import type { FastifyInstance } from 'fastify';
import { requireValid } from '../body.ts';
import { addOperation } from '../operation-route.ts';
import { DayOfMinutes } from './day-of-minutes.ts';
import type { MetricsHistory } from './history.ts';

const NONE = new DayOfMinutes().until(0);

const checkNothing = parameterChecker(NoParameters);

/** GET /admin/metrics-history: what this process measured in each minute of the last day. @param name of the process @param history null: it only reads, and keeps none */
export function addMetricsHistoryRoute(
  app: FastifyInstance,
  name: string,
  history: MetricsHistory | null,
): void {
  const startedAt = formatTimestamp(Date.now());
  addOperation(app, 'getMetricsHistory', {}, async (request): Promise<MetricsHistoryAnswer> => {
    requireValid(checkNothing(request.query));
    const { from, series } = history?.lastDay() ?? NONE;
    return {
      success: true,
      data: {
        process: name,
        started_at: startedAt,
        interval_seconds: 60,
        from: from === null ? null : formatTimestamp(from),
        series,
      },
    };
  });
}
