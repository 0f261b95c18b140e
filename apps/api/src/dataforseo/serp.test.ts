/* Searches that providers answer, for DataForSEO's clients. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ask, serve, type Served } from '../../test/served-api.ts';
import { chainsOf } from '../../test/providers/chains.ts';
import { offerOf, VIDEO_ID, type ReceivedCall } from '../../test/providers/exchanges.ts';

const calls: ReceivedCall[] = [];
let served: Served;
let key: string;
beforeAll(async () => {
  served = await serve({ parts: (parts) => ({ ...parts, providers: chainsOf(offerOf(calls)) }) });
  key = await served.key(['serp', 'video']);
});
afterAll(() => served.close());
beforeEach(() => {
  calls.length = 0;
});

async function taskOf(path: string, fields: object, { url } = served, secret = key): Promise<unknown> {
  const answer = await ask(`${url}/v3/serp/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`x:${secret}`).toString('base64')}`,
    },
    body: JSON.stringify([fields]),
  });
  expect(answer.status).toBe(200);
  return Object(answer.body).tasks[0];
}

const FOUND = { location_code: 2_840, language_code: 'en', datetime: expect.any(String), spell: null };

describe('google/organic', () => {
  const regular = {
    keyword: 'otters & lakes',
    type: 'organic',
    se_domain: 'otters.example',
    ...FOUND,
    location_code: 2_826,
    check_url: 'https://www.google.co.uk/search?q=otters+%26+lakes&hl=en&gl=GB',
    refinement_chips: null,
    item_types: ['featured_snippet', 'organic'],
    se_results_count: null,
    pages_count: null,
    items_count: 2,
    items: [
      {
        type: 'featured_snippet',
        rank_group: 1,
        rank_absolute: 1,
        domain: 'otters.example',
        title: 'What is an otter?',
        description: null,
        url: 'https://otters.example/what',
        breadcrumb: null,
      },
      {
        type: 'organic',
        rank_group: 1,
        rank_absolute: 3,
        domain: 'www.lakes.example',
        title: 'Lakes',
        description: 'All lakes',
        url: 'https://www.lakes.example/',
        breadcrumb: 'https://www.lakes.example',
      },
    ],
  };
  const task = {
    keyword: 'otters+%26 lakes',
    location_name: 'United Kingdom',
    language_name: 'english',
    tag: 't',
  };

  test('regular: repeats the task, and gives every field', async () => {
    expect(await taskOf('google/organic/live/regular', task)).toMatchObject({
      status_code: 20_000,
      path: ['v3', 'serp', 'google', 'organic', 'live', 'regular'],
      data: { api: 'serp', function: 'live', se: 'google', se_type: 'organic', ...task },
      result: [regular],
    });
    expect(calls).toMatchObject([
      { request: { keyword: 'otters & lakes', device: 'desktop', os: 'windows', depth: 10 } },
    ]);
  });

  test('advanced: has null for what no provider knows', async () => {
    const fields = { ...task, load_async_ai_overview: true, people_also_ask_click_depth: 2 };
    const { result } = Object(await taskOf('google/organic/live/advanced', fields));
    const [snippet, organic] = result[0].items;
    expect(result).toMatchObject([regular]);
    const unknown = { page: null, position: null, xpath: null, rectangle: null };
    expect(snippet).toEqual({
      ...regular.items[0],
      ...unknown,
      featured_title: null,
      timestamp: null,
      images: null,
      table: null,
    });
    expect(organic).toMatchObject({ ...regular.items[1], ...unknown, rating: null, links: null });
    expect(Object.values(organic).filter((value) => value === null)).toHaveLength(26);
  });

  test.each([
    [{ device: 'mobile' }, { device: 'mobile', os: 'android' }],
    [
      { os: 'macos', depth: 100 },
      { os: 'macos', depth: 100 },
    ],
    [{ language_name: 'Chinese (Simplified)' }, { language: { code: 'zh-CN' } }],
    [
      { location_code: 2_276, language_code: 'de' },
      { location: { country: 'DE' }, language: { code: 'de' } },
    ],
    [{ max_crawl_pages: 3, group_organic_results: false }, { depth: 10 }],
  ])('%j asks for %j', async (fields, expected) => {
    await taskOf('google/organic/live/regular', { keyword: JSON.stringify(fields), ...fields });
    expect(calls).toMatchObject([{ request: expected }]);
  });

  test.each([
    ['100%', '100%'],
    ['a%zz+b', 'a%zz b'],
    ['%C3%A4%FF', '%C3%A4%FF'],
    ['c%2B%2B', 'c++'],
    ['%C3%A4', 'ä'],
  ])('%s is looked for as %s', async (keyword, expected) => {
    await taskOf('google/organic/live/regular', { keyword });
    expect(calls).toMatchObject([{ request: { keyword: expected } }]);
  });

  test.each([
    [{}, "Invalid Field: 'keyword'. keyword is missing; it is required."],
    [{ keyword: '+' }, "Invalid Field: 'keyword'. keyword is "],
    [{ keyword: 'x', depth: 101 }, "Invalid Field: 'depth'. depth is 101; give at most 100."],
    [{ keyword: 'x', os: 'ios' }, 'Invalid Field: \'os\'. os is "ios", which does not fit device'],
    [
      { keyword: 'x', target: 'a.example' },
      "Invalid Field: 'target'. target is not supported by this service; leave it out.",
    ],
    [{ keyword: 'x', location_coordinate: '1,2' }, "Invalid Field: 'location_coordinate'. "],
    [{ keyword: 'x', stop_crawl_on_match: [] }, "Invalid Field: 'stop_crawl_on_match'. "],
    [
      { keyword: 'x', location_code: 1 },
      "Invalid Field: 'location_code'. location_code is 1, which is not a location",
    ],
    [
      { keyword: 'x', location_name: 'Atlantis' },
      'Invalid Field: \'location_name\'. location_name is "Atlantis", which is not a known name; give',
    ],
    [{ keyword: 'x', language_name: 'Klingon' }, "Invalid Field: 'language_name'. "],
    [
      { keyword: 'x', language_name: 'English', language_code: 'en' },
      "Invalid Field: 'language_name'. language_name is given beside language_code",
    ],
    [{ keyword: 'x', priority: 2 }, "Unknown Fields in POST Data: 'priority'. "],
  ])('refuses %j', async (fields, message) => {
    const answer = Object(await taskOf('google/organic/live/regular', fields));
    expect([40_501, 40_506]).toContain(answer.status_code);
    expect(answer.status_message.slice(0, message.length)).toBe(message);
    expect(calls).toEqual([]);
  });
});

test('google/autocomplete', async () => {
  const task = { keyword: 'otter', language_code: 'en', location_code: 2_840, client: 'chrome' };
  expect(await taskOf('google/autocomplete/live/advanced', task)).toMatchObject({
    data: { se_type: 'autocomplete', ...task },
    result: [
      {
        keyword: 'otter',
        type: 'autocomplete',
        se_domain: 'google.com',
        ...FOUND,
        check_url: 'https://www.google.com/search?q=otter&hl=en&gl=US',
        refinement_chips: null,
        item_types: ['autocomplete'],
        se_results_count: null,
        items_count: 2,
        items: [
          {
            type: 'autocomplete',
            rank_group: 1,
            rank_absolute: 1,
            relevance: null,
            suggestion: 'otters & lakes',
            suggestion_type: null,
            search_query_url: 'https://www.google.com/search?q=otters+%26+lakes',
            thumbnail_url: null,
            highlighted: ['& lakes'],
          },
          { rank_absolute: 2, suggestion: 'otter inn', highlighted: null },
        ],
      },
    ],
  });
  expect(calls).toMatchObject([{ request: { client: 'chrome' } }]);
  expect(await taskOf('google/autocomplete/live/advanced', { ...task, cursor_pointer: 1 })).toMatchObject({
    status_code: 40_501,
  });
});

test('youtube/organic', async () => {
  expect(await taskOf('youtube/organic/live/advanced', { keyword: 'otters', block_depth: 7 })).toMatchObject({
    data: { se: 'youtube', se_type: 'organic', keyword: 'otters', block_depth: 7 },
    result: [
      {
        keyword: 'otters',
        se_domain: 'youtube.com',
        ...FOUND,
        check_url: 'https://www.youtube.com/results?search_query=otters',
        item_types: ['youtube_video'],
        items_count: 1,
        items: [
          {
            type: 'youtube_video',
            rank_group: 1,
            rank_absolute: 2,
            block_rank: null,
            channel_id: null,
            url: `https://www.youtube.com/watch?v=${VIDEO_ID}`,
            video_id: VIDEO_ID,
            title: 'Otters',
            channel_name: 'Otter Watch',
            is_live: false,
            is_shorts: null,
            views_count: 1_234,
            publication_date: null,
            timestamp: '2025-10-27 00:00:00 +00:00',
            duration_time: '1:02:03',
            duration_time_seconds: 3_723,
          },
        ],
      },
    ],
  });
  expect(calls).toMatchObject([{ request: { depth: 7, device: 'desktop' } }]);
});

test('youtube/video_info', async () => {
  expect(
    await taskOf('youtube/video_info/live/advanced', { video_id: VIDEO_ID, device: 'desktop' }),
  ).toMatchObject({
    data: { se_type: 'video_info', video_id: VIDEO_ID },
    result: [
      {
        video_id: VIDEO_ID,
        se_domain: 'youtube.com',
        ...FOUND,
        check_url: `https://www.youtube.com/watch?v=${VIDEO_ID}`,
        item_types: ['youtube_video_info'],
        items_count: 1,
        items: [
          {
            type: 'youtube_video_info',
            rank_group: 1,
            rank_absolute: 1,
            video_id: VIDEO_ID,
            channel_subscribers_count: { displayed_count: '7.09K', count: 7_090 },
            subtitles: null,
            duration_time: '1:02:03',
            streaming_quality: [{ label: '720p60' }],
          },
        ],
      },
    ],
  });
  expect(await taskOf('youtube/video_info/live/advanced', { video_id: 'x' })).toMatchObject({
    status_code: 40_501,
  });
});

test('without a provider, the task fails and says what to set', async () => {
  const bare = await serve();
  try {
    const secret = await bare.key(['serp']);
    expect(await taskOf('google/organic/live/regular', { keyword: 'x' }, bare, secret)).toMatchObject({
      status_code: 50_301,
      status_message:
        '3rd Party API Service Unavailable. No provider is configured for this operation; list some in SITEGREP_WEB_SERP_PROVIDERS.',
      result: null,
    });
  } finally {
    await bare.close();
  }
});
