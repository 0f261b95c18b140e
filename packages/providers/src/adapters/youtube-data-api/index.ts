// YouTube's official API, under a key and daily quotas: searches have one of their own, all else costs a unit a request.
// api.ts asks it; video-info.ts and video-serp.ts put answers together, each from several of its lists.
import { unsupportedLocale } from '../../answers/locale.ts';
import type { VideoInfoProvider, VideoSerpProvider } from '../../ports.ts';
import { openApi, type YoutubeDataApiOptions } from './api.ts';
import { askForVideo } from './video-info.ts';
import { search } from './video-serp.ts';

export type { YoutubeDataApiOptions } from './api.ts';

const name = 'youtube-data-api';

export function openYoutubeDataApi(options: YoutubeDataApiOptions): {
  readonly 'video-info': VideoInfoProvider;
  readonly 'video-serp': VideoSerpProvider;
} {
  const api = openApi(options);
  return {
    'video-info': {
      name,
      unsupported: (request) => unsupportedLocale('youtube', request),
      ask: async (request, signal) => askForVideo(api, request, signal),
    },
    'video-serp': {
      name,
      unsupported: (request) => unsupportedLocale('youtube-videos', request),
      ask: async (request, signal) => search(api, request, signal),
    },
  };
}
