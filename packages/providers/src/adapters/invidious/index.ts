// Invidious, a front end to YouTube that one hosts oneself. It asks YouTube in English, whatever `hl` it
// is given: that chooses the language of its own texts only.
import { unsupportedLocale, YOUTUBE_VIDEOS } from '../../codes/dialects.ts';
import type { OfferOf, OptionsOf, VideoInfoRequest, VideoSerpRequest } from '../../ports.ts';
import { askForVideo, search } from './video.ts';

const name = 'invidious';
const unsupported = (request: VideoInfoRequest | VideoSerpRequest): string | null =>
  unsupportedLocale(YOUTUBE_VIDEOS, request);

export function openInvidious({
  http,
  url,
  now,
}: OptionsOf<'invidious', 'http' | 'now'>): OfferOf<'invidious'> {
  const instance = { http, url: url.replace(/\/+$/, '') };
  return {
    'video-info': {
      name,
      unsupported,
      ask: async (request, signal) => askForVideo(instance, request, signal),
    },
    'video-serp': {
      name,
      unsupported,
      ask: async (request, signal) => search(instance, request, { signal, now }),
    },
  };
}
