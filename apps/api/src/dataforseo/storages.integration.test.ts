/* What DataForSEO's clients get of the index does not depend on the storage. */
import type { DomainDocument } from '@sitegrep/site';
import { wholeSite } from '@sitegrep/storage';
import { expect, test } from 'vitest';
import { createKey } from '../api-keys.ts';
import { ask, documentOf, serve } from '../../test/served-api.ts';
import { openTestStorage } from '../../../../packages/storage/test/elasticsearch/test-storage.ts';

const CMS = { content: { blogs: ['WordPress'], cms: ['WordPress'] } };
const SITES: readonly DomainDocument[] = Array.from({ length: 40 }, (_, number) => {
  const technologies = {
    ...(number % 2 === 0 ? CMS : {}),
    ...(number % 3 === 0 ? { servers: { databases: ['MySQL'] }, content: { cms: ['Drupal'] } } : {}),
  };
  return documentOf(`site-${number}.example`, `<p>data-${number % 7} tea</p>`, {
    technologies,
    title: number % 5 === 0 ? 'Kettles' : null,
    countryIsoCode: ['DE', 'AT', null][number % 3] ?? null,
    languageCode: ['de', 'en'][number % 2] ?? null,
  });
});

const TASKS: readonly (readonly [operation: string, task: object])[] = [
  ['domains_by_html_terms', { search_terms: ['data 3'], order_by: ['domain,asc'] }],
  ['domains_by_html_terms', { search_terms: ['data-3'], mode: 'strict_entry', keywords: ['kettle'] }],
  ['domains_by_technology', { technologies: ['WordPress', 'MySQL'], limit: 7 }],
  [
    'domains_by_technology',
    { groups: ['servers'], categories: ['cms'], filters: ['country_iso_code', '=', 'DE'] },
  ],
  [
    'domains_by_technology',
    { technology_paths: [{ path: 'content.blogs', name: 'wordpress' }], keywords: ['kettle'] },
  ],
  ['domains_by_technology', { technologies: ['sql'], mode: 'entry', offset: 3, limit: 2 }],
  ['domain_technologies', { target: 'site-6.example' }],
  ['domain_technologies', { target: 'nothing.example' }],
  ['technologies_summary', { categories: ['cms'] }],
  ['technologies_summary', { keywords: ['kettle'], internal_list_limit: 1 }],
  ['aggregation_technologies', { category: 'databases' }],
  ['aggregation_technologies', { technology: 'rup', mode: 'entry', filters: ['language_code', '<>', 'en'] }],
  ['technology_stats', { technology: 'Drupal' }],
  ['technology_stats', { technology: 'Drupal', date_from: '2026-01-01', date_to: '2026-03-31' }],
];

test('both storages give the same answers', async () => {
  await using closers = new AsyncDisposableStack();
  const elasticsearch = await openTestStorage(closers);
  const sqlite = await serve();
  closers.defer(() => sqlite.close());
  const clustered = await serve({ parts: (parts) => ({ ...parts, storage: elasticsearch }) });
  closers.defer(() => clustered.close());
  const [first, second] = await Promise.all(
    [
      { api: sqlite, storage: sqlite.storage },
      { api: clustered, storage: elasticsearch },
    ].map(async ({ api, storage }) => {
      await storage.domains.put(SITES.map(wholeSite));
      await storage.domains.setRanks([{ domain: 'site-12.example', rank: 500 }]);
      const { secret } = await createKey(storage.keys, { name: 'test', scopes: ['search'] });
      return Promise.all(
        TASKS.map(async ([operation, task]) => {
          const path = `${api.url}/v3/domain_analytics/technologies/${operation}/live`;
          const headers = { 'content-type': 'application/json', 'x-api-key': secret };
          const { body } = await ask(path, { method: 'POST', headers, body: JSON.stringify([task]) });
          const [{ status_code: code, result }] = Object(body).tasks;
          // Tokens are sealed by each storage's own key.
          return [
            operation,
            code,
            JSON.stringify(result).replace(/"offset_token":"[^"]+"/, '"offset_token":"…"'),
          ];
        }),
      );
    }),
  );
  expect(second).toEqual(first);
  expect(first?.map(([, code]) => code)).toEqual(TASKS.map((_, index) => (index === 7 ? 40_102 : 20_000)));
});
