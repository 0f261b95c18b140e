// What happened last at domains and pages: one search for their changes, and one read of their lists of versions.
import type { Client } from '@elastic/elasticsearch';
import { type Latest, type LatestChange, type LatestWish, NOTHING_LATEST } from '../../latest.ts';
import { IDEMPOTENT } from '../client.ts';
import { foundOf, searchAll, sourceOf } from '../documents.ts';
import { asStorageErrors } from '../failure.ts';
import type { RecordSource } from './history-documents.ts';
import { RECORDS } from './recorded.ts';
import { addressOf } from './routing.ts';
import type { DomainSource } from './stored.ts';
import { parsePast } from './versions/listed-past.ts';

/** Reads what happened last at each of some domains or pages, in their order. */
export async function readLatest(
  client: Client,
  alias: string,
  wishes: readonly LatestWish[],
): Promise<readonly Latest[]> {
  if (wishes.length === 0) return [];
  const domains = [...new Set(wishes.map(({ domain }) => domain))];
  const [changes, stored] = await Promise.all([
    lastChanges(client, alias, domains),
    storedPasts(
      client,
      alias,
      domains,
      wishes.some(({ url }) => url !== null),
    ),
  ]);
  return wishes.map(({ domain, url }) => {
    const counts = stored.get(domain);
    if (counts === undefined) return NOTHING_LATEST;
    return {
      change: changes.get(domain) ?? null,
      earlierVersions: url === null ? 0 : (counts.get(url) ?? 0),
    };
  });
}

/** The last change of each domain that a visit found. */
async function lastChanges(
  client: Client,
  alias: string,
  domains: readonly string[],
): Promise<ReadonlyMap<string, LatestChange>> {
  const { hits } = await searchAll<Pick<RecordSource, 'domain' | 'at' | 'previous_at' | 'added' | 'removed'>>(
    client,
    {
      index: alias,
      query: {
        bool: {
          filter: [
            { term: { part: RECORDS.part } },
            { term: { by: 'visit' } },
            { terms: { domain: [...domains] } },
          ],
        },
      },
      collapse: { field: 'domain' },
      sort: [{ at: 'desc' }],
      size: domains.length,
      track_total_hits: false,
      _source: ['domain', 'at', 'previous_at', 'added', 'removed'],
    },
  );
  return new Map(
    hits.hits.map((hit) => {
      const { domain, at, previous_at: previousAt, added, removed } = sourceOf(hit);
      return [domain, { at, previousAt, added, removed }];
    }),
  );
}

/** Numbers of earlier versions of the pages of each stored domain. @param areWished false: none are read */
async function storedPasts(
  client: Client,
  alias: string,
  domains: readonly string[],
  areWished: boolean,
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const fields = ['domain', 'live', ...(areWished ? ['past_versions'] : [])];
  const { docs } = await asStorageErrors(
    client.mget<Pick<DomainSource, 'domain' | 'live'> & { readonly past_versions?: string }>(
      { index: alias, docs: domains.map(addressOf), _source_includes: fields },
      IDEMPOTENT,
    ),
  );
  return new Map(
    docs.flatMap((doc) => {
      const { _source: source } = foundOf(doc);
      return source?.live === true ? [[source.domain, countsOf(source.past_versions)] as const] : [];
    }),
  );
}

/** Numbers of the versions in a list, by the URLs of their pages. @param past absent: there are none */
function countsOf(past: string | undefined): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { url } of past === undefined ? [] : parsePast(past))
    counts.set(url, (counts.get(url) ?? 0) + 1);
  return counts;
}
