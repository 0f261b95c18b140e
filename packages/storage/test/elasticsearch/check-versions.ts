// Compares what documents say of their versions with what the index has of them.
import type { Client, estypes } from '@elastic/elasticsearch';

type Counts = Readonly<Record<'said', estypes.AggregationsSumAggregate>> & {
  readonly past: { readonly doc_count: number };
};

/** @throws Error if the documents of an index have more or fewer versions than they say */
export async function checkVersions(
  client: Client,
  { indexPrefix }: { readonly indexPrefix: string },
): Promise<{ readonly versions: number; readonly documents: number }> {
  const index = `${indexPrefix}-domains`;
  await client.indices.refresh({ index });
  const { aggregations } = await client.search<unknown, Counts>({
    index,
    size: 0,
    aggs: { said: { sum: { field: 'version_count' } }, past: { nested: { path: 'past' } } },
  });
  const versions = aggregations?.said.value ?? 0;
  const documents = aggregations?.past.doc_count ?? 0;
  if (versions !== documents) throw new Error(`${versions} versions, and ${documents} in the index`);
  return { versions, documents };
}
