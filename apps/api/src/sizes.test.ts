import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { afterEach, expect, test, vi } from 'vitest';
import { ask, serve } from '../test/served-api.ts';
import { noteSizes } from './sizes.ts';

afterEach(() => vi.useRealTimers());

interface Sizes {
  readonly data: { readonly sizes: readonly Record<string, unknown>[] };
}

test('a server notes the size of the day at its start, and tells it', async () => {
  const api = await serve({ withQueues: true });
  try {
    const headers = { 'x-api-key': await api.key(['admin']) };
    const read = async () => (await ask(`${api.url}/admin/sizes`, { headers })).body as Sizes;
    await vi.waitFor(async () => expect((await read()).data.sizes).toHaveLength(1), { timeout: 60_000 });
    const { body } = await ask(`${api.url}/admin/stats`, { headers });
    const { domains, pages, source_bytes: sourceBytes } = (body as { data: Record<string, unknown> }).data;
    expect((await read()).data.sizes).toMatchObject([{ domains, pages, source_bytes: sourceBytes }]);
  } finally {
    await api.close();
  }
});

test('sizes are noted every hour, a failure is told and passes, and old days go', async () => {
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'Date'],
    now: Date.parse('2026-12-31T23:30:00Z'),
  });
  const folder = mkdtempSync(join(tmpdir(), 'sitegrep-sizes-'));
  const storage = await openSqliteStorage({ dataDir: folder, readers: 1 });
  const warn = vi.fn<(...told: unknown[]) => void>();
  let fails = false;
  const domains = {
    ...storage.domains,
    stats: () => (fails ? Promise.reject(new Error('away')) : storage.domains.stats()),
  };
  const end = noteSizes({ domains, sizes: storage.sizes }, { warn } as never);
  try {
    const days = async () => (await storage.sizes.list(1_000)).map(({ day }) => day);
    await vi.waitFor(async () => expect(await days()).toEqual(['2026-12-31']), 60_000);
    fails = true;
    vi.advanceTimersByTime(3_600_000);
    await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1), 60_000);
    expect(await days()).toEqual(['2026-12-31']);
    fails = false;
    vi.advanceTimersByTime(3_600_000);
    await vi.waitFor(async () => expect(await days()).toEqual(['2027-01-01', '2026-12-31']), 60_000);
    vi.setSystemTime(Date.parse('2028-02-04T12:00:00Z'));
    vi.advanceTimersByTime(3_600_000);
    // 400 days with the present one: 2027-01-01 is the first of them, 2026-12-31 is not.
    await vi.waitFor(async () => expect(await days()).toEqual(['2028-02-04', '2027-01-01']), 60_000);
  } finally {
    await end();
    await storage.close();
    rmSync(folder, { recursive: true });
  }
});
