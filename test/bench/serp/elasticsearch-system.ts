import { randomBytes } from 'node:crypto';
import { elasticsearchCaller } from '../harness/elasticsearch-caller.ts';
import type { CollectedPage } from './collection.ts';
import { DEPTH, type SearchSystem } from './search-system.ts';

/** Pages of one bulk request. */
const BATCH = 500;
const FIELDS = ['title', 'description', 'headings', 'text'] as const;

interface Found {
  readonly hits: { readonly hits: readonly { readonly _id: string }[] };
}

/** An index of Elasticsearch with its defaults: text fields with the standard analyzer, asked by `multi_match`. */
export async function openElasticsearch(
  node: string,
  pages: readonly CollectedPage[],
): Promise<SearchSystem> {
  const call = elasticsearchCaller(`${node}/bench-serp-${randomBytes(4).toString('hex')}`);
  const properties = Object.fromEntries(FIELDS.map((field) => [field, { type: 'text' }]));
  await call('PUT', '', {
    settings: { number_of_shards: 1, number_of_replicas: 0 },
    mappings: { _source: { enabled: false }, properties },
  });
  let copies = 0;
  const addCopy = async (): Promise<void> => {
    for (let from = 0; from < pages.length; from += BATCH) {
      const operations = pages
        .slice(from, from + BATCH)
        .flatMap(({ title, description, headings, text }, at) => [
          { index: { _id: String(copies * pages.length + from + at) } },
          { title, description, headings, text },
        ]);
      const answer = (await call('POST', '/_bulk', ...operations)) as { errors: boolean };
      if (answer.errors) throw new Error(`pages were refused: ${JSON.stringify(answer).slice(0, 500)}`);
    }
  };
  return {
    name: 'Elasticsearch, its defaults',
    calledBy: 'HTTP',
    prepare: async (wanted) => {
      for (; copies < wanted; copies++) await addCopy();
      await call('POST', '/_refresh');
      await call('POST', '/_forcemerge?max_num_segments=1');
    },
    search: async ({ keyword }) => {
      const query = { multi_match: { query: keyword, fields: FIELDS } };
      const { hits } = (await call('POST', '/_search?request_cache=false', { query, size: DEPTH })) as Found;
      return hits.hits.flatMap(({ _id }) => pages[Number(_id) % pages.length]?.url ?? []);
    },
    close: async () => {
      await call('DELETE', '');
    },
  };
}
