import {
  checker,
  NoParameters,
  parameterChecker,
  type VideoSerpAnswer,
  VideoSerpRequest,
} from '@sitegrep/contract';
import type { RequestOf } from '@sitegrep/providers';
import type { FastifyInstance } from 'fastify';
import { readJson, requireValid } from '../body.ts';
import { addOperation } from '../operation-route.ts';
import { callChain, type Waiting } from '../providers/call-chain.ts';
import { localeOf } from '../providers/locale.ts';
import type { ApiParts } from '../settings.ts';

const checkBody = checker(VideoSerpRequest);
const checkParameters = parameterChecker(NoParameters);

/** POST /videosite-serp: the results of a search for videos. */
export function addVideoSerpRoute(
  app: FastifyInstance,
  { providers }: ApiParts,
  stopping: AbortSignal,
): void {
  const options = { preParsing: readJson };
  addOperation(app, 'searchVideos', options, async (request, reply): Promise<VideoSerpAnswer> => {
    requireValid(checkParameters(request.query));
    return searchVideos(providers, request.json, { request, reply, stopping });
  });
}

/** Answers a search for videos. @param body of the request @throws Failure */
export async function searchVideos(
  providers: ApiParts['providers'],
  body: unknown,
  waiting: Waiting,
): Promise<VideoSerpAnswer> {
  const { keyword, device = 'desktop', depth = 20, ...codes } = requireValid(checkBody(body));
  const query: RequestOf<'video-serp'> = { keyword, ...localeOf(codes), device, depth };
  const { engine, results } = await callChain('video-serp', providers['video-serp'], query, waiting);
  return {
    success: true,
    data: {
      data: {
        api: 'serp',
        function: 'live',
        se: engine,
        se_type: 'organic',
        keyword,
        language_code: query.language.code,
        location_code: query.location.code,
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
    },
  };
}
