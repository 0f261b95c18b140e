/* A provider that knows everything of each operation, in invented words; and what the API makes of it. */
import type { AnswerOf, Offer, Operation, ProviderFailure, RequestOf } from '@sitegrep/providers';

export const VIDEO_ID = 'oTTer-_4711';

const ANSWERS: { readonly [Name in Operation]: AnswerOf<Name> } = {
  'web-serp': {
    engine: 'otters',
    engineDomain: 'otters.example',
    locationName: null,
    results: [
      {
        type: 'featured_snippet',
        rankGroup: 1,
        rankAbsolute: 1,
        domain: 'otters.example',
        title: 'What is an otter?',
        description: null,
        url: 'https://otters.example/what',
        breadcrumb: null,
      },
      {
        type: 'organic',
        rankGroup: 1,
        rankAbsolute: 3,
        domain: 'www.lakes.example',
        title: 'Lakes',
        description: 'All lakes',
        url: 'https://www.lakes.example/',
        breadcrumb: 'https://www.lakes.example',
      },
    ],
  },
  'web-autocomplete': {
    engine: 'otters',
    engineDomain: null,
    checkUrl: null,
    suggestions: [
      { text: 'otters & lakes', searchUrl: null, thumbnailUrl: null, highlighted: ['& lakes'] },
      {
        text: 'otter inn',
        searchUrl: 'https://otters.example/?q=inn',
        thumbnailUrl: 'https://otters.example/inn.png',
        highlighted: [],
      },
    ],
  },
  'video-info': {
    engine: 'videos',
    video: {
      videoId: VIDEO_ID,
      title: 'Otters',
      url: `https://www.youtube.com/watch?v=${VIDEO_ID}`,
      thumbnailUrl: null,
      channelId: 'UCotters',
      channelName: 'Otter Watch',
      channelUrl: null,
      channelLogo: null,
      description: 'One.\nTwo.',
      viewsCount: 1_234,
      likesCount: null,
      commentsCount: 0,
      channelSubscribers: { displayed: '7.09K', count: 7_090 },
      publicationDate: '2025-10-27',
      publishedAt: Date.UTC(2025, 9, 27, 8, 9, 10),
      keywords: ['otter'],
      category: null,
      isLive: false,
      isEmbeddable: null,
      durationSeconds: 3_723,
      streamingQuality: [
        { label: '720p60', width: 1_280, height: 720, bitrate: 1_500_000, mimeType: 'video/mp4', fps: 60 },
      ],
    },
  },
  'video-serp': {
    engine: 'videos',
    results: [
      {
        rankGroup: 1,
        rankAbsolute: 2,
        title: 'Otters',
        url: `https://www.youtube.com/watch?v=${VIDEO_ID}`,
        channelTitle: 'Otter Watch',
        channelUrl: null,
        channelImage: null,
        duration: '1:02:03',
        views: 1_234,
        uploadedDate: '2025-10-27',
        description: null,
        thumbnailUrl: null,
        live: false,
      },
    ],
  },
};

/** One call that `offerOf` received; calls are in order. */
export interface ReceivedCall {
  readonly operation: Operation;
  readonly request: RequestOf<Operation>;
}

/**
 * A provider of everything, which knows countries only.
 *
 * @param asked gets what it is asked
 * @param failure thrown instead of an answer
 */
export function offerOf(calls: ReceivedCall[] = [], failure: ProviderFailure | null = null): Offer {
  const one = <Name extends Operation>(operation: Name) => ({
    name: 'test',
    unsupported: ({ location }: RequestOf<Operation>) => (location.country === null ? 'location_code' : null),
    call: async (request: RequestOf<Name>): Promise<AnswerOf<Name>> => {
      calls.push({ operation, request });
      if (failure !== null) throw failure;
      return ANSWERS[operation];
    },
  });
  return {
    'web-serp': one('web-serp'),
    'web-autocomplete': one('web-autocomplete'),
    'video-info': one('video-info'),
    'video-serp': one('video-serp'),
  };
}
