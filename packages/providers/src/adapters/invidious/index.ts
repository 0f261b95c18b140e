// Invidious, a front end to YouTube that one hosts oneself. It asks YouTube in English, whatever `hl` it
// is given: that chooses the language of its own texts only.
import { unsupportedLocale } from '../../answers/locale.ts';
import type { HttpClient } from '../../http/client.ts';
import type {
  Clock,
  VideoInfoProvider,
  VideoInfoRequest,
  VideoSerpProvider,
  VideoSerpRequest,
} from '../../ports.ts';
import { askForVideo } from './video-info.ts';
import { search } from './video-serp.ts';

export interface InvidiousOptions {
  readonly http: HttpClient;
  /** Of the instance: `https://invidious.example`; user and password in it are sent, a path is kept. */
  readonly url: string;
  readonly now: Clock;
}

const name = 'invidious';
const unsupported = (request: VideoInfoRequest | VideoSerpRequest): string | null =>
  unsupportedLocale('youtube-videos', request);

export function openInvidious({ http, url, now }: InvidiousOptions): {
  readonly 'video-info': VideoInfoProvider;
  readonly 'video-serp': VideoSerpProvider;
} {
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
