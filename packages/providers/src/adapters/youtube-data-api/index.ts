// YouTube's official API, under a key and daily quotas: searches have one of their own, all else costs a unit a
// request. api.ts calls it; video.ts combines answers from several of its lists.
import { unsupportedLocale, YOUTUBE, YOUTUBE_VIDEOS } from '../../codes/dialects.ts';
import type { OfferOf } from '../../ports.ts';
import { openApi, type YoutubeDataApiOptions } from './api.ts';
import { fetchVideo, search } from './video.ts';

const name = 'youtube-data-api';

export function openYoutubeDataApi(options: YoutubeDataApiOptions): OfferOf<'youtube-data-api'> {
  const api = openApi(options);
  return {
    'video-info': {
      name,
      unsupported: (request) => unsupportedLocale(YOUTUBE, request),
      call: (request, signal) => fetchVideo(api, request, signal),
    },
    'video-serp': {
      name,
      unsupported: (request) => unsupportedLocale(YOUTUBE_VIDEOS, request),
      call: (request, signal) => search(api, request, signal),
    },
  };
}
