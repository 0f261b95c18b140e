import { checker, type VideoSerpAnswer, VideoSerpRequest } from '@sitegrep/contract';
import type { AnswerOf, RequestOf } from '@sitegrep/providers';
import { localeOf } from './locale.ts';
import { asking } from './provider-operation.ts';

type Query = RequestOf<'video-serp'>;

/** The results of a search for videos. */
export const searchVideos = asking({
  operation: 'video-serp',
  check: checker(VideoSerpRequest),
  queryOf: ({ keyword, device = 'desktop', depth = 20, ...codes }: VideoSerpRequest): Query => ({
    keyword,
    ...localeOf(codes),
    device,
    depth,
  }),
  dataOf,
});

function dataOf(query: Query, { engine, results }: AnswerOf<'video-serp'>): VideoSerpAnswer['data'] {
  const { keyword, language, location, device } = query;
  return {
    data: {
      api: 'serp',
      function: 'live',
      se: engine,
      se_type: 'organic',
      keyword,
      language_code: language.code,
      location_code: location.code,
      device,
    },
    result: results.map((result) => ({
      type: 'video' as const,
      rank_group: result.rankGroup,
      rank_absolute: result.rankAbsolute,
      title: result.title,
      url: result.url,
      channel_title: result.channelTitle,
      channel_url: result.channelUrl,
      channel_image: result.channelImage,
      duration: result.duration,
      views: result.views,
      uploaded_date: result.uploadedDate,
      description: result.description,
      thumbnail_url: result.thumbnailUrl,
      live: result.live,
    })),
  };
}
