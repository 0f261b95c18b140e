import { ProvidersAnswer } from '../providers.ts';
import { VideoSerpAnswer, VideoSerpRequest } from '../videosite-serp.ts';
import { VideoInfoAnswer, VideoInfoRequest } from '../videosite-video-info.ts';
import { AutocompleteAnswer, AutocompleteRequest } from '../web-autocomplete.ts';
import { WebSerpAnswer, WebSerpRequest } from '../web-serp.ts';
import type { Operation } from './operation.ts';

const UPSTREAM = ['upstream_failed', 'upstream_timed_out'] as const;
const ORIGIN = ['x-sitegrep-provider', 'age'] as const;

export const PROVIDER_OPERATIONS = {
  searchWeb: {
    method: 'POST',
    path: '/web-serp',
    scope: 'serp',
    tag: 'Providers',
    summary: 'Search web',
    json: { schema: WebSerpRequest },
    answers: [
      {
        status: 200,
        description: 'The results, best first. An empty list is a success.',
        json: WebSerpAnswer,
        headers: ORIGIN,
      },
    ],
    errors: UPSTREAM,
  },
  suggestSearches: {
    method: 'POST',
    path: '/web-autocomplete',
    scope: 'serp',
    tag: 'Providers',
    summary: 'Suggest searches',
    json: { schema: AutocompleteRequest },
    answers: [
      {
        status: 200,
        description: 'The suggestions, best first.',
        json: AutocompleteAnswer,
        headers: ORIGIN,
      },
    ],
    errors: UPSTREAM,
  },
  getVideo: {
    method: 'POST',
    path: '/videosite-video-info',
    scope: 'video',
    tag: 'Providers',
    summary: 'Get video',
    json: { schema: VideoInfoRequest },
    answers: [{ status: 200, description: 'The video.', json: VideoInfoAnswer, headers: ORIGIN }],
    errors: ['not_found', ...UPSTREAM],
  },
  searchVideos: {
    method: 'POST',
    path: '/videosite-serp',
    scope: 'video',
    tag: 'Providers',
    summary: 'Search videos',
    json: { schema: VideoSerpRequest },
    answers: [
      { status: 200, description: 'The videos, best first.', json: VideoSerpAnswer, headers: ORIGIN },
    ],
    errors: UPSTREAM,
  },
  listProviders: {
    method: 'GET',
    path: '/admin/providers',
    scope: 'admin',
    tag: 'Providers',
    summary: 'List providers',
    answers: [
      {
        status: 200,
        description: 'Each operation with its providers, as the answering process sees them.',
        json: ProvidersAnswer,
      },
    ],
  },
} as const satisfies Record<string, Operation>;
