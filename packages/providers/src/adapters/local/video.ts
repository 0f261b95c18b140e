import { type FoundVideo, rankVideos } from '../../answers/videos.ts';
import { videoUrl } from '../../codes/google.ts';
import { ProviderFailure } from '../../failure.ts';
import type { VideoInfoAnswer, VideoInfoRequest, VideoSerpAnswer, VideoSerpRequest } from '../../ports.ts';
import { clockText, isoSeconds } from '../../text/durations.ts';
import { answerOf, type LocalIndex, type LocalVideo } from './local-index.ts';

/** Videos that crawled pages have or describe. */
export async function searchVideosLocally(
  index: LocalIndex,
  { keyword, language, location, depth }: VideoSerpRequest,
  signal: AbortSignal,
): Promise<VideoSerpAnswer> {
  const wish = { keyword, language: language.base, country: location.country, limit: depth };
  const found = await answerOf(signal, () => index.videos(wish, signal));
  return { engine: 'local', results: rankVideos(found.map(listed), depth) };
}

/** A video of YouTube as crawled pages describe it. */
export async function describeLocally(
  index: LocalIndex,
  { videoId }: VideoInfoRequest,
  signal: AbortSignal,
): Promise<VideoInfoAnswer> {
  const found = await answerOf(signal, () => index.video(videoId, signal));
  if (found === null) throw new ProviderFailure('not_found', 'no crawled page has this video');
  const { video } = found;
  return {
    engine: 'local',
    video: {
      videoId,
      title: video.name,
      url: videoUrl(videoId),
      thumbnailUrl: video.thumbnailUrl,
      channelId: null,
      channelName: video.channel,
      channelUrl: video.channelUrl,
      channelLogo: null,
      description: video.description,
      viewsCount: video.views,
      likesCount: null,
      commentsCount: null,
      channelSubscribers: { displayed: null, count: null },
      publicationDate: dayIn(video.uploadDate),
      publishedAt: timeIn(video.uploadDate),
      keywords: [],
      category: null,
      isLive: video.isLive,
      // A page shows it.
      isEmbeddable: video.embedUrl === null ? null : true,
      durationSeconds: secondsIn(video.duration),
      streamingQuality: [],
    },
  };
}

function listed({ pageUrl, youTubeId, video }: LocalVideo): FoundVideo {
  const seconds = secondsIn(video.duration);
  return {
    title: video.name,
    url: youTubeId === null ? (video.url ?? pageUrl) : videoUrl(youTubeId),
    channelTitle: video.channel,
    channelUrl: video.channelUrl,
    channelImage: null,
    duration: seconds === null ? null : clockText(seconds),
    views: video.views,
    uploadedDate: dayIn(video.uploadDate),
    description: video.description,
    thumbnailUrl: video.thumbnailUrl,
    live: video.isLive,
  };
}

/** The day of an ISO 8601 date or time, as it is written. */
function dayIn(date: string | null): string | null {
  const day = /^\d{4}-\d{2}-\d{2}(?=T|\s|$)/.exec(date ?? '')?.[0];
  const time = day === undefined ? NaN : Date.parse(day);
  // There is no 31 February, which Date takes for a day of March.
  return day === undefined || Number.isNaN(time) || !new Date(time).toISOString().startsWith(day)
    ? null
    : day;
}

/** The time of an ISO 8601 time with an offset; null if only the day is known. */
function timeIn(date: string | null): number | null {
  if (date === null || !/T\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/.test(date)) return null;
  const time = Date.parse(date);
  return Number.isNaN(time) ? null : time;
}

function secondsIn(duration: string | null): number | null {
  if (duration === null) return null;
  return /^\d{1,7}$/.test(duration) ? Number(duration) : isoSeconds(duration);
}
