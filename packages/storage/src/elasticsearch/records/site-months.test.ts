import { expect, it } from 'vitest';
import { clusterDouble } from '../../../test/elasticsearch/cluster-double.ts';
import { connect } from '../client.ts';
import { SiteMonths } from './site-months.ts';

it.each([
  ['snapshot_in_progress_exception', 0],
  ['acknowledged', 3],
])('after the cluster answers a deletion with %s, %i sites are removed', async (answer, removed) => {
  const deleted: (string | undefined)[] = [];
  const index = {
    aliases: { 'x-sites': {}, 'x-sites-2026-10': {} },
    mappings: { _meta: { version: 1 } },
    settings: { index: { uuid: 'u' } },
  };
  const double = await clusterDouble(({ method, url = '' }) => {
    if (method === 'DELETE') {
      deleted.push(url);
      if (answer === 'acknowledged') return { status: 200, body: { acknowledged: true } };
      const reason = 'Cannot delete indices that are being snapshotted';
      return {
        status: 400,
        body: { error: { type: answer, reason, root_cause: [{ type: answer, reason }] } },
      };
    }
    if (url.includes('_count')) return { status: 200, body: { count: 3 } };
    if (url.includes('_refresh')) return { status: 200, body: { _shards: { total: 1, failed: 0 } } };
    return /^\/x-sites(?:-2026-10)?(?:\/_mapping)?$/.test(url)
      ? { status: 200, body: { 'x-sites-2026-10-v1': index } }
      : { status: 404, body: {} };
  });
  const client = await connect({
    nodes: [double.url],
    auth: { kind: 'none' },
    ca: null,
    requestTimeoutMs: 5_000,
  });
  const months = await SiteMonths.open(client, { indexPrefix: 'x', recordShards: 1, replicas: 0 });
  expect(await months.over(Date.parse('2026-11-01T23:59:59Z'))).toEqual([]);
  expect(await months.over(Date.parse('2026-11-02T00:00:00Z'))).toEqual(['2026-10']);
  expect(await months.remove('2026-10')).toBe(removed);
  expect(deleted).toEqual(['/x-sites-2026-10-v1?ignore_unavailable=true']);
  await client.close();
  await double.close();
});
