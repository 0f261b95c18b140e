// yt-dlp, a program that reads YouTube's pages, run as a child process for each request. program.ts runs it within
// bounds, refusals.ts says what its errors mean, video-info.ts and video-serp.ts what it is asked and answers.
import { offer, type YtDlpOffer } from './offer.ts';
import { openProgram, type ProgramOptions } from './program.ts';

export function openYtDlp(options: ProgramOptions): YtDlpOffer {
  return offer(openProgram(options));
}
