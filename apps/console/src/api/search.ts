import type { CallOptions, Found, FoundDomain, FoundPage, QueryRequest } from '@sitegrep/client';
import type { Level } from '../search/criteria.ts';
import { client } from './client.ts';

export type Item = FoundDomain | FoundPage;

/** Searches for what a level finds. */
export function searchAt(level: Level, request: QueryRequest, options: CallOptions): Promise<Found<Item>> {
  return level === 'page'
    ? client.query.searchPages(request, options)
    : client.query.search(request, options);
}
