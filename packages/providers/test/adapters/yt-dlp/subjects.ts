import type { HttpFaultName } from '../../conformance/http-faults.ts';
import { CITY, VIDEO_INFO, VIDEO_SERP } from '../../conformance/requests.ts';
import type { Bench, Subject } from '../../conformance/subject.ts';
import type { Reply } from '../../conformance/upstream.ts';
import type { OfferOf } from '../../../src/ports.ts';
import { offer } from '../../../src/adapters/yt-dlp/index.ts';

/** A program that prints what it fetches; of its arguments it only uses the target. */
const open = ({ origin, http }: Bench): OfferOf<'yt-dlp'> =>
  offer(async (args, target, signal) => {
    const { status, body } = await http.text({ url: `${origin}/`, query: { target }, signal }, [
      'application/json',
    ]);
    return status >= 400
      ? { code: 1, stdout: 'null\n', stderr: body }
      : { code: args.includes('--dump-single-json') ? 0 : 2, stdout: body, stderr: '' };
  });

const { videoId } = VIDEO_INFO;
const CHANNEL = 'UCotterwatchotterwatch11';

/** An error message of the program, as the fake upstream gives it. */
const complaint = (text: string): Reply => ({
  status: 500,
  type: 'text/plain',
  text: `WARNING: [youtube] Something is odd\nERROR: [youtube] ${videoId}: ${text}\n`,
});

/** Faults of HTTP, which is not used between the adapter and the program. */
const withoutFaults: readonly HttpFaultName[] = [
  'status 401',
  'status 402',
  'status 403',
  'status 429',
  'status 429 with Retry-After',
  'status 500',
  'status 502',
  'status 503',
  'status 503 with Retry-After',
  'status 504',
];

/** Failures of both operations. */
const FAILURES: Subject<'video-info'>['failures'] & Subject<'video-serp'>['failures'] = [
  {
    what: 'taken for a robot',
    reply: complaint('Sign in to confirm you’re not a bot. Use --cookies'),
    kind: 'rate_limited',
  },
  {
    what: 'asked too often',
    reply: complaint("Video unavailable. This content isn't available, try again later."),
    kind: 'rate_limited',
  },
  { what: 'no network', reply: complaint('Unable to download API page: timed out'), kind: 'unavailable' },
  {
    what: 'an option that it does not know',
    reply: { status: 500, type: 'text/plain', text: 'yt-dlp: error: no such option: --flat-playlist\n' },
    kind: 'unavailable',
  },
  { what: 'nothing said', reply: { status: 500, type: 'text/plain', text: '' }, kind: 'unavailable' },
];

const video = {
  id: videoId,
  title: 'Otters of the  upper lake',
  thumbnail: 'https://images.example/otters.webp',
  description: 'Filmed at dawn.\n\nMap: https://lakes.example/map ',
  channel: 'Otter Watch',
  channel_id: CHANNEL,
  channel_url: `https://www.youtube.com/channel/${CHANNEL}`,
  channel_follower_count: 7_090,
  uploader: '@otterwatch',
  duration: 201,
  view_count: 71_204,
  like_count: 918,
  comment_count: 84,
  categories: ['Pets & Animals'],
  tags: ['otter', 'lake'],
  playable_in_embed: true,
  is_live: false,
  live_status: 'not_live',
  upload_date: '20251027',
  timestamp: Date.UTC(2025, 9, 27, 8, 30) / 1_000,
  formats: [
    { ext: 'mhtml', format_note: 'storyboard', width: 48, height: 27, fps: 0.5, vcodec: 'none' },
    { ext: 'm4a', format_note: 'medium', tbr: 129.5, vcodec: 'none', acodec: 'mp4a.40.2', fps: null },
    {
      ext: 'webm',
      format_note: '720p60, HDR',
      width: 1_280,
      height: 720,
      tbr: 2_345.678_4,
      fps: 59.94,
      vcodec: 'vp9',
      acodec: 'none',
    },
    { ext: 'mp4', width: 640, height: 360, vcodec: 'avc1.42001E', acodec: 'mp4a.40.2' },
  ],
};

const stated = {
  videoId,
  title: 'Otters of the upper lake',
  url: `https://www.youtube.com/watch?v=${videoId}`,
  thumbnailUrl: 'https://images.example/otters.webp',
  channelId: CHANNEL,
  channelName: 'Otter Watch',
  channelUrl: `https://www.youtube.com/channel/${CHANNEL}`,
  channelLogo: null,
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
  durationSeconds: 201,
  streamingQuality: [
    {
      label: '720p60',
      width: 1_280,
      height: 720,
      bitrate: 2_345_678,
      mimeType: 'video/webm; codecs="vp9"',
      fps: 60,
    },
    {
      label: null,
      width: 640,
      height: 360,
      bitrate: null,
      mimeType: 'video/mp4; codecs="avc1.42001E, mp4a.40.2"',
      fps: null,
    },
  ],
};

export const ytDlpVideoInfo: Subject<'video-info'> = {
  operation: 'video-info',
  provider: 'yt-dlp',
  open: (bench) => open(bench)['video-info'],
  good: {
    request: VIDEO_INFO,
    reply: { json: video },
    expected: { engine: 'youtube', video: stated },
    requests: [{ query: { target: `https://www.youtube.com/watch?v=${videoId}` } }],
  },
  empty: null,
  others: {
    'a broadcast of which only the day is known': {
      request: VIDEO_INFO,
      reply: {
        json: {
          ...video,
          channel: null,
          duration: 0.5,
          timestamp: null,
          is_live: true,
          formats: [{ ext: 'ts', width: 1_280, height: 720, vcodec: null }],
        },
      },
      expected: {
        engine: 'youtube',
        video: {
          ...stated,
          channelName: '@otterwatch',
          publishedAt: null,
          isLive: true,
          durationSeconds: null,
          streamingQuality: [
            { label: null, width: 1_280, height: 720, bitrate: null, mimeType: null, fps: null },
          ],
        },
      },
    },
  },
  failures: [
    ...FAILURES,
    { what: 'no such video', reply: complaint('Video unavailable'), kind: 'not_found' },
    {
      what: 'a private video',
      reply: complaint("Private video. Sign in if you've been granted access to this video"),
      kind: 'not_found',
    },
    {
      what: 'another country',
      reply: complaint('The uploader has not made this video available in your country'),
      kind: 'unavailable',
    },
    {
      what: 'another video',
      reply: { json: { ...video, id: 'bEAver-0815' } },
      kind: 'bad_answer',
      field: 'id',
    },
    {
      what: 'a day that is none',
      reply: { json: { ...video, timestamp: null, upload_date: '20251332' } },
      kind: 'bad_answer',
      field: 'upload_date',
    },
  ],
  unsupported: [{ field: 'location_code', request: { ...VIDEO_INFO, location: CITY } }],
  withoutFaults,
};

const entry = {
  _type: 'url',
  ie_key: 'Youtube',
  id: videoId,
  url: `https://www.youtube.com/watch?v=${videoId}`,
  title: 'Otters &  lakes',
  description: 'Filmed at dawn.\nMore below.',
  duration: 3_723,
  channel: 'Otter Watch',
  channel_id: CHANNEL,
  channel_url: `https://www.youtube.com/channel/${CHANNEL}`,
  thumbnails: [
    { url: 'https://images.example/otters-360.jpg', width: 360, height: 202 },
    { url: 'https://images.example/otters-720.jpg', width: 720, height: 404 },
  ],
  timestamp: Date.UTC(2025, 9, 27) / 1_000,
  view_count: 71_204,
  live_status: 'was_live',
};

const listed = {
  title: 'Otters & lakes',
  url: `https://www.youtube.com/watch?v=${videoId}`,
  channelTitle: 'Otter Watch',
  channelUrl: `https://www.youtube.com/channel/${CHANNEL}`,
  channelImage: null,
  duration: '1:02:03',
  views: 71_204,
  uploadedDate: '2025-10-27',
  description: 'Filmed at dawn. More below.',
  thumbnailUrl: 'https://images.example/otters-720.jpg',
  live: false,
};

export const ytDlpVideoSerp: Subject<'video-serp'> = {
  operation: 'video-serp',
  provider: 'yt-dlp',
  open: (bench) => open(bench)['video-serp'],
  good: {
    request: VIDEO_SERP,
    reply: {
      json: {
        _type: 'playlist',
        id: 'river otters & lakes',
        entries: [
          entry,
          {
            ...entry,
            url: 'https://www.youtube.com/shorts/oTTer-live1',
            duration: null,
            timestamp: null,
            view_count: null,
            live_status: 'is_live',
          },
          { ...entry, url: 'https://www.youtube.com/watch?v=oTTer-plain', live_status: null },
        ],
      },
    },
    expected: {
      engine: 'youtube',
      results: [
        { rankGroup: 1, rankAbsolute: 1, ...listed },
        {
          rankGroup: 2,
          rankAbsolute: 2,
          ...listed,
          url: 'https://www.youtube.com/shorts/oTTer-live1',
          duration: null,
          views: null,
          uploadedDate: null,
          live: true,
        },
        {
          rankGroup: 3,
          rankAbsolute: 3,
          ...listed,
          url: 'https://www.youtube.com/watch?v=oTTer-plain',
          live: null,
        },
      ],
    },
    requests: [{ query: { target: 'ytsearch20:river otters & lakes' } }],
  },
  empty: {
    request: { ...VIDEO_SERP, keyword: '-- \0 --', depth: 7 },
    reply: { json: { _type: 'playlist', entries: [] } },
    expected: { engine: 'youtube', results: [] },
    requests: [{ query: { target: 'ytsearch7:--   --' } }],
  },
  failures: [
    ...FAILURES,
    {
      what: 'a search whose words are those of a complaint',
      request: { ...VIDEO_SERP, keyword: 'private video' },
      reply: {
        status: 500,
        type: 'text/plain',
        text: 'ERROR: [youtube:search] query "private video" page 1: Unable to download API page: HTTP Error 500',
      },
      kind: 'unavailable',
    },
    {
      what: 'no list',
      reply: { json: { id: videoId, title: 'Otters' } },
      kind: 'bad_answer',
      field: 'entries',
    },
  ],
  unsupported: [{ field: 'location_code', request: { ...VIDEO_SERP, location: CITY } }],
  withoutFaults,
};
