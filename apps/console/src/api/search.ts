import type { Found, FoundItem, Level, QueryRequest, SearchCallOptions } from '@sitegrep/client';
import { client } from './client.ts';

export type Item = FoundItem;

export type FacetRequest = NonNullable<QueryRequest['facets']>[number];

/** Searches for what a level finds. */
export function searchAt(
  level: Level,
  request: QueryRequest,
  options: SearchCallOptions,
): Promise<Found<Item>> {
  return client.query.search<Level>({ ...request, level }, options);
}
