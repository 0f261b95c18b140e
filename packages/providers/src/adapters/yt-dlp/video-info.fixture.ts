import { PLACE, VIDEO_INFO } from '../../conformance/requests.ts';
import type { Subject } from '../../conformance/subject.ts';
import { CHANNEL, complaint, FAILURES, open, withoutFaults } from './shapes.fixture.ts';

const { videoId } = VIDEO_INFO;

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
      tbr: 2_345.678,
      fps: 59.94,
      vcodec: 'vp9',
      acodec: 'none',
    },
    { ext: 'mp4', width: 640, height: 360, vcodec: 'avc1.42001E', acodec: 'mp4a.40.2' },
  ],
};

const told = {
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
    expected: { engine: 'youtube', video: told },
    asked: [{ query: { target: `https://www.youtube.com/watch?v=${videoId}` } }],
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
          ...told,
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
  unsupported: [{ field: 'location_code', request: { ...VIDEO_INFO, location: PLACE } }],
  withoutFaults,
};
