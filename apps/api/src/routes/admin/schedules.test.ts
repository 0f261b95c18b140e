import {
  checker,
  ErrorBody,
  ScheduleAnswer,
  ScheduleListAnswer,
  SchedulePreviewAnswer,
} from '@sitegrep/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, ask, serve, type Served } from '../../../test/served-api.ts';

const checkSchedule = checker(ScheduleAnswer);
const checkList = checker(ScheduleListAnswer);
const checkPreview = checker(SchedulePreviewAnswer);
const checkError = checker(ErrorBody);

let api: Served;
let admin: string;
beforeAll(async () => {
  api = await serve({ withQueues: true });
  admin = await api.key(['admin']);
});
afterAll(() => api.close());

const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
  ask(`${api.url}/admin/schedules${path}`, {
    method,
    headers: { 'x-api-key': admin, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

function scheduleOf({ status, body }: Answer) {
  const checked = checkSchedule(body);
  if (!checked.ok) throw new Error(`${status} ${JSON.stringify(body)} ${JSON.stringify(checked.problem)}`);
  expect(status).toBe(200);
  return checked.value.data;
}

const WEEKLY = {
  pattern: '30 4 * * 1',
  time_zone: 'Europe/Berlin',
  source: { domains: ['a.example', 'b.example'] },
  max_pages: 7,
  revisit_after_days: 6,
  render: 'if_empty',
};

test('the next five runs of times are told before there is a schedule', async () => {
  const preview = async (times: object) => {
    const answer = await call('POST', '/preview', times);
    const checked = checkPreview(answer.body);
    if (!checked.ok) throw new Error(JSON.stringify(answer.body));
    return checked.value.data.runs.map((run) => Date.parse(run.replace(' +00:00', 'Z')));
  };
  const hourly = await preview({ every_seconds: 3_600 });
  const next = Math.floor(Date.now() / 3_600_000 + 1) * 3_600_000;
  // The hour may have ended since.
  expect([next, next - 3_600_000]).toContain(hourly[0]);
  expect(hourly.map((at) => at - (hourly[0] ?? 0))).toEqual(
    [0, 1, 2, 3, 4].map((hours) => hours * 3_600_000),
  );
  const first = await preview({ pattern: '0 3 1 * *', time_zone: 'UTC' });
  expect(first.map((at) => new Date(at).toISOString().slice(8))).toEqual(Array(5).fill('01T03:00:00.000Z'));
  const refused = await call('POST', '/preview', { pattern: '0 3 40 * *' });
  expect([refused.status, checkError(refused.body).ok]).toEqual([400, true]);
  expect((await call('POST', '/preview', {})).status).toBe(400);
});

test('a schedule has the counts of its last crawl, as long as that is recorded', async () => {
  scheduleOf(await call('PUT', '/counted', { every_seconds: 86_400, source: { index: true } }));
  const { crawls } = api.storage;
  const { id } = await crawls.create({ maxPages: 1, maxDepth: 1, priority: 5, scheduleId: 'counted' });
  await crawls.appendSites(id, [{ domain: 'a.example', urls: [] }]);
  await crawls.seal(id, { count: 0, reasons: {}, samples: [] });
  const result = { reason: null, pages: 3, bytes: 9, startedAt: 1, finishedAt: 2, redirects: [] };
  await crawls.finish(id, 'a.example', { outcome: 'indexed', ...result });
  const runs = (await crawls.schedules.get('counted'))?.runs;
  if (runs === undefined) throw new Error('the schedule is gone');
  await crawls.schedules.setRuns('counted', runs, { ...runs, lastRunAt: 1_000, lastCrawlId: id });
  expect(scheduleOf(await call('GET', '/counted')).last_crawl).toEqual({
    state: 'completed',
    sites: { total: 1, pending: 0, running: 0, finished: 1 },
    outcomes: { indexed: 1 },
    pages: 3,
  });
  await crawls.discard(id);
  expect(scheduleOf(await call('GET', '/counted'))).toMatchObject({ last_crawl_id: id, last_crawl: null });
  await call('DELETE', '/counted');
});

test('a schedule is put, read, changed and removed', async () => {
  const made = scheduleOf(await call('PUT', '/weekly', WEEKLY));
  expect(made).toEqual({
    id: 'weekly',
    pattern: '30 4 * * 1',
    time_zone: 'Europe/Berlin',
    every_seconds: null,
    source: { domains: ['a.example', 'b.example'] },
    enabled: true,
    max_pages: 7,
    max_depth: 3,
    priority: 5,
    revisit_after_days: 6,
    render: 'if_empty',
    created_at: expect.any(String),
    updated_at: made.created_at,
    next_run_at: expect.any(String),
    last_run_at: null,
    last_crawl_id: null,
    last_crawl: null,
    last_skipped_at: null,
  });
  // Half past two or three, by the season, on a Monday to come.
  const next = new Date(made.next_run_at?.replace(' +00:00', 'Z') ?? '');
  expect([next.getUTCDay(), next.getUTCMinutes()]).toEqual([1, 30]);
  expect([2, 3]).toContain(next.getUTCHours());
  expect(next.getTime() - Date.now()).toBeLessThanOrEqual(7 * 86_400_000);
  expect(scheduleOf(await call('GET', '/weekly'))).toEqual(made);
  const { updatedAt } = (await api.storage.crawls.schedules.get('weekly')) ?? {};
  scheduleOf(await call('PUT', '/weekly', WEEKLY));
  expect((await api.storage.crawls.schedules.get('weekly'))?.updatedAt).toBe(updatedAt);

  const daily = { every_seconds: 86_400, source: { index: true }, enabled: false };
  const changed = scheduleOf(await call('PUT', '/weekly', daily));
  expect(changed).toMatchObject({
    ...daily,
    pattern: null,
    time_zone: null,
    max_pages: 20,
    next_run_at: null,
  });
  expect(changed.created_at).toBe(made.created_at);
  const enabled = scheduleOf(await call('PUT', '/weekly', { ...daily, enabled: true }));
  expect(enabled.next_run_at).toMatch(/ 00:00:00 /);

  expect(scheduleOf(await call('DELETE', '/weekly')).id).toBe('weekly');
  expect((await call('GET', '/weekly')).status).toBe(404);
  expect((await call('DELETE', '/weekly')).status).toBe(404);
});

test('a schedule of a list is read back as it was put', async () => {
  await api.storage.domains.lists.put({ id: 'suppliers', at: 1 }, [['a.example']]);
  const source = { list: 'suppliers' };
  expect(scheduleOf(await call('PUT', '/listed', { ...WEEKLY, source })).source).toEqual(source);
  expect(scheduleOf(await call('GET', '/listed')).source).toEqual(source);
  await call('DELETE', '/listed');
});

test('schedules are listed by id, page by page, without what they crawl', async () => {
  for (const id of ['c', 'a', 'b']) scheduleOf(await call('PUT', `/list-${id}`, WEEKLY));
  const ids: string[] = [];
  for (let token = ''; ;) {
    const checked = checkList(
      (await call('GET', `?limit=2${token === '' ? '' : `&next_token=${token}`}`)).body,
    );
    if (!checked.ok) throw new Error(JSON.stringify(checked.problem));
    ids.push(...checked.value.data.items.map(({ id }) => id));
    token = checked.value.data.next_token;
    if (token === '') break;
  }
  expect(ids).toEqual(['list-a', 'list-b', 'list-c']);
});

describe('what is refused, naming the field', () => {
  const { pattern: _, ...untimed } = WEEKLY;
  test.each([
    ['/x', untimed, /neither pattern nor every_seconds/],
    ['/x', { ...WEEKLY, every_seconds: 60 }, /both pattern and every_seconds/],
    ['/x', { ...WEEKLY, pattern: '61 4 * * 1' }, /^pattern is not a cron pattern: .*; give minute, hour/],
    ['/x', { ...WEEKLY, pattern: '0 30 4 * * 1' }, /^pattern does not have five fields/],
    ['/x', { ...WEEKLY, time_zone: 'Europe/Atlantis' }, /^time_zone is not a time zone; give the IANA name/],
    ['/x', { source: { index: true }, every_seconds: 60, time_zone: 'UTC' }, /^time_zone is given with/],
    ['/x', { source: { index: true }, every_seconds: 59 }, /^every_seconds is 59; give at least 60/],
    ['/x', { ...WEEKLY, source: {} }, /^source has none of domains, urls, index and list/],
    ['/x', { ...WEEKLY, source: { index: true, urls: ['http://a.example'] } }, /^source has more than one/],
    ['/x', { ...WEEKLY, source: { list: 'nowhere' } }, /^source\.list is nowhere, .*; make it with PUT/],
    ['/x', { ...WEEKLY, source: { list: 'No name' } }, /^source\.list is "No name"; write/],
    ['/x', { ...WEEKLY, source: { index: false } }, /^source\.index is false/],
    ['/x', { ...WEEKLY, source: { domains: [] } }, /^source\.domains has 0 items/],
    ['/x', { ...WEEKLY, max_pages: 0 }, /^max_pages is 0/],
    ['/x', { ...WEEKLY, paused: true }, /"paused" is unknown/],
    ['/Not%20an%20id', WEEKLY, /^id is "Not an id"; give 1 to 64/],
    ['/x?dry=1', WEEKLY, /"dry" is unknown/],
  ])('%s %j', async (path, body, details) => {
    const { status, body: answer } = await call('PUT', path, body);
    const checked = checkError(answer);
    expect([status, checked.ok && checked.value.details]).toEqual([400, expect.stringMatching(details)]);
  });

  test('other methods, and keys without the scope', async () => {
    const patch = await call('PATCH', '/x', {});
    expect([patch.status, patch.headers.get('allow')]).toEqual([405, 'DELETE, GET, HEAD, PUT']);
    const headers = { 'x-api-key': await api.key(['search']) };
    expect((await ask(`${api.url}/admin/schedules`, { headers })).status).toBe(403);
  });
});
