import { LABELS, labelsOf } from '@sitegrep/site';
import type { DomainIndex } from '@sitegrep/storage';
import { median } from '../harness/figures.ts';
import { elasticsearchCaller } from '../harness/elasticsearch-caller.ts';

const INDEX = 'bench-facets';
/** Documents of one bulk request. */
const BATCH = 1_000;
const COUNTED = [
  'tech',
  'category',
  'country',
  'language',
  'content_language',
  'tld',
  'registrable_domain',
  'generator',
  'visited',
] as const;

/**
 * Times aggregations over the labels of an index, in an index of Elasticsearch that holds nothing else; null if no
 * Elasticsearch is named in TEST_ELASTICSEARCH. Its caches of requests are off.
 */
export async function measureAggregations(index: DomainIndex, rounds: number): Promise<object | null> {
  const node = process.env['TEST_ELASTICSEARCH'];
  if (node === undefined) return null;
  const call = elasticsearchCaller(`${node}/${INDEX}`);
  await call('DELETE', '?ignore_unavailable=true');
  try {
    const keywords = Object.fromEntries(LABELS.map((label) => [label, { type: 'keyword' } as const]));
    await call('PUT', '', {
      settings: { number_of_shards: 1, number_of_replicas: 0 },
      mappings: { properties: { ...keywords, rank: { type: 'long' } } },
    });
    let operations: object[] = [];
    const write = async (): Promise<void> => {
      if (operations.length > 0) await call('POST', '/_bulk', ...operations);
      operations = [];
    };
    for await (const document of index.scan()) {
      operations.push({ index: {} }, { ...labelsOf(document), rank: document.rank });
      if (operations.length === 2 * BATCH) await write();
    }
    await write();
    await call('POST', '/_refresh');
    await call('POST', '/_forcemerge?max_num_segments=1');
    const aggs = {
      ...Object.fromEntries(COUNTED.map((field) => [field, { terms: { field, size: 10 } }])),
      rank: { histogram: { field: 'rank', interval: 100 } },
    };
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const startedAt = performance.now();
      await call('POST', '/_search?request_cache=false', { size: 0, aggs });
      times.push(performance.now() - startedAt);
    }
    const max = Math.round(Math.max(...times));
    return { ten_aggregations_ms: { count: rounds, p50: Math.round(median(times)), max } };
  } finally {
    await call('DELETE', '?ignore_unavailable=true');
  }
}
