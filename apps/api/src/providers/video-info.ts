import {
  checker,
  formatTimestamp,
  type VideoInfoAnswer,
  VideoInfoRequest,
  type VideoItem,
} from '@sitegrep/contract';
import { type AnswerOf, clockText, type RequestOf, videoUrl } from '@sitegrep/providers';
import { localeOf } from './locale.ts';
import { asking } from './provider-operation.ts';

type Query = RequestOf<'video-info'>;

/** The facts of one video. */
export const getVideo = asking({
  operation: 'video-info',
  check: checker(VideoInfoRequest),
  queryOf: ({ video_id: videoId, ...codes }: VideoInfoRequest): Query => ({ videoId, ...localeOf(codes) }),
  dataOf,
});

function dataOf(query: Query, { engine, video }: AnswerOf<'video-info'>): VideoInfoAnswer['data'] {
  const { videoId, language, location } = query;
  return {
    data: {
      api: 'serp',
      function: 'live',
      se: engine,
      se_type: 'video_info',
      language_code: language.code,
      location_code: location.code,
      video_id: videoId,
      check_url: videoUrl(videoId),
    },
    result: itemOf(video),
  };
}

function itemOf(video: AnswerOf<'video-info'>['video']): VideoItem {
  const { channelSubscribers: subscribers, durationSeconds: seconds, publishedAt } = video;
  return {
    type: 'youtube_video_info',
    video_id: video.videoId,
    title: video.title,
    url: video.url,
    thumbnail_url: video.thumbnailUrl,
    channel_id: video.channelId,
    channel_name: video.channelName,
    channel_url: video.channelUrl,
    channel_logo: video.channelLogo,
    description: video.description,
    views_count: video.viewsCount,
    likes_count: video.likesCount,
    comments_count: video.commentsCount,
    channel_subscribers_count: { displayed_count: subscribers.displayed, count: subscribers.count },
    publication_date: video.publicationDate,
    timestamp: publishedAt === null ? null : formatTimestamp(publishedAt),
    keywords: video.keywords,
    category: video.category,
    is_live: video.isLive,
    is_embeddable: video.isEmbeddable,
    duration_time: seconds === null ? null : clockText(seconds),
    duration_time_seconds: seconds,
    streaming_quality: video.streamingQuality.map(({ mimeType, label, width, height, bitrate, fps }) => ({
      type: 'streaming_quality_element' as const,
      label,
      width,
      height,
      bitrate,
      mime_type: mimeType,
      fps,
    })),
  };
}
