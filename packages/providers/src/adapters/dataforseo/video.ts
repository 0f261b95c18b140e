import { unsupportedLocale } from '../../codes/dialects.ts';
import { type FoundVideo, rankVideos, requireVideoId } from '../../answers/videos.ts';
import { webUrlOrNull } from '../../answers/web-results.ts';
import { videoUrl } from '../../codes/google.ts';
import { ProviderFailure } from '../../failure.ts';
import type {
  StreamingQuality,
  VideoInfoAnswer,
  VideoInfoRequest,
  VideoSerpAnswer,
  VideoSerpRequest,
} from '../../ports.ts';
import type { Field } from '../../field.ts';
import { calendarDay, dayOf, relativeDay } from '../../text/dates.ts';
import { clockSeconds, clockText } from '../../text/durations.ts';
import {
  DATAFORSEO_DIALECT,
  type Endpoint,
  foundNothing,
  keywordParameter,
  localeParameters,
  fullPages,
} from './api.ts';

export const videoInfo: Endpoint<VideoInfoRequest, VideoInfoAnswer> = {
  path: 'youtube/video_info/live/advanced',
  unsupported: (request) => unsupportedLocale(DATAFORSEO_DIALECT, request),
  task: ({ videoId, ...locale }) => ({ video_id: videoId, ...localeParameters(locale) }),
  read(task, { videoId }) {
    const item = foundNothing(task) ? null : task.at('result', 0).present().at('items', 0);
    if (item === null || item.isAbsent)
      throw new ProviderFailure('not_found', 'dataforseo knows no such video');
    const text = (name: string): string | null => item.at(name).text();
    const url = (name: string): string | null => webUrlOrNull(text(name));
    requireVideoId(item.at('video_id'), videoId);
    const publishedAt = item.at('timestamp').time();
    return {
      engine: 'youtube',
      video: {
        videoId,
        title: text('title'),
        url: videoUrl(videoId),
        thumbnailUrl: url('thumbnail_url'),
        channelId: text('channel_id'),
        channelName: text('channel_name'),
        channelUrl: url('channel_url'),
        channelLogo: url('channel_logo'),
        description: item.at('description').string(),
        viewsCount: item.at('views_count').count(),
        likesCount: item.at('likes_count').count(),
        commentsCount: item.at('comments_count').count(),
        channelSubscribers: {
          displayed: item.at('channel_subscribers_count', 'displayed_count').text(),
          count: item.at('channel_subscribers_count', 'count').count(),
        },
        publicationDate:
          publishedAt === null ? calendarDay(text('publication_date') ?? '', 'en') : dayOf(publishedAt),
        publishedAt,
        keywords: item.at('keywords').texts(),
        category: text('category'),
        isLive: item.at('is_live').boolean(),
        isEmbeddable: item.at('is_embeddable').boolean(),
        durationSeconds: durationOf(item),
        streamingQuality: item.at('streaming_quality').list().map(readQuality),
      },
    };
  },
};

function readQuality(quality: Field): StreamingQuality {
  return {
    label: quality.at('label').text(),
    width: quality.at('width').count(),
    height: quality.at('height').count(),
    bitrate: quality.at('bitrate').count(),
    mimeType: quality.at('mime_type').text(),
    fps: quality.at('fps').count(),
  };
}

/** Blocks that are paid for together; most hold one video, some a channel or a playlist. */
const PAGE = 20;

export const videoSerp: Endpoint<VideoSerpRequest, VideoSerpAnswer> = {
  path: 'youtube/organic/live/advanced',
  unsupported: (request) => unsupportedLocale(DATAFORSEO_DIALECT, request),
  task: ({ keyword, device, depth, ...locale }) => ({
    ...keywordParameter(keyword),
    ...localeParameters(locale),
    device,
    block_depth: fullPages(depth, PAGE),
  }),
  read(task, { depth, language }, now) {
    const items = task
      .at('result', 0, 'items')
      .list()
      .filter((item) => item.at('type').string() === 'youtube_video')
      .map((item) => readVideo(item, language.code, now));
    return { engine: 'youtube', results: rankVideos(items, depth) };
  },
};

function readVideo(item: Field, locale: string, now: number): FoundVideo {
  const text = (name: string): string | null => item.at(name).text();
  const url = (name: string): string | null => webUrlOrNull(text(name));
  const videoId = text('video_id');
  const seconds = durationOf(item);
  return {
    title: text('title'),
    // The given address has parameters by which YouTube follows visitors.
    url: videoId === null ? text('url') : videoUrl(videoId),
    channelTitle: text('channel_name'),
    channelUrl: url('channel_url'),
    channelImage: url('channel_logo'),
    duration: seconds === null ? null : clockText(seconds),
    views: item.at('views_count').count(),
    uploadedDate: uploadedDay(item, locale, now),
    description: text('description'),
    thumbnailUrl: url('thumbnail_url'),
    live: item.at('is_live').boolean(),
    rankAbsolute: item.at('rank_absolute').count(),
  };
}

/** The time that the upstream computed from the displayed text (`3 days ago`), else the day that the text gives. */
function uploadedDay(item: Field, locale: string, now: number): string | null {
  const time = item.at('timestamp').time();
  const displayed = item.at('publication_date').text();
  if (time !== null) return dayOf(time);
  return displayed === null ? null : relativeDay(displayed, locale, now);
}

/** Seconds of a video that has `duration_time_seconds`, `duration_time`, or neither. */
function durationOf(item: Field): number | null {
  return item.at('duration_time_seconds').count() ?? clockSeconds(item.at('duration_time').text() ?? '');
}
