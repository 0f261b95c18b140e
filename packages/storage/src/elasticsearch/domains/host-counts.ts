// Counts the documents of each host, exactly: a document has one label of a host, so those of its labels are added up.
import type { Client, estypes } from '@elastic/elasticsearch';
import type { Facet } from '@sitegrep/search';
import { HOST_KINDS, hostOfLabel, THIRD_PARTY } from '@sitegrep/site';
import { IDEMPOTENT } from '../client.ts';
import { asStorageErrors } from '../failure.ts';
import { countLabels, type Counts, labelPath } from './label-counts.ts';
import type { PointInTime } from './stored-pages.ts';

interface HostWish {
  readonly query: estypes.QueryDslQueryContainer;
  readonly wanted: Pick<Extract<Facet, { readonly kind: 'hosts' }>, 'isThird' | 'of'>;
}

export async function countHosts(
  client: Client,
  point: PointInTime,
  { query, wanted: { of, isThird } }: HostWish,
  signal: AbortSignal | undefined,
): Promise<Counts> {
  const { counts, without } = await countLabels(client, point, { query, kind: 'host', prefix: '' }, signal);
  const sums = new Map<string, number>();
  for (const [label, documents] of counts) {
    const { host, kinds, isThirdParty } = hostOfLabel(label);
    if ((isThird && !isThirdParty) || (of !== null && !kinds.includes(HOST_KINDS[of]))) continue;
    sums.set(host, (sums.get(host) ?? 0) + documents);
  }
  if (of === null && !isThird) return { counts: sums, without };
  return {
    counts: sums,
    without: await countWithout(client, point, { query, wanted: { of, isThird } }, signal),
  };
}

/** The documents that have no label with such letters after its NUL. */
async function countWithout(
  client: Client,
  point: PointInTime,
  { query, wanted: { of, isThird } }: HostWish,
  signal: AbortSignal | undefined,
): Promise<number> {
  const letters = of === null ? '[a-z]*' : `[a-z]*${HOST_KINDS[of]}[a-z]*`;
  const value = `[^\u0000]+\u0000${letters}${isThird ? THIRD_PARTY : ''}`;
  const has = { regexp: { [labelPath('host')]: { value, flags: 'NONE' } } };
  const { hits } = await asStorageErrors(
    client.search(
      {
        ...point,
        query: { bool: { filter: [query], must_not: [has] } },
        size: 0,
        track_total_hits: true,
        allow_partial_search_results: false,
      },
      { ...IDEMPOTENT, ...(signal === undefined ? {} : { signal }) },
    ),
  );
  return typeof hits.total === 'number' ? hits.total : (hits.total?.value ?? 0);
}
