// Invidious, a self-hosted front end to YouTube. It calls YouTube in English, whatever `hl` it gets, which only chooses
// the language of its own texts.
import { unsupportedLocale, YOUTUBE_VIDEOS } from '../../codes/dialects.ts';
import type { OfferOf, VideoInfoRequest, VideoSerpRequest } from '../../ports.ts';
import { fetchVideo, type InvidiousOptions, search } from './video.ts';

const name = 'invidious';
const unsupported = (request: VideoInfoRequest | VideoSerpRequest): string | null =>
  unsupportedLocale(YOUTUBE_VIDEOS, request);

export function openInvidious(options: InvidiousOptions): OfferOf<'invidious'> {
  return {
    'video-info': {
      name,
      unsupported,
      call: (request, signal) => fetchVideo(options, request, signal),
    },
    'video-serp': {
      name,
      unsupported,
      call: (request, signal) => search(options, request, signal),
    },
  };
}
