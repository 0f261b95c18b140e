/* What each of the four provider operations makes of a request and of an answer. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ask, serve, type Answer, type Served } from '../../test/served-api.ts';
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

function post(path: string, body: unknown): Promise<Answer> {
  return ask(`${served.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(body),
  });
}

describe('/web-serp', () => {
  test('echoes what was asked by its names, and gives every field', async () => {
    const answer = await post('/web-serp', { keyword: 'otters & lakes', location_code: 2826 });
    expect(answer.body).toEqual({
      success: true,
      data: {
        data: {
          api: 'serp',
          function: 'live',
          se: 'otters',
          se_type: 'organic',
          language_name: 'English',
          location_name: 'United Kingdom',
          keyword: 'otters & lakes',
          device: 'desktop',
          os: 'windows',
          se_domain: 'otters.example',
        },
        result: [
          {
            type: 'featured_snippet',
            rank_group: 1,
            rank_absolute: 1,
            domain: 'otters.example',
            title: 'What is an otter?',
            description: null,
            url: 'https://otters.example/what',
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
      },
    });
    expect(calls).toMatchObject([{ request: { device: 'desktop', os: 'windows', depth: 10 } }]);
  });

  test.each([
    [{ device: 'mobile' }, { device: 'mobile', os: 'android' }],
    [
      { device: 'mobile', os: 'ios' },
      { device: 'mobile', os: 'ios' },
    ],
    [{ os: 'macos' }, { device: 'desktop', os: 'macos' }],
    [{ depth: 100 }, { depth: 100 }],
    [{ depth: 1 }, { depth: 1 }],
  ])('%j asks for %j', async (fields, expected) => {
    expect((await post('/web-serp', { keyword: JSON.stringify(fields), ...fields })).status).toBe(200);
    expect(calls).toMatchObject([{ request: expected }]);
  });

  test.each([
    [
      { os: 'ios' },
      'os is "ios", which does not fit device "desktop"; give windows or macos, or another device.',
    ],
    [
      { device: 'mobile', os: 'windows' },
      'os is "windows", which does not fit device "mobile"; give android or ios, or another device.',
    ],
    [{ device: 'tablet' }, 'device is "tablet"; the known ones are desktop, mobile.'],
    [{ os: 'linux' }, 'os is "linux"; the known ones are windows, macos, android, ios.'],
    [{ depth: 0 }, 'depth is 0; give at least 1.'],
    [{ depth: 101 }, 'depth is 101; give at most 100.'],
    [{ depth: 1.5 }, 'depth is 1.5; give an integer.'],
    [{ client: 'chrome' }, expect.stringContaining('Field "client" is unknown')],
  ])('refuses %j', async (fields, details) => {
    const answer = await post('/web-serp', { keyword: 'otters', ...fields });
    expect(answer).toMatchObject({ status: 400, body: { details } });
  });
});

describe('/web-autocomplete', () => {
  test('echoes what was asked, and makes the addresses that the provider gives none of', async () => {
    const request = { keyword: 'ott & l', language_code: 'he', location_code: 2826, client: 'chrome' };
    const answer = await post('/web-autocomplete', { ...request, device: 'mobile', os: 'ios' });
    expect(answer.body).toEqual({
      success: true,
      data: {
        data: {
          api: 'serp',
          function: 'live',
          se: 'otters',
          se_type: 'autocomplete',
          ...request,
          device: 'mobile',
          os: 'ios',
        },
        result: [
          {
            keyword: 'ott & l',
            type: 'autocomplete',
            se_domain: 'google.co.uk',
            location_code: 2826,
            language_code: 'he',
            check_url: 'https://www.google.co.uk/search?q=ott+%26+l&hl=iw&gl=GB',
            items: [
              {
                type: 'autocomplete',
                rank_group: 1,
                rank_absolute: 1,
                suggestion: 'otters & lakes',
                search_query_url: 'https://www.google.co.uk/search?q=otters+%26+lakes',
                thumbnail_url: null,
                highlighted: ['& lakes'],
              },
              {
                type: 'autocomplete',
                rank_group: 2,
                rank_absolute: 2,
                suggestion: 'otter inn',
                search_query_url: 'https://otters.example/?q=inn',
                thumbnail_url: 'https://otters.example/inn.png',
                highlighted: [],
              },
            ],
          },
        ],
      },
    });
  });

  test('has defaults', async () => {
    await post('/web-autocomplete', { keyword: 'o' });
    expect(calls).toMatchObject([
      {
        request: {
          client: 'gws-wiz-serp',
          device: 'desktop',
          os: 'windows',
          language: { code: 'en' },
          location: { code: 2840 },
        },
      },
    ]);
  });

  test('takes any client, since upstreams know more of them than are listed', async () => {
    const answer = await post('/web-autocomplete', { keyword: 'o', client: 'a new one' });
    expect(answer).toMatchObject({ status: 200, body: { data: { data: { client: 'a new one' } } } });
    expect(calls).toMatchObject([{ request: { client: 'a new one' } }]);
  });

  test.each([
    [{ client: '' }, 'client is ""; give 1 to 100 characters, no NUL, no lone surrogate.'],
    [{ client: 'x'.repeat(101) }, expect.stringMatching(/^client has 101 characters; give 1 to 100/)],
    [{ client: 'a\0' }, expect.stringMatching(/^client is "a\\u0000"; give 1 to 100/)],
    [{ depth: 5 }, expect.stringMatching(/^Field "depth" is unknown; /)],
  ])('refuses %j', async (fields, details) => {
    const answer = await post('/web-autocomplete', { keyword: 'otters', ...fields });
    expect(answer).toMatchObject({ status: 400, body: { details } });
  });
});

describe('/videosite-video-info', () => {
  test('gives one object with every field; what is not known is null', async () => {
    const url = `https://www.youtube.com/watch?v=${VIDEO_ID}`;
    expect((await post('/videosite-video-info', { video_id: VIDEO_ID })).body).toEqual({
      success: true,
      data: {
        data: {
          api: 'serp',
          function: 'live',
          se: 'videos',
          se_type: 'video_info',
          language_code: 'en',
          location_code: 2840,
          video_id: VIDEO_ID,
          check_url: url,
        },
        result: {
          type: 'youtube_video_info',
          video_id: VIDEO_ID,
          title: 'Otters',
          url,
          thumbnail_url: null,
          channel_id: 'UCotters',
          channel_name: 'Otter Watch',
          channel_url: null,
          channel_logo: null,
          description: 'One.\nTwo.',
          views_count: 1_234,
          likes_count: null,
          comments_count: 0,
          channel_subscribers_count: { displayed_count: '7.09K', count: 7_090 },
          publication_date: '2025-10-27',
          timestamp: '2025-10-27 08:09:10 +00:00',
          keywords: ['otter'],
          category: null,
          is_live: false,
          is_embeddable: null,
          duration_time: '1:02:03',
          duration_time_seconds: 3_723,
          streaming_quality: [
            {
              type: 'streaming_quality_element',
              label: '720p60',
              width: 1_280,
              height: 720,
              bitrate: 1_500_000,
              mime_type: 'video/mp4',
              fps: 60,
            },
          ],
        },
      },
    });
  });

  test.each([
    [undefined, 'video_id is missing; it is required.'],
    ['short', expect.stringMatching(/^video_id is "short"; give the 11 characters /)],
    [`${VIDEO_ID}x`, expect.stringMatching(/^video_id is /)],
    ['oTTer+_4711', expect.stringMatching(/^video_id is /)],
    [7, 'video_id is 7; give a string.'],
  ])('refuses the id %j', async (videoId, details) => {
    const answer = await post('/videosite-video-info', { video_id: videoId });
    expect(answer).toMatchObject({ status: 400, body: { details } });
  });
});

describe('/videosite-serp', () => {
  test('echoes what was asked, and gives every field', async () => {
    const answer = await post('/videosite-serp', { keyword: 'otters', device: 'mobile' });
    expect(answer.body).toEqual({
      success: true,
      data: {
        data: {
          api: 'serp',
          function: 'live',
          se: 'videos',
          se_type: 'organic',
          keyword: 'otters',
          language_code: 'en',
          location_code: 2840,
          device: 'mobile',
        },
        result: [
          {
            type: 'video',
            rank_group: 1,
            rank_absolute: 2,
            title: 'Otters',
            url: `https://www.youtube.com/watch?v=${VIDEO_ID}`,
            channel_title: 'Otter Watch',
            channel_url: null,
            channel_image: null,
            duration: '1:02:03',
            views: 1_234,
            uploaded_date: '2025-10-27',
            description: null,
            thumbnail_url: null,
            live: false,
          },
        ],
      },
    });
    expect(calls).toMatchObject([{ request: { depth: 20, device: 'mobile' } }]);
  });

  test.each([
    [{ depth: 0 }, 'depth is 0; give at least 1.'],
    [{ depth: 101 }, 'depth is 101; give at most 100.'],
    [{ device: 'tv' }, 'device is "tv"; the known ones are desktop, mobile.'],
    [{ os: 'ios' }, expect.stringMatching(/^Field "os" is unknown; /)],
  ])('refuses %j', async (fields, details) => {
    const answer = await post('/videosite-serp', { keyword: 'otters', ...fields });
    expect(answer).toMatchObject({ status: 400, body: { details } });
  });
});
