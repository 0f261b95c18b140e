// Counts the domains that fulfil saved searches.
import type { Client, estypes } from '@elastic/elasticsearch';
import { IDEMPOTENT } from '../../client.ts';
import { totalOf } from '../../documents.ts';
import { asStorageErrors } from '../../failure.ts';
import { type Counts, countValues } from '../label-counts.ts';
import type { PointInTime } from '../stored-pages.ts';
import { fulfilling } from './saved-query.ts';

/** Gives the names of saved searches by their tokens. @param names those that are wanted; null: of all */
export type SavedNames = (names: readonly string[] | null) => Promise<ReadonlyMap<string, string>>;

/** Counts domains by the saved searches of some names that they fulfil. */
export async function countSaved(
  client: Client,
  point: PointInTime,
  {
    query,
    names,
  }: { readonly query: estypes.QueryDslQueryContainer; readonly names: ReadonlyMap<string, string> },
  signal: AbortSignal | undefined,
): Promise<Counts> {
  const histories = {
    bool: { filter: [{ term: { part: 'history' } }, { has_parent: { parent_type: 'domain', query } }] },
  };
  const found = await countValues(client, point, { query: histories, field: 'saved', prefix: '' }, signal);
  const counts = new Map<string, number>();
  for (const [token, domains] of found.counts) {
    const name = names.get(token);
    if (name !== undefined) counts.set(name, domains);
  }
  const none = { bool: { filter: [query], must_not: [fulfilling([...names.keys()])] } };
  return { counts, without: await countAll(client, point, none, signal) };
}

async function countAll(
  client: Client,
  point: PointInTime,
  query: estypes.QueryDslQueryContainer,
  signal: AbortSignal | undefined,
): Promise<number> {
  const answer = await asStorageErrors(
    client.search(
      {
        ...point,
        query: { bool: { filter: [query] } },
        size: 0,
        track_total_hits: true,
        allow_partial_search_results: false,
      },
      { ...IDEMPOTENT, ...(signal === undefined ? {} : { signal }) },
    ),
  );
  return totalOf(answer);
}
