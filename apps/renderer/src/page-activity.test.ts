import { expect, test } from 'vitest';
import { PageActivity } from './page-activity.ts';

const request = (kind: string, url = 'https://site.test/', body: string | null = null) => ({
  kind,
  method: body === null ? 'GET' : 'POST',
  url,
  body,
});
const SERVED = { status: 200, hasLength: true };

/** A page that was opened at 0. */
function opened(): PageActivity<string> {
  return new PageActivity<string>(0);
}

test.each(['navigation', 'document', 'script', 'stylesheet', 'xhr', 'fetch', 'other'])(
  'a document waits for a request of the kind %s until it ends',
  (kind) => {
    const activity = opened();
    activity.sent('1', request(kind), 100);
    expect(activity.state(9_000)).toMatchObject({ awaited: ['site.test'], quietMs: 8_900, calmMs: 8_900 });
    activity.answered('1', SERVED, 9_000);
    expect(activity.state(20_000).awaited).toEqual(['site.test']);
    activity.ended('1', 20_000);
    expect(activity.state(20_300)).toMatchObject({ awaited: [], unanswered: [], quietMs: 300, calmMs: 300 });
  },
);

test.each([
  'ping',
  'media',
  'prefetch',
  'manifest',
  'texttrack',
  'eventsource',
  'websocket',
  'cspviolationreport',
])('requests of the kind %s are not waited for', (kind) => {
  const activity = opened();
  activity.sent('1', request(kind), 100);
  expect(activity.state(200)).toMatchObject({ awaited: [], shown: false, lasting: [], quietMs: 200 });
});

test.each(['image', 'font', 'foreign'])(
  'requests of the kind %s keep a page from being quiet, and not calm',
  (kind) => {
    const activity = opened();
    activity.sent('1', request(kind), 1_000);
    expect(activity.state(1_100)).toMatchObject({ awaited: [], shown: true, quietMs: 100, calmMs: 1_100 });
  },
);

test('each host is named once', () => {
  const activity = opened();
  activity.sent('1', request('fetch', 'https://a.test/1'), 0);
  activity.sent('2', request('fetch', 'https://b.test:8443/'), 0);
  activity.sent('3', request('fetch', 'https://a.test/2'), 0);
  expect(activity.state(1).awaited).toEqual(['a.test', 'b.test']);
});

test('polling is not waited for, and leaves the page quiet', () => {
  const activity = opened();
  for (const id of ['1', '2']) {
    activity.sent(id, request('fetch'), 100);
    activity.answered(id, SERVED, 100);
    activity.ended(id, 100);
  }
  activity.sent('3', request('fetch'), 600);
  expect(activity.state(650)).toMatchObject({ awaited: [], lasting: ['site.test'], quietMs: 550 });
  activity.ended('3', 700);
  expect(activity.state(5_600)).toMatchObject({ lasting: ['site.test'], quietMs: 5_500 });
  expect(activity.state(5_800).lasting).toEqual([]);
});

test('a page that goes to the same address again is waited for', () => {
  const activity = opened();
  for (const id of ['1', '2', '3', '4', '5', '6', '7']) activity.sent(id, request('navigation'), 100);
  expect(activity.state(200).awaited).toEqual(['site.test']);
});

test('an answer without a length is a stream four seconds after it began, if a script reads it', () => {
  const activity = opened();
  for (const kind of ['fetch', 'document']) {
    activity.sent(kind, request(kind, `https://${kind}.test/`), 0);
    activity.answered(kind, { status: 200, hasLength: false }, 1_000);
  }
  expect(activity.state(4_900)).toMatchObject({ awaited: ['fetch.test', 'document.test'], unanswered: [] });
  expect(activity.state(5_000)).toMatchObject({ awaited: ['document.test'], unanswered: ['fetch.test'] });
});

test('a stream is waited for until its first message, for two seconds', () => {
  const activity = opened();
  activity.streamOpened('1', 'wss://news.test/', 100);
  expect(activity.state(2_000)).toMatchObject({ awaited: ['news.test'], unanswered: [] });
  expect(activity.state(2_100)).toMatchObject({ awaited: [], unanswered: ['news.test'] });
  activity.streamSpoke('1', 3_000);
  expect(activity.state(3_100)).toMatchObject({
    awaited: [],
    unanswered: [],
    lasting: ['news.test'],
    quietMs: 100,
  });
  activity.streamSpoke('1', 9_000);
  expect(activity.state(9_000).quietMs).toBe(6_000);
  activity.streamClosed('1');
  expect(activity.state(9_000).lasting).toEqual([]);
});

test('with a document goes what it had under way, and what brings the next one stays', () => {
  const activity = opened();
  activity.sent('1', request('fetch'), 0);
  activity.sent('2', request('navigation', 'https://next.test/'), 10);
  activity.streamOpened('3', 'wss://news.test/', 20);
  activity.documentReplaced(1_000);
  expect(activity.state(1_100)).toMatchObject({
    awaited: ['next.test'],
    lasting: [],
    quietMs: 100,
    calmMs: 100,
  });
  activity.ended('1', 1_200);
  expect(activity.state(1_300).quietMs).toBe(300);
});

test('what has no host is the page itself', () => {
  const activity = opened();
  activity.sent('1', request('fetch', 'blob:null/1'), 0);
  expect(activity.state(1).awaited).toEqual(['the page itself']);
});
