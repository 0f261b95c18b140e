import { language, CITY, VIDEO_INFO } from '../../conformance/requests.ts';
import type { Subject } from '../../conformance/subject.ts';
import {
  category,
  CHANNEL,
  channel,
  list,
  lists,
  open,
  refusal,
  REFUSALS,
  SECRET,
  UNTIL_MIDNIGHT,
  video,
} from './shapes.ts';

const { videoId } = VIDEO_INFO;

const stated = {
  videoId,
  title: 'Otters of the upper lake',
  url: `https://www.youtube.com/watch?v=${videoId}`,
  thumbnailUrl: 'https://images.example/otters-1280.jpg',
  channelId: CHANNEL,
  channelName: 'Otter Watch',
  channelUrl: `https://www.youtube.com/channel/${CHANNEL}`,
  channelLogo: 'https://images.example/logo-1280.jpg',
  description: 'Filmed at dawn.\n\nMap: https://lakes.example/map',
  viewsCount: 71_204,
  likesCount: 918,
  commentsCount: 84,
  channelSubscribers: { displayed: null, count: 7_090 },
  publicationDate: '2025-10-27',
  publishedAt: Date.UTC(2025, 9, 27, 8, 30),
  keywords: ['otter', 'lake'],
  category: 'Pets & Animals',
  isLive: false,
  isEmbeddable: true,
  durationSeconds: 3_723,
  streamingQuality: [],
};

const { localized: _localized, tags: _tags, ...plainSnippet } = video.snippet;

export const youtubeDataApiVideoInfo: Subject<'video-info'> = {
  operation: 'video-info',
  provider: 'youtube-data-api',
  secret: SECRET,
  open: (bench) => open(bench)['video-info'],
  good: {
    request: VIDEO_INFO,
    reply: lists({
      videos: list('video', [video]),
      channels: list('channel', [channel]),
      videoCategories: list('videoCategory', [category]),
    }),
    expected: { engine: 'youtube', video: stated },
  },
  empty: null,
  others: {
    'a broadcast that goes on, of a channel that hides its subscribers': {
      request: { ...VIDEO_INFO, language: language('es-MX') },
      reply: (request) =>
        lists({
          videos: list('video', [
            {
              id: videoId,
              snippet: { ...plainSnippet, liveBroadcastContent: 'live', categoryId: '99' },
              contentDetails: { duration: 'P0D' },
              statistics: { viewCount: '71204' },
            },
          ]),
          channels: list('channel', [
            { ...channel, statistics: { subscriberCount: '0', hiddenSubscriberCount: true } },
          ]),
          // A list without items has none of its own.
          videoCategories:
            request.query['hl'] === 'es'
              ? { json: { kind: 'youtube#videoCategoryListResponse' } }
              : { status: 400 },
        })(request),
      expected: {
        engine: 'youtube',
        video: {
          ...stated,
          title: 'Otter am oberen See',
          description: 'Im Morgengrauen.',
          likesCount: null,
          commentsCount: null,
          channelSubscribers: { displayed: null, count: null },
          keywords: [],
          category: null,
          isLive: true,
          isEmbeddable: null,
          durationSeconds: null,
        },
      },
    },
  },
  failures: [
    ...REFUSALS,
    { what: 'no such video', reply: list('video', []), kind: 'not_found' },
    {
      what: 'another video',
      reply: list('video', [{ ...video, id: 'bEAver-0815' }]),
      kind: 'bad_answer',
      field: 'items[0].id',
    },
    {
      what: 'a count that is a text',
      reply: lists({
        videos: list('video', [{ ...video, statistics: { viewCount: 'many' } }]),
        channels: list('channel', []),
        videoCategories: list('videoCategory', []),
      }),
      kind: 'bad_answer',
      field: 'items[0].statistics.viewCount',
    },
    {
      what: 'no units are left for the second list',
      reply: lists({
        videos: list('video', [video]),
        channels: refusal(403, 'quotaExceeded'),
        videoCategories: list('videoCategory', [category]),
      }),
      kind: 'quota',
      retryAfterMs: UNTIL_MIDNIGHT,
    },
  ],
  unsupported: [
    { field: 'location_code', request: { ...VIDEO_INFO, location: CITY } },
    { field: 'language_code', request: { ...VIDEO_INFO, language: language('cy') } },
  ],
};
