import { VIDEO_INFO } from '../../conformance/requests.ts';
import type { Bench } from '../../conformance/subject.ts';
import type { ReceivedRequest, Reply } from '../../conformance/upstream.ts';
import type { FailureKind } from '../../../src/failure.ts';
import { openYoutubeDataApi } from '../../../src/adapters/youtube-data-api/index.ts';

export const SECRET = 'AIza-otter-secret';

export const open = ({ origin, http, now }: Bench): ReturnType<typeof openYoutubeDataApi> =>
  openYoutubeDataApi({ http, url: `${origin}/youtube/v3`, key: SECRET, now });

/** Replies by the requested list. */
export const lists =
  (replies: Readonly<Record<string, Reply>>) =>
  ({ path, headers }: ReceivedRequest): Reply =>
    headers['x-goog-api-key'] === SECRET
      ? (replies[path.replace('/youtube/v3/', '')] ?? { status: 404 })
      : { status: 403 };

export const list = (kind: string, items: readonly unknown[], more: object = {}): Reply => ({
  json: { kind: `youtube#${kind}ListResponse`, etag: 'kQ3z', items, ...more },
});

const { videoId } = VIDEO_INFO;
export const CHANNEL = 'UCotterwatchotterwatch11';

export const images = (name: string): object => ({
  default: { url: `https://images.example/${name}-120.jpg`, width: 120, height: 90 },
  maxres: { url: `https://images.example/${name}-1280.jpg`, width: 1_280, height: 720 },
  high: { url: `https://images.example/${name}-480.jpg`, width: 480, height: 360 },
});

export const video = {
  kind: 'youtube#video',
  id: videoId,
  snippet: {
    publishedAt: '2025-10-27T08:30:00Z',
    channelId: CHANNEL,
    title: 'Otter am oberen See',
    description: 'Im Morgengrauen.',
    thumbnails: images('otters'),
    channelTitle: 'Otter Watch',
    tags: ['otter', 'lake'],
    categoryId: '15',
    liveBroadcastContent: 'none',
    localized: {
      title: 'Otters of the  upper lake',
      description: 'Filmed at dawn.\n\nMap: https://lakes.example/map ',
    },
  },
  contentDetails: { duration: 'PT1H2M3S', dimension: '2d', definition: 'hd' },
  status: { privacyStatus: 'public', embeddable: true },
  statistics: { viewCount: '71204', likeCount: '918', favoriteCount: '0', commentCount: '84' },
};

export const channel = {
  kind: 'youtube#channel',
  id: CHANNEL,
  snippet: { title: 'Otter Watch', thumbnails: images('logo') },
  statistics: { viewCount: '900100', subscriberCount: '7090', hiddenSubscriberCount: false },
};

export const category = { id: '15', snippet: { title: 'Pets & Animals', assignable: true } };

/** Time from 2026-11-22 12:00 UTC to midnight in California. */
export const UNTIL_MIDNIGHT = 20 * 3_600_000;

/** An error in the API's form. */
export function refusal(status: number, reason: string, { message = 'No.', ...more }: Said = {}): Reply {
  const errors = [{ message, domain: 'youtube', reason, ...more }];
  return { status, json: { error: { code: status, message, errors } } };
}

interface Said {
  readonly message?: string;
  /** The parameter that it is about. */
  readonly location?: string;
}

/** A case of both subjects. */
interface Refused {
  readonly what: string;
  readonly reply: Reply;
  readonly kind: FailureKind;
  readonly retryAfterMs?: number;
  readonly field?: string;
}

function refused(status: number, reason: string, kind: FailureKind, more: Said = {}): Refused {
  return {
    what: [status, reason, ...Object.values(more)].join(', '),
    reply: refusal(status, reason, more),
    kind,
  };
}

/** The errors that any list may end with. */
export const REFUSALS: readonly Refused[] = [
  {
    what: 'a key that is none',
    reply: {
      status: 400,
      json: {
        error: {
          code: 400,
          message: 'The key is not valid.',
          errors: [{ message: 'The key is not valid.', domain: 'global', reason: 'badRequest' }],
          status: 'INVALID_ARGUMENT',
          details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }],
        },
      },
    },
    kind: 'credential',
  },
  refused(400, 'keyInvalid', 'credential'),
  refused(403, 'accessNotConfigured', 'credential'),
  refused(403, 'ipRefererBlocked', 'credential'),
  refused(403, 'rateLimitExceeded', 'rate_limited'),
  refused(429, 'rateLimitExceeded', 'rate_limited'),
  { ...refused(403, 'quotaExceeded', 'quota'), retryAfterMs: UNTIL_MIDNIGHT },
  {
    ...refused(429, 'rateLimitExceeded', 'quota', { message: "Above the limit 'Search Queries per day'." }),
    retryAfterMs: UNTIL_MIDNIGHT,
  },
  refused(503, 'backendError', 'unavailable'),
  {
    ...refused(400, 'invalidParameter', 'unsupported', { location: 'hl' }),
    field: 'language_code',
  },
  { what: 'an error that is a text', reply: { status: 500, json: { error: 'none' } }, kind: 'unavailable' },
  { what: 'an object of somebody else', reply: { json: {} }, kind: 'bad_answer', field: 'kind' },
];
