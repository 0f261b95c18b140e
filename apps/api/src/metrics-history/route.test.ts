import { expect, test } from 'vitest';
import { ask, lastingStorage, serve } from '../../test/served-api.ts';

const storage = lastingStorage();

test('the history of the process is told to those who operate it', async () => {
  const now = Date.now();
  const from = now - (now % 3_600_000) - 3_600_000;
  const searches = Array.from({ length: 60 }, (_, minute) => (minute < 10 ? null : minute));
  await storage().measurements.note({ process: 'up', from, series: { searches } });
  const api = await serve({ withQueues: true, storage: storage() });
  try {
    const read = async (secret: string) => {
      const { status, body } = await ask(`${api.url}/admin/metrics-history`, {
        headers: { 'x-api-key': secret },
      });
      return {
        status,
        data: (body as { data: { from: string | null; series: { searches: unknown[] } } }).data,
      };
    };
    const admin = await api.key(['admin']);
    await expect.poll(async () => (await read(admin)).data.from, { timeout: 60_000 }).not.toBeNull();
    const { data } = await read(admin);
    expect(data).toMatchObject({ process: 'up', interval_seconds: 60 });
    expect(Date.parse(data.from ?? '')).toBe(from + 600_000);
    expect(data.series.searches.slice(0, 50)).toEqual(searches.slice(10));
    expect((await read(await api.key(['search']))).status).toBe(403);
  } finally {
    await api.close();
  }
});
