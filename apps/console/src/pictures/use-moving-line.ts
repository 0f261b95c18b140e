import type { Level } from '@sitegrep/client';
import { useQuery } from '@tanstack/react-query';
import { client } from '../api/client.ts';
import { firstDayUntil, movingLine } from './moving-line.ts';

/** The line of a query as a request; null as its answer: there is nothing to show. Only domains have one. */
export function useMovingLine(q: string, level: Level) {
  const from = firstDayUntil(new Date());
  return useQuery({
    queryKey: ['moving-line', q, level, from],
    queryFn: async ({ signal }) =>
      level === 'domain'
        ? movingLine(await client.query.trends({ queries: [{ q }], by: 'week', from }, { signal }))
        : null,
  });
}
