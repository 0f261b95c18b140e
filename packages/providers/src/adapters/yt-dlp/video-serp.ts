import { widestImage } from '../../answers/images.ts';
import { rankVideos, type FoundVideo } from '../../answers/videos.ts';
import { webUrlOrNull } from '../../answers/web-results.ts';
import type { VideoSerpAnswer, VideoSerpRequest } from '../../ports.ts';
import type { Field } from '../../reading/field.ts';
import { dayOf } from '../../text/dates.ts';
import { clockText } from '../../text/durations.ts';
import type { RunYtDlp } from './program.ts';
import { answerOf } from './refusals.ts';
import { wholeSeconds } from './video-info.ts';

const ARGS = [
  '--ignore-config',
  '--dump-single-json',
  // The list as it is, without a visit to each video.
  '--flat-playlist',
  // Days from "3 days ago", which it leaves out otherwise.
  '--extractor-args',
  'youtubetab:approximate_date',
  '--no-warnings',
  '--color',
  'never',
];

export async function search(
  run: RunYtDlp,
  { keyword, depth }: VideoSerpRequest,
  signal: AbortSignal,
): Promise<VideoSerpAnswer> {
  // No argument of a program can hold a NUL.
  const query = keyword.replaceAll('\0', ' ');
  const found = await readList(run, { target: `ytsearch${depth}:${query}`, asked: `"${query}"` }, signal);
  return { engine: 'youtube', results: rankVideos(found, depth) };
}

/** @param list `target`: a search, or an address of a list that yt-dlp knows to read; `asked`: as `answerOf` takes it */
export async function readList(
  run: RunYtDlp,
  { target, asked }: { readonly target: string; readonly asked: string },
  signal: AbortSignal,
): Promise<readonly FoundVideo[]> {
  const entries = answerOf(await run(ARGS, target, signal), asked)
    .at('entries')
    .present()
    .list();
  return entries.map((entry) => readVideo(entry));
}

function readVideo(entry: Field): FoundVideo {
  const seconds = wholeSeconds(entry);
  const published = entry.at('timestamp').number();
  return {
    title: entry.at('title').text(),
    url: entry.at('url').text(),
    channelTitle: entry.at('channel').text(),
    channelUrl: webUrlOrNull(entry.at('channel_url').text()),
    channelImage: null,
    duration: seconds === null ? null : clockText(seconds),
    views: entry.at('view_count').count(),
    uploadedDate: published === null ? null : dayOf(published * 1_000),
    description: entry.at('description').text(),
    thumbnailUrl: widestImage(entry.at('thumbnails').list()),
    live: isLive(entry),
  };
}

/** It says so of what was or will be live too, and mostly nothing of other videos. */
function isLive(entry: Field): boolean | null {
  const status = entry.at('live_status').text();
  return status === null ? null : status === 'is_live';
}
