import {
  type FoundVideo,
  rankVideos,
  requireVideoId,
  saysVideoIsMissing,
  widestImage,
} from '../../answers/videos.ts';
import { channelUrl, videoThumbnailUrl, videoUrl } from '../../codes/google.ts';
import { countryIn, YOUTUBE } from '../../codes/dialects.ts';
import { ProviderFailure } from '../../failure.ts';
import { endpoint, type HttpAnswer, together } from '../../http/client.ts';
import { failureOfStatus, requireSuccess, successField } from '../../http/status.ts';
import type {
  OptionsOf,
  StreamingQuality,
  VideoInfoAnswer,
  VideoInfoRequest,
  VideoSerpAnswer,
  VideoSerpRequest,
} from '../../ports.ts';
import { type Field, rootField } from '../../field.ts';
import { displayedCount } from '../../text/counts.ts';
import { dayOf } from '../../text/dates.ts';
import { clockText } from '../../text/durations.ts';

export type InvidiousOptions = OptionsOf<'invidious', 'http' | 'now'>;

export async function fetchVideo(
  { http, url }: InvidiousOptions,
  { videoId }: VideoInfoRequest,
  signal: AbortSignal,
): Promise<VideoInfoAnswer> {
  // No `region`: with one, Invidious would not use its cached data of the video.
  const [answer, comments] = await together(signal, (both) => [
    http.json({ url: endpoint(url, `api/v1/videos/${videoId}`), signal: both }).then(successful),
    http.json({ url: endpoint(url, `api/v1/comments/${videoId}`), signal: both }),
  ]);
  const video = rootField(answer.body).present();
  requirePlayable(video, answer.target);
  requireVideoId(video.at('videoId'), videoId);
  return { engine: 'youtube', video: readVideo(video, videoId, countOf(comments)) };
}

function successful(answer: HttpAnswer<unknown>): HttpAnswer<unknown> {
  if (answer.status >= 400) throw refusalOf(answer);
  return requireSuccess(answer);
}

/**
 * The failure that an error status means. `{"error": …}` comes from Invidious itself, anything else from a proxy before
 * it.
 */
function refusalOf(answer: HttpAnswer<unknown>): ProviderFailure {
  const error = rootField(answer.body).textIn('error');
  if (error === null) return failureOfStatus(answer);
  // A video that was taken down is a 404 or a 500, by the words that YouTube has for it.
  if (answer.status === 404 || saysVideoIsMissing(error)) return missing(answer.target);
  // The instance offers its API for searches only.
  return answer.status === 403 ? failureOfStatus(answer, 'unavailable') : failureOfStatus(answer);
}

function missing(target: string): ProviderFailure {
  return new ProviderFailure('not_found', `${target} knows no such public video`);
}

/** A premiere has facts besides the reason why it can't be played yet; a missing video has the reason only. */
function requirePlayable(video: Field, target: string): void {
  const reason = video.at('error').text();
  if (reason === null || video.at('title').text() !== null) return;
  throw saysVideoIsMissing(reason)
    ? missing(target)
    : new ProviderFailure('unavailable', `${target} gets no facts of the video from YouTube`);
}

/**
 * The number of comments; null where comments are off or YouTube withholds them, which is an error instead of a count.
 */
function countOf(comments: HttpAnswer<unknown>): number | null {
  return comments.status >= 400 ? null : successField(comments).at('commentCount').count();
}

function readVideo(video: Field, videoId: string, commentsCount: number | null): VideoInfoAnswer['video'] {
  const channelId = video.at('authorId').text();
  const subscribers = video.at('subCountText').text();
  const genre = video.at('genre').text();
  const published = video.at('published').count();
  // If YouTube gives neither, it gives no day either, and Invidious gives the day of the request.
  const isDayKnown = genre !== null || video.at('allowedRegions').list().length > 0;
  return {
    videoId,
    title: video.at('title').text(),
    url: videoUrl(videoId),
    // Its own addresses are those of the instance.
    thumbnailUrl: videoThumbnailUrl(videoId),
    channelId,
    channelName: video.at('author').text(),
    channelUrl: channelId === null ? null : channelUrl(channelId),
    channelLogo: widestImage(video.at('authorThumbnails').list()),
    description: video.at('description').string()?.trim() || null,
    viewsCount: unlessZero(video.at('viewCount').count()),
    likesCount: unlessZero(video.at('likeCount').count()),
    commentsCount,
    channelSubscribers:
      subscribers === null || subscribers === '-'
        ? { displayed: null, count: null }
        : { displayed: subscribers, count: displayedCount(subscribers, 'en') },
    publicationDate: published === null || !isDayKnown ? null : dayOf(published * 1_000),
    // Invidious keeps the day only.
    publishedAt: null,
    keywords: video.at('keywords').texts(),
    category: genre,
    isLive: video.at('liveNow').boolean(),
    isEmbeddable: null,
    durationSeconds: unlessZero(video.at('lengthSeconds').count()),
    streamingQuality: video.at('adaptiveFormats').list().flatMap(readQuality),
  };
}

/** Null for 0, which Invidious gives for numbers that it does not know. */
function unlessZero(count: number | null): number | null {
  return count === 0 ? null : count;
}

/** Nothing for a format without a picture, which has no size. */
function readQuality(format: Field): readonly StreamingQuality[] {
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(format.at('size').string() ?? '') ?? [];
  if (width === undefined || height === undefined) return [];
  return [
    {
      label: format.at('qualityLabel').text(),
      width: Number(width),
      height: Number(height),
      bitrate: format.at('bitrate').digits(),
      mimeType: format.at('type').text(),
      fps: format.at('fps').count(),
    },
  ];
}

/** Pages have about 20 results; these are enough for the deepest request even if some have half of that. */
const MAX_PAGES = 10;

/** A time this near to now is that of the request, which Invidious gives where YouTube gives no time. */
const NOW_MS = 60_000;

export async function search(
  options: InvidiousOptions,
  request: VideoSerpRequest,
  signal: AbortSignal,
): Promise<VideoSerpAnswer> {
  const found = new Map<string, FoundVideo>();
  for (let page = 1; page <= MAX_PAGES && found.size < request.depth; page++) {
    const items = await fetchPage(options, request, { page, signal });
    const before = found.size;
    for (const item of items) {
      const videoId = item.at('videoId').text();
      // Pages may overlap.
      if (item.at('type').text() !== 'video' || videoId === null || found.has(videoId)) continue;
      found.set(videoId, readListed(item, videoId, options.now()));
    }
    if (found.size === before) break;
  }
  return { engine: 'youtube', results: rankVideos([...found.values()], request.depth) };
}

async function fetchPage(
  { http, url }: InvidiousOptions,
  { keyword, location }: VideoSerpRequest,
  { page, signal }: { readonly page: number; readonly signal: AbortSignal },
): Promise<readonly Field[]> {
  const answer = await http.json({
    url: endpoint(url, 'api/v1/search'),
    query: {
      // Invidious removes a backslash at the beginning, which is a command to it.
      q: keyword.trimStart().startsWith('\\') ? `\\${keyword.trimStart()}` : keyword,
      // Without a filter, Invidious reads words such as `date:today` as filters.
      type: 'video',
      region: countryIn(YOUTUBE, location.country ?? '') ?? '',
      page,
    },
    signal,
  });
  return successField(answer).list();
}

function readListed(item: Field, videoId: string, now: number): FoundVideo {
  const channelId = item.at('authorId').text();
  const seconds = unlessZero(item.at('lengthSeconds').count());
  const published = item.at('published').count();
  const live = item.at('liveNow').boolean();
  const isTold =
    published !== null && live !== true && item.at('isUpcoming').boolean() !== true
      ? Math.abs(now - published * 1_000) > NOW_MS
      : false;
  return {
    title: item.at('title').text(),
    url: videoUrl(videoId),
    channelTitle: item.at('author').text(),
    channelUrl: channelId === null ? null : channelUrl(channelId),
    channelImage: widestImage(item.at('authorThumbnails').list()),
    duration: seconds === null ? null : clockText(seconds),
    views: unlessZero(item.at('viewCount').count()),
    uploadedDate: published !== null && isTold ? dayOf(published * 1_000) : null,
    description: item.at('description').text(),
    thumbnailUrl: videoThumbnailUrl(videoId),
    live,
  };
}
