import type { Checks } from '@sitegrep/client';

export type Check = Checks['checks'][number];

/** Statuses in the order in which they are shown. */
const BY_URGENCY = ['fail', 'warn', 'ok'] as const;

/** Findings, the worst first; those of one status stay in their order. */
export function byUrgency<One extends Pick<Check, 'status'>>(checks: readonly One[]): readonly One[] {
  return BY_URGENCY.flatMap((status) => checks.filter((check) => check.status === status));
}

export function problemsIn(checks: readonly Pick<Check, 'status'>[]): {
  readonly failed: number;
  readonly warned: number;
} {
  const count = (status: Check['status']): number => checks.filter((check) => check.status === status).length;
  return { failed: count('fail'), warned: count('warn') };
}
