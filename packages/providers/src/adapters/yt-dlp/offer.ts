import { unsupportedLocale } from '../../answers/locale.ts';
import type {
  VideoInfoProvider,
  VideoInfoRequest,
  VideoSerpProvider,
  VideoSerpRequest,
} from '../../ports.ts';
import type { RunYtDlp } from './program.ts';
import { askForVideo } from './video-info.ts';
import { search } from './video-serp.ts';

export interface YtDlpOffer {
  readonly 'video-info': VideoInfoProvider;
  readonly 'video-serp': VideoSerpProvider;
}

const name = 'yt-dlp';

/** It is asked in English, from where it runs: of other languages it can't read all facts, and it takes no country. */
const unsupported = (request: VideoInfoRequest | VideoSerpRequest): string | null =>
  unsupportedLocale('youtube-videos', request);

export function offer(run: RunYtDlp): YtDlpOffer {
  return {
    'video-info': {
      name,
      unsupported,
      ask: async (request, signal) => askForVideo(run, request, signal),
    },
    'video-serp': {
      name,
      unsupported,
      ask: async (request, signal) => search(run, request, signal),
    },
  };
}
