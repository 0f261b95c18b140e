import { PLACE, VIDEO_INFO, VIDEO_SERP } from '../../conformance/requests.ts';
import type { Subject } from '../../conformance/subject.ts';
import { CHANNEL, FAILURES, open, withoutFaults } from './shapes.fixture.ts';

const { videoId } = VIDEO_INFO;

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
    asked: [{ query: { target: 'ytsearch20:river otters & lakes' } }],
  },
  empty: {
    request: { ...VIDEO_SERP, keyword: '-- \0 --', depth: 7 },
    reply: { json: { _type: 'playlist', entries: [] } },
    expected: { engine: 'youtube', results: [] },
    asked: [{ query: { target: 'ytsearch7:--   --' } }],
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
  unsupported: [{ field: 'location_code', request: { ...VIDEO_SERP, location: PLACE } }],
  withoutFaults,
};
