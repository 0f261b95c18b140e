import {
  checker,
  formatTimestamp,
  NoParameters,
  parameterChecker,
  type VideoInfoAnswer,
  VideoInfoRequest,
  type VideoItem,
} from '@sitegrep/contract';
import { type AnswerOf, clockText, type RequestOf, videoUrl } from '@sitegrep/providers';
import type { FastifyInstance } from 'fastify';
import { readJson, requireValid } from '../body.ts';
import { addOperation } from '../operation-route.ts';
import { callChain, type Waiting } from '../providers/call-chain.ts';
import { localeOf } from '../providers/locale.ts';
import type { ApiParts } from '../settings.ts';

const checkBody = checker(VideoInfoRequest);
const checkParameters = parameterChecker(NoParameters);

/** POST /videosite-video-info: what is known of one video. */
export function addVideoInfoRoute(
  app: FastifyInstance,
  { providers }: ApiParts,
  stopping: AbortSignal,
): void {
  const options = { preParsing: readJson };
  addOperation(app, 'getVideo', options, async (request, reply): Promise<VideoInfoAnswer> => {
    requireValid(checkParameters(request.query));
    return getVideo(providers, request.json, { request, reply, stopping });
  });
}

/** Answers with a video. @param body of the request @throws Failure */
export async function getVideo(
  providers: ApiParts['providers'],
  body: unknown,
  waiting: Waiting,
): Promise<VideoInfoAnswer> {
  const { video_id: videoId, ...codes } = requireValid(checkBody(body));
  const query: RequestOf<'video-info'> = { videoId, ...localeOf(codes) };
  const { engine, video } = await callChain('video-info', providers['video-info'], query, waiting);
  return {
    success: true,
    data: {
      data: {
        api: 'serp',
        function: 'live',
        se: engine,
        se_type: 'video_info',
        language_code: query.language.code,
        location_code: query.location.code,
        video_id: videoId,
        check_url: videoUrl(videoId),
      },
      result: itemOf(video),
    },
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
