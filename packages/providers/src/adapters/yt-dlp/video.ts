import {
  type FoundVideo,
  rankVideos,
  requireVideoId,
  saysVideoIsMissing,
  widestImage,
} from '../../answers/videos.ts';
import { webUrlOrNull } from '../../answers/web-results.ts';
import { videoUrl } from '../../codes/google.ts';
import { badAnswer, type FailureKind, ProviderFailure } from '../../failure.ts';
import type {
  StreamingQuality,
  VideoInfoAnswer,
  VideoInfoRequest,
  VideoSerpAnswer,
  VideoSerpRequest,
} from '../../ports.ts';
import { type Field, rootField } from '../../field.ts';
import { dayOf } from '../../text/dates.ts';
import { clockText } from '../../text/durations.ts';
import type { Ended, RunYtDlp } from './program.ts';

const VIDEO_ARGS = [
  '--ignore-config',
  '--dump-single-json',
  '--no-playlist',
  '--no-warnings',
  '--color',
  'never',
];

export async function fetchVideo(
  run: RunYtDlp,
  { videoId }: VideoInfoRequest,
  signal: AbortSignal,
): Promise<VideoInfoAnswer> {
  return { engine: 'youtube', video: await readPage(run, { videoId, page: videoUrl(videoId) }, signal) };
}

/** @param page address of the video, in a form that yt-dlp can read */
export async function readPage(
  run: RunYtDlp,
  { videoId, page }: { readonly videoId: string; readonly page: string },
  signal: AbortSignal,
): Promise<VideoInfoAnswer['video']> {
  const video = answerOf(await run(VIDEO_ARGS, page, signal), videoId);
  requireVideoId(video.at('id'), videoId);
  return readVideo(video, videoId);
}

function readVideo(video: Field, videoId: string): VideoInfoAnswer['video'] {
  const seconds = video.at('timestamp').number();
  const publishedAt = seconds === null ? null : Math.round(seconds * 1_000);
  return {
    videoId,
    title: video.at('title').text(),
    url: videoUrl(videoId),
    thumbnailUrl: webUrlOrNull(video.at('thumbnail').text()),
    channelId: video.at('channel_id').text(),
    channelName: video.at('channel').text() ?? video.at('uploader').text(),
    channelUrl: webUrlOrNull(video.at('channel_url').text()),
    channelLogo: null,
    description: video.at('description').string()?.trim() || null,
    viewsCount: video.at('view_count').count(),
    likesCount: video.at('like_count').count(),
    commentsCount: video.at('comment_count').count(),
    channelSubscribers: { displayed: null, count: video.at('channel_follower_count').count() },
    publicationDate: publishedAt === null ? uploadDay(video) : dayOf(publishedAt),
    publishedAt,
    keywords: video.at('tags').texts(),
    category: video.at('categories', 0).text(),
    isLive: video.at('is_live').boolean(),
    isEmbeddable: video.at('playable_in_embed').boolean(),
    durationSeconds: secondsOf(video),
    streamingQuality: video.at('formats').list().flatMap(readQuality),
  };
}

/** YYYYMMDD → YYYY-MM-DD */
function uploadDay(video: Field): string | null {
  const field = video.at('upload_date');
  const text = field.string();
  if (text === null) return null;
  const [, ...parts] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  const day = dayOf(Date.parse(parts.join('-')));
  if (day === null) throw badAnswer(field.path, 'is not a day');
  return day;
}

/** Duration in whole seconds; null for a broadcast that has not ended. */
function secondsOf(video: Field): number | null {
  const seconds = video.at('duration').number();
  return seconds === null || seconds < 1 ? null : Math.floor(seconds);
}

const NONE = 'none';
const TYPES: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  '3gp': 'video/3gpp',
};

/** Empty for a format without a picture, and for one of unknown size. */
function readQuality(format: Field): readonly StreamingQuality[] {
  const [picture, sound] = [format.at('vcodec').text(), format.at('acodec').text()];
  const [width, height] = [format.at('width').count(), format.at('height').count()];
  // A storyboard (a sheet of thumbnails for seeking) has a size too, but no video codec.
  if (picture === NONE || width === null || height === null) return [];
  const codecs = [picture, sound].filter((codec) => codec !== null && codec !== NONE).join(', ');
  const type = TYPES[format.at('ext').text() ?? ''] ?? null;
  const [bitrate, fps] = [format.at('tbr').number(), format.at('fps').number()];
  return [
    {
      // The note may contain more than the label: `720p60, HDR`.
      label: /\b\d{2,4}p\d*\b/.exec(format.at('format_note').text() ?? '')?.[0] ?? null,
      width,
      height,
      // yt-dlp gives kbit/s.
      bitrate: bitrate === null ? null : Math.round(bitrate * 1_000),
      mimeType: type === null || codecs === '' ? type : `${type}; codecs="${codecs}"`,
      fps: fps === null ? null : Math.round(fps),
    },
  ];
}

const LIST_ARGS = [
  '--ignore-config',
  '--dump-single-json',
  // The list as it is, without a visit to each video.
  '--flat-playlist',
  // Compute dates from texts such as "3 days ago"; without this, yt-dlp gives no dates.
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
  const found = await readList(run, { target: `ytsearch${depth}:${query}`, query: `"${query}"` }, signal);
  return { engine: 'youtube', results: rankVideos(found, depth) };
}

/** @param list `target`: a search, or the address of a list that yt-dlp can read; `query`: as for `answerOf` */
export async function readList(
  run: RunYtDlp,
  { target, query }: { readonly target: string; readonly query: string },
  signal: AbortSignal,
): Promise<readonly FoundVideo[]> {
  const entries = answerOf(await run(LIST_ARGS, target, signal), query)
    .at('entries')
    .present()
    .list();
  return entries.map((entry) => readListed(entry));
}

function readListed(entry: Field): FoundVideo {
  const seconds = secondsOf(entry);
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

/** The field is there for videos that were or will be live, too, and mostly absent for others. */
function isLive(entry: Field): boolean | null {
  const status = entry.at('live_status').text();
  return status === null ? null : status === 'is_live';
}

/**
 * Meanings of error messages; the first match counts. The messages themselves are not repeated, since they may contain
 * the query.
 */
const COMPLAINTS: readonly (readonly [pattern: RegExp, kind: FailureKind, meaning: string])[] = [
  [
    /not a bot|captcha|rate-limited|try again later|HTTP Error 429/i,
    'rate_limited',
    'is refused by YouTube for now, as a program',
  ],
  [/no such option/i, 'unavailable', 'is too old: it does not know an option that it is given'],
  [
    /Unsupported version of Python|ModuleNotFoundError/i,
    'unavailable',
    'is incomplete, or its Python is too old',
  ],
  [/timed out|\bresolve\b|Connection|Network is unreachable|SSL/i, 'unavailable', 'can’t reach YouTube'],
  [/HTTP Error \d{3}/i, 'unavailable', 'gets errors from YouTube'],
  [/country/i, 'unavailable', 'runs in a country in which the video is not shown'],
  [/confirm your age|members/i, 'unavailable', 'is not let in to the video'],
  [/Premieres|will begin/i, 'unavailable', 'has no facts of a video that is yet to begin'],
  [/No video formats|Requested format/i, 'unavailable', 'finds no way to play the video'],
];

/**
 * @param query text that its error messages repeat, whose words say nothing about the error
 * @throws ProviderFailure if it failed, or answered something else than JSON
 */
function answerOf(ended: Ended, query: string): Field {
  if (ended.code !== 0) throw failureOf({ ...ended, stderr: ended.stderr.replaceAll(query, '') });
  return rootField(parse(ended.stdout)).present();
}

function failureOf({ code, stderr }: Ended): ProviderFailure {
  const complaint = stderr.split('\n').findLast((line) => /\berror\b/i.test(line)) ?? '';
  if (saysVideoIsMissing(complaint))
    return new ProviderFailure('not_found', 'yt-dlp knows no such public video');
  const [, kind, meaning] = COMPLAINTS.find(([pattern]) => pattern.test(complaint)) ?? [];
  const how = code === null ? 'a signal' : `code ${code}`;
  return new ProviderFailure(kind ?? 'unavailable', `yt-dlp ${meaning ?? 'failed'} (ended with ${how})`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badAnswer('the answer', 'of yt-dlp is not JSON');
  }
}
