import type { CallOptions, Found, FoundDomain, FoundPage, Level, QueryRequest } from '@sitegrep/client';
import { client } from './client.ts';

export type Item = FoundDomain | FoundPage;

/** Searches for what a level finds. */
export function searchAt(level: Level, request: QueryRequest, options: CallOptions): Promise<Found<Item>> {
  return client.query.search<Level>({ ...request, level }, options);
}
