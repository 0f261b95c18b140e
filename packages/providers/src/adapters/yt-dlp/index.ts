// yt-dlp, a program that reads YouTube's pages, run as a child process for each request. program.ts runs it within
// bounds, refusals.ts says what its errors mean, video-info.ts and video-serp.ts what it is asked and answers.
import { unsupportedLocale, YOUTUBE_VIDEOS } from '../../codes/dialects.ts';
import type { OfferOf, VideoInfoRequest, VideoSerpRequest } from '../../ports.ts';
import { openProgram, type ProgramOptions, type RunYtDlp } from './program.ts';
import { askForVideo, search } from './video.ts';

export function openYtDlp(options: ProgramOptions): OfferOf<'yt-dlp'> {
  return offer(openProgram(options));
}

const name = 'yt-dlp';

/** It is asked in English, from where it runs: of other languages it can't read all facts, and it takes no country. */
const unsupported = (request: VideoInfoRequest | VideoSerpRequest): string | null =>
  unsupportedLocale(YOUTUBE_VIDEOS, request);

export function offer(run: RunYtDlp): OfferOf<'yt-dlp'> {
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
