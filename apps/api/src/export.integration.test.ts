import { expect, test } from 'vitest';
import { createKey } from './api-keys.ts';
import { documentOf, serve } from '../test/served-api.ts';
import { wholeSite } from '@sitegrep/storage';
import { openTestStorage } from '../../../packages/storage/test/elasticsearch/test-storage.ts';

const DOMAINS = 1_300;

test('an export from Elasticsearch gives each domain once while all are replaced', async () => {
  await using closers = new AsyncDisposableStack();
  const storage = await openTestStorage(closers);
  const api = await serve({ parts: (parts) => ({ ...parts, storage }) });
  closers.defer(() => api.close());
  const { secret } = await createKey(storage.keys, { name: 'test', scopes: ['search'] });
  const all = Array.from({ length: DOMAINS }, (_, index) => `site-${String(index).padStart(4, '0')}.example`);
  const put = (domains: readonly string[], text: string): Promise<unknown> =>
    storage.domains.put(domains.map((domain) => wholeSite(documentOf(domain, `common ${text}`))));
  await put(all, 'first');

  const done = new AbortController();
  const replacing = (async () => {
    for (let round = 0; !done.signal.aborted; round++) {
      const some = Array.from({ length: 50 }, (_, index) => all[(round * 50 + index) % DOMAINS] ?? '');
      await put([...some, `guest-${round}.example`], `again ${round}`);
    }
  })();
  const text: string[] = [];
  for (let token: string | undefined; token !== '';) {
    const answer = await fetch(`${api.url}/html-source-code-search/export`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': secret },
      // All but the first go on where a reader might have been cut off.
      body: JSON.stringify({
        search_terms: ['common'],
        order_by: ['domain,asc'],
        ...(token === undefined ? { limit: 100 } : { offset_token: token }),
      }),
    });
    const lines = (await answer.text()).split('\n').slice(0, -1);
    text.push(...lines);
    token = (JSON.parse(lines.at(-1) ?? '') as { readonly offset_token: string }).offset_token;
  }
  done.abort();
  await replacing;
  const domains = text.map((line) => (JSON.parse(line) as { readonly domain: string }).domain);
  expect(new Set(domains).size).toBe(domains.length);
  expect(domains.filter((domain) => domain.startsWith('site-'))).toEqual(all);
});
