import { webUrlOrNull } from '../../answers/web-results.ts';
import { videoUrl } from '../../codes/google-urls.ts';
import { badAnswer } from '../../failure.ts';
import type { StreamingQuality, VideoInfoAnswer, VideoInfoRequest } from '../../ports.ts';
import type { Field } from '../../reading/field.ts';
import { dayOf } from '../../text/dates.ts';
import { bitsOfKilobits } from '../../text/durations.ts';
import type { RunYtDlp } from './program.ts';
import { answerOf } from './refusals.ts';

const ARGS = ['--ignore-config', '--dump-single-json', '--no-playlist', '--no-warnings', '--color', 'never'];

export async function askForVideo(
  run: RunYtDlp,
  { videoId }: VideoInfoRequest,
  signal: AbortSignal,
): Promise<VideoInfoAnswer> {
  return { engine: 'youtube', video: await readPage(run, { videoId, page: videoUrl(videoId) }, signal) };
}

/** @param page an address that yt-dlp knows to read */
export async function readPage(
  run: RunYtDlp,
  { videoId, page }: { readonly videoId: string; readonly page: string },
  signal: AbortSignal,
): Promise<VideoInfoAnswer['video']> {
  const video = answerOf(await run(ARGS, page, signal), videoId);
  if ((video.at('id').string() ?? videoId) !== videoId) throw badAnswer('id', 'is that of another video');
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
    keywords: video
      .at('tags')
      .list()
      .flatMap((tag) => tag.text() ?? []),
    category: video.at('categories', 0).text(),
    isLive: video.at('is_live').boolean(),
    isEmbeddable: video.at('playable_in_embed').boolean(),
    durationSeconds: wholeSeconds(video),
    streamingQuality: video
      .at('formats')
      .list()
      .flatMap((format) => readQuality(format)),
  };
}

/** YYYYMMDD → YYYY-MM-DD */
function uploadDay(video: Field): string | null {
  const field = video.at('upload_date');
  const text = field.string();
  if (text === null) return null;
  const [, ...parts] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  const day = dayOf(Date.parse(parts.join('-')));
  if (day === null) throw badAnswer(field.path, 'is no day');
  return day;
}

/** Null for a broadcast that goes on. */
export function wholeSeconds(video: Field): number | null {
  const seconds = video.at('duration').number();
  return seconds === null || seconds < 1 ? null : Math.floor(seconds);
}

const NONE = 'none';
const TYPES: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  '3gp': 'video/3gpp',
};

/** Nothing for a format without a picture, or of which it isn't known whether it has one. */
function readQuality(format: Field): readonly StreamingQuality[] {
  const [picture, sound] = [format.at('vcodec').text(), format.at('acodec').text()];
  const [width, height] = [format.at('width').count(), format.at('height').count()];
  // A sheet of small pictures to choose a moment by has a size too.
  if (picture === NONE || width === null || height === null) return [];
  const codecs = [picture, sound].filter((codec) => codec !== null && codec !== NONE).join(', ');
  const type = TYPES[format.at('ext').text() ?? ''] ?? null;
  const [bitrate, fps] = [format.at('tbr').number(), format.at('fps').number()];
  return [
    {
      // Among other remarks: `720p60, HDR`.
      label: /\b\d{2,4}p\d*\b/.exec(format.at('format_note').text() ?? '')?.[0] ?? null,
      width,
      height,
      bitrate: bitrate === null ? null : bitsOfKilobits(bitrate),
      mimeType: type === null || codecs === '' ? type : `${type}; codecs="${codecs}"`,
      fps: fps === null ? null : Math.round(fps),
    },
  ];
}
