// An outage is two lines of the log, however many requests meet it; a fault of a store that answers otherwise is told.
import { StorageUnavailable } from '@sitegrep/storage';
import { expect, test, vi } from 'vitest';
import { ask, searching, serve, type Served } from '../test/served-api.ts';

async function serveFailing(isAway: () => boolean): Promise<Served> {
  return serve({
    settings: { services: { storage: 'Elasticsearch', queue: 'Redis' }, probeTimeoutMs: 60_000 },
    parts: (parts) => {
      const { domains } = parts.storage;
      const fail = () => Promise.reject(new StorageUnavailable('the cluster does not answer'));
      const get: typeof domains.get = (domain) => (isAway() ? fail() : domains.get(domain));
      return { ...parts, storage: { ...parts.storage, domains: { ...domains, get, ...searching(fail) } } };
    },
  });
}

/** Lines of the log that are a warning or worse, or tell of a service. The queue of these tests is none, which is told, too. */
function toldBy({ log }: Served): readonly (readonly unknown[])[] {
  return log
    .map((line) => JSON.parse(line) as { level: number; service?: string; msg: string; err?: object })
    .filter(({ level, service }) => service !== 'Redis' && (level >= 40 || service !== undefined))
    .map(({ level, service, msg, err = {} }) => [level, service, msg, JSON.stringify(err).includes('.ts:')]);
}

async function search(api: Served, key: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  const body = JSON.stringify({ search_terms: ['teas'] });
  return (await ask(`${api.url}/html-source-code-search`, { method: 'POST', headers, body })).status;
}

test('while the store is away, requests add no lines of their own', { timeout: 60_000 }, async () => {
  let away = true;
  const api = await serveFailing(() => away);
  const key = await api.key(['search']);
  for (let n = 0; n < 5; n++) expect(await search(api, key)).toBe(503);
  const begin = [40, 'Elasticsearch', 'a dependency is away; it is tried again', false];
  await vi.waitFor(() => expect(toldBy(api)).toEqual([begin]), 30_000);
  away = false;
  // It is looked for though nobody asks.
  const end = [30, 'Elasticsearch', 'the dependency is back', false];
  await vi.waitFor(() => expect(toldBy(api)).toEqual([begin, end]), 30_000);
  await api.close();
});

test('the fault of a store that answers otherwise has a line for each request', async () => {
  const api = await serveFailing(() => false);
  const key = await api.key(['search']);
  for (let n = 0; n < 2; n++) expect(await search(api, key)).toBe(503);
  await vi.waitFor(
    () =>
      expect(toldBy(api).map(([level, , msg]) => [level, msg])).toEqual([
        [50, 'storage unavailable'],
        [50, 'storage unavailable'],
      ]),
    30_000,
  );
  await api.close();
});
