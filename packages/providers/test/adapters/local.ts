/* The index here is a fake upstream that gives what it finds as JSON, so that the suites of the ports run over this adapter, too. */
import { requireSuccess } from '../../src/http/status.ts';
import { AUTOCOMPLETE, CITY, VIDEO_INFO, VIDEO_SERP, WEB_SERP } from '../conformance/requests.ts';
import type { Bench, ProviderUnderTest, Subject } from '../conformance/subject.ts';
import { type Field, rootField } from '../../src/field.ts';
import { openLocal } from '../../src/adapters/local/index.ts';
import type { LocalIndex, LocalVideo } from '../../src/adapters/local/local-index.ts';

const indexAt = ({ http, origin }: Bench): LocalIndex => {
  async function listOf(
    path: string,
    query: Readonly<Record<string, string | number>>,
    signal: AbortSignal,
  ): Promise<readonly Field[]> {
    const answer = requireSuccess(await http.json({ url: `${origin}/${path}`, query, signal }));
    return rootField(answer.body).at('found').present().list();
  }
  return {
    async search({ keyword, limit }, signal) {
      return (await listOf('pages', { keyword, limit }, signal)).map((page) => ({
        url: page.at('url').present().string() ?? '',
        title: page.at('title').text(),
        snippet: page.at('snippet').text(),
        featured: page.at('featured').string(),
      }));
    },
    async complete(typed, limit, signal) {
      return (await listOf('completions', { typed, limit }, signal)).map((one) => ({
        text: one.at('text').present().string() ?? '',
        added: one.at('added').texts(),
      }));
    },
    async videos({ keyword, limit }, signal) {
      return (await listOf('videos', { keyword, limit }, signal)).map(videoIn);
    },
    async video(id, signal) {
      const [found] = await listOf('video', { id }, signal);
      return found === undefined ? null : videoIn(found);
    },
  };
};

function videoIn(stated: Field): LocalVideo {
  const text = (name: string): string | null => stated.at(name).text();
  return {
    pageUrl: stated.at('page').present().string() ?? '',
    youTubeId: text('youTubeId'),
    video: {
      name: text('name'),
      description: text('description'),
      thumbnailUrl: text('thumbnail'),
      uploadDate: text('uploaded'),
      duration: text('duration'),
      embedUrl: text('embed'),
      contentUrl: text('content'),
      url: text('url'),
      views: stated.at('views').count(),
      channel: text('channel'),
      channelUrl: text('channelUrl'),
      isLive: stated.at('live').boolean(),
    },
  };
}

const source = { engine: 'local', engineDomain: 'local' } as const;

const localWebSerp: Subject<'web-serp'> = {
  operation: 'web-serp',
  provider: 'local',
  open: (bench) => openLocal({ index: indexAt(bench) })['web-serp'],
  good: {
    request: WEB_SERP,
    reply: {
      json: {
        found: [
          {
            url: 'https://lakes.example/rivers/otters',
            title: 'Otters of rivers and lakes',
            snippet: '… river otters live in lakes …',
            featured: '1. Rivers\n2. Lakes\n3. Coasts',
          },
          { url: 'https://www.pond.example/', title: null, snippet: null, featured: null },
        ],
      },
    },
    expected: {
      ...source,
      locationName: null,
      results: [
        {
          type: 'featured_snippet',
          rankGroup: 1,
          rankAbsolute: 1,
          domain: 'lakes.example',
          title: 'Otters of rivers and lakes',
          description: '1. Rivers\n2. Lakes\n3. Coasts',
          url: 'https://lakes.example/rivers/otters',
          breadcrumb: null,
        },
        {
          type: 'organic',
          rankGroup: 1,
          rankAbsolute: 2,
          domain: 'lakes.example',
          title: 'Otters of rivers and lakes',
          description: '… river otters live in lakes …',
          url: 'https://lakes.example/rivers/otters',
          breadcrumb: 'https://lakes.example › rivers › otters',
        },
        {
          type: 'organic',
          rankGroup: 2,
          rankAbsolute: 3,
          domain: 'www.pond.example',
          title: 'https://www.pond.example/',
          description: null,
          url: 'https://www.pond.example/',
          breadcrumb: 'https://www.pond.example',
        },
      ],
    },
    requests: [{ path: '/pages', query: { keyword: WEB_SERP.keyword, limit: '10' } }],
  },
  empty: {
    request: WEB_SERP,
    reply: { json: { found: [] } },
    expected: { ...source, locationName: null, results: [] },
  },
  failures: [],
  unsupported: [{ field: 'location_code', request: { ...WEB_SERP, location: CITY } }],
};

const localAutocomplete: Subject<'web-autocomplete'> = {
  operation: 'web-autocomplete',
  provider: 'local',
  open: (bench) => openLocal({ index: indexAt(bench) })['web-autocomplete'],
  good: {
    request: AUTOCOMPLETE,
    reply: {
      json: {
        found: [
          { text: 'river otters', added: ['ers'] },
          { text: 'the river otter', added: ['the', 'er'] },
        ],
      },
    },
    expected: {
      ...source,
      checkUrl: null,
      suggestions: [
        { text: 'river otters', searchUrl: null, thumbnailUrl: null, highlighted: ['ers'] },
        { text: 'the river otter', searchUrl: null, thumbnailUrl: null, highlighted: ['the', 'er'] },
      ],
    },
    requests: [{ path: '/completions', query: { typed: 'river ott', limit: '10' } }],
  },
  empty: {
    request: AUTOCOMPLETE,
    reply: { json: { found: [] } },
    expected: { ...source, checkUrl: null, suggestions: [] },
  },
  failures: [],
  unsupported: [
    { field: 'location_code', request: { ...AUTOCOMPLETE, location: CITY } },
    { field: 'client', request: { ...AUTOCOMPLETE, client: 'youtube' } },
  ],
};

const { videoId } = VIDEO_INFO;

const VIDEO = {
  page: 'https://lakes.example/films/otters',
  name: 'Otters of the upper lake',
  description: 'Filmed at dawn.',
  thumbnail: 'https://lakes.example/otters.jpg',
  uploaded: '2025-10-27T06:30:00+02:00',
  duration: 'PT3M21S',
  embed: `https://www.youtube.com/embed/${videoId}`,
  youTubeId: videoId,
  views: 71_204,
  channel: 'Otter Watch',
  channelUrl: 'https://watch.example/',
  live: false,
};

const UNKNOWN_OF_INFO = {
  channelId: null,
  channelLogo: null,
  likesCount: null,
  commentsCount: null,
  channelSubscribers: { displayed: null, count: null },
  keywords: [],
  category: null,
  streamingQuality: [],
} as const;

const localVideoInfo: Subject<'video-info'> = {
  operation: 'video-info',
  provider: 'local',
  open: (bench) => openLocal({ index: indexAt(bench) })['video-info'],
  good: {
    request: VIDEO_INFO,
    reply: { json: { found: [VIDEO] } },
    expected: {
      engine: 'local',
      video: {
        ...UNKNOWN_OF_INFO,
        videoId,
        title: 'Otters of the upper lake',
        url: `https://www.youtube.com/watch?v=${videoId}`,
        thumbnailUrl: 'https://lakes.example/otters.jpg',
        channelName: 'Otter Watch',
        channelUrl: 'https://watch.example/',
        description: 'Filmed at dawn.',
        viewsCount: 71_204,
        publicationDate: '2025-10-27',
        publishedAt: Date.UTC(2025, 9, 27, 4, 30),
        isLive: false,
        isEmbeddable: true,
        durationSeconds: 201,
      },
    },
    requests: [{ path: '/video', query: { id: videoId } }],
  },
  empty: null,
  others: {
    'a video of which a page says nothing': {
      request: VIDEO_INFO,
      reply: {
        json: {
          found: [{ page: VIDEO.page, url: `https://youtu.be/${videoId}`, uploaded: 'May', duration: '90' }],
        },
      },
      expected: {
        engine: 'local',
        video: {
          ...UNKNOWN_OF_INFO,
          videoId,
          title: null,
          url: `https://www.youtube.com/watch?v=${videoId}`,
          thumbnailUrl: null,
          channelName: null,
          channelUrl: null,
          description: null,
          viewsCount: null,
          publicationDate: null,
          publishedAt: null,
          isLive: null,
          isEmbeddable: null,
          durationSeconds: 90,
        },
      },
    },
  },
  failures: [{ what: 'no page has the video', reply: { json: { found: [] } }, kind: 'not_found' }],
  unsupported: [],
};

const localVideoSerp: Subject<'video-serp'> = {
  operation: 'video-serp',
  provider: 'local',
  open: (bench) => openLocal({ index: indexAt(bench) })['video-serp'],
  good: {
    request: VIDEO_SERP,
    reply: {
      json: {
        found: [
          VIDEO,
          {
            page: 'https://pond.example/film',
            name: 'Pond',
            uploaded: '2025-02-31',
            embed: 'https://player.example/1',
          },
        ],
      },
    },
    expected: {
      engine: 'local',
      results: [
        {
          rankGroup: 1,
          rankAbsolute: 1,
          title: 'Otters of the upper lake',
          url: `https://www.youtube.com/watch?v=${videoId}`,
          channelTitle: 'Otter Watch',
          channelUrl: 'https://watch.example/',
          channelImage: null,
          duration: '3:21',
          views: 71_204,
          uploadedDate: '2025-10-27',
          description: 'Filmed at dawn.',
          thumbnailUrl: 'https://lakes.example/otters.jpg',
          live: false,
        },
        {
          rankGroup: 2,
          rankAbsolute: 2,
          title: 'Pond',
          url: 'https://pond.example/film',
          channelTitle: null,
          channelUrl: null,
          channelImage: null,
          duration: null,
          views: null,
          uploadedDate: null,
          description: null,
          thumbnailUrl: null,
          live: null,
        },
      ],
    },
    requests: [{ path: '/videos', query: { keyword: VIDEO_SERP.keyword, limit: '20' } }],
  },
  empty: {
    request: VIDEO_SERP,
    reply: { json: { found: [] } },
    expected: { engine: 'local', results: [] },
  },
  failures: [],
  unsupported: [{ field: 'location_code', request: { ...VIDEO_SERP, location: CITY } }],
};

export const localUnderTest: ProviderUnderTest<'local'> = {
  environment: () => ({}),
  subjects: {
    'web-serp': localWebSerp,
    'web-autocomplete': localAutocomplete,
    'video-info': localVideoInfo,
    'video-serp': localVideoSerp,
  },
};
