// yt-dlp, a program that reads YouTube's pages, run as a child process for each request. program.ts runs it within
// bounds, video.ts has its arguments, answers and errors.
import { unsupportedLocale, YOUTUBE_VIDEOS } from '../../codes/dialects.ts';
import type { OfferOf, VideoInfoRequest, VideoSerpRequest } from '../../ports.ts';
import { openProgram, type ProgramOptions, type RunYtDlp } from './program.ts';
import { fetchVideo, search } from './video.ts';

export function openYtDlp(options: ProgramOptions): OfferOf<'yt-dlp'> {
  return offer(openProgram(options));
}

const name = 'yt-dlp';

/**
 * It calls YouTube in English, from where it runs: it can't read all facts in other languages, and takes no country.
 */
const unsupported = (request: VideoInfoRequest | VideoSerpRequest): string | null =>
  unsupportedLocale(YOUTUBE_VIDEOS, request);

export function offer(run: RunYtDlp): OfferOf<'yt-dlp'> {
  return {
    'video-info': {
      name,
      unsupported,
      call: (request, signal) => fetchVideo(run, request, signal),
    },
    'video-serp': {
      name,
      unsupported,
      call: (request, signal) => search(run, request, signal),
    },
  };
}
