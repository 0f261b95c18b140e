import { type Examples, success } from './example.ts';

const VIDEO_ID = 'aBcDeFgHi-1';
const VIDEO_URL = `https://www.youtube.com/watch?v=${VIDEO_ID}`;

const google = { api: 'serp', function: 'live', se: 'google' };
const youtube = { ...google, se: 'youtube' };

export const PROVIDER_EXAMPLES = {
  searchWeb: {
    json: { keyword: 'loose leaf tea', language_code: 'en', location_code: 2826, depth: 10 },
    answers: {
      200: success({
        data: {
          ...google,
          se_type: 'organic',
          language_name: 'English',
          location_name: 'United Kingdom',
          keyword: 'loose leaf tea',
          device: 'desktop',
          os: 'windows',
          se_domain: 'google.co.uk',
        },
        result: [
          {
            type: 'organic',
            rank_group: 1,
            rank_absolute: 1,
            domain: 'shop.example',
            title: 'Tea and Kettles',
            description: 'Loose leaf tea, and what to brew it in.',
            url: 'https://shop.example/tea',
            breadcrumb: 'https://shop.example › tea',
          },
        ],
      }),
    },
  },
  suggestSearches: {
    json: { keyword: 'loose leaf' },
    answers: {
      200: success({
        data: {
          ...google,
          se_type: 'autocomplete',
          keyword: 'loose leaf',
          language_code: 'en',
          location_code: 2840,
          client: 'gws-wiz-serp',
          device: 'desktop',
          os: 'windows',
        },
        result: [
          {
            keyword: 'loose leaf',
            type: 'autocomplete',
            se_domain: 'google.com',
            location_code: 2840,
            language_code: 'en',
            check_url: 'https://www.google.com/search?q=loose+leaf',
            items: [
              {
                type: 'autocomplete',
                rank_group: 1,
                rank_absolute: 1,
                suggestion: 'loose leaf tea',
                search_query_url: 'https://www.google.com/search?q=loose+leaf+tea',
                thumbnail_url: null,
                highlighted: ['tea'],
              },
            ],
          },
        ],
      }),
    },
  },
  getVideo: {
    json: { video_id: VIDEO_ID },
    answers: {
      200: success({
        data: {
          ...youtube,
          se_type: 'video_info',
          language_code: 'en',
          location_code: 2840,
          video_id: VIDEO_ID,
          check_url: VIDEO_URL,
        },
        result: {
          type: 'youtube_video_info',
          video_id: VIDEO_ID,
          title: 'How to brew tea',
          url: VIDEO_URL,
          thumbnail_url: `https://i.ytimg.com/vi/${VIDEO_ID}/hqdefault.jpg`,
          channel_id: 'UCteaandkettles',
          channel_name: 'Tea and Kettles',
          channel_url: 'https://www.youtube.com/channel/UCteaandkettles',
          channel_logo: null,
          description: 'Water first.',
          views_count: 70_912,
          likes_count: 1_204,
          comments_count: 88,
          channel_subscribers_count: { displayed_count: '7.09K', count: 7_090 },
          publication_date: '2026-02-11',
          timestamp: '2026-02-11 17:00:03 +00:00',
          keywords: ['tea'],
          category: 'Howto & Style',
          is_live: false,
          is_embeddable: true,
          duration_time: '4:02',
          duration_time_seconds: 242,
          streaming_quality: [
            {
              type: 'streaming_quality_element',
              label: '720p',
              width: 1_280,
              height: 720,
              bitrate: 1_500_000,
              mime_type: 'video/mp4',
              fps: 30,
            },
          ],
        },
      }),
    },
  },
  searchVideos: {
    json: { keyword: 'how to brew tea', depth: 20 },
    answers: {
      200: success({
        data: {
          ...youtube,
          se_type: 'organic',
          keyword: 'how to brew tea',
          language_code: 'en',
          location_code: 2840,
          device: 'desktop',
        },
        result: [
          {
            type: 'video',
            rank_group: 1,
            rank_absolute: 1,
            title: 'How to brew tea',
            url: VIDEO_URL,
            channel_title: 'Tea and Kettles',
            channel_url: 'https://www.youtube.com/channel/UCteaandkettles',
            channel_image: null,
            duration: '4:02',
            views: 70_912,
            uploaded_date: '2026-02-11',
            description: 'Water first.',
            thumbnail_url: `https://i.ytimg.com/vi/${VIDEO_ID}/hqdefault.jpg`,
            live: false,
          },
        ],
      }),
    },
  },
  listProviders: {
    answers: {
      200: success({
        operations: [
          {
            operation: '/web-serp',
            setting: 'SITEGREP_WEB_SERP_PROVIDERS',
            providers: [
              {
                name: 'searxng',
                state: 'resting',
                rests_until: '2026-03-01 09:00:12 +00:00',
                in_flight: 0,
                budget: { daily: 2_000, left: 1_377 },
                last_answer_at: '2026-03-01 08:59:12 +00:00',
                last_error: {
                  kind: 'timeout',
                  message: 'no answer in 15 s',
                  at: '2026-03-01 09:00:02 +00:00',
                },
              },
              {
                name: 'local',
                state: 'ready',
                rests_until: null,
                in_flight: 0,
                budget: null,
                last_answer_at: '2026-03-01 09:00:02 +00:00',
                last_error: null,
              },
            ],
          },
        ],
      }),
    },
  },
} as const satisfies Examples;
