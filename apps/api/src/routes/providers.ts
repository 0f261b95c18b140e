import { NoParameters, type OperationId, parameterChecker } from '@sitegrep/contract';
import type { FastifyInstance } from 'fastify';
import { readJson, requireValid } from '../body.ts';
import { addOperation } from '../operation-route.ts';
import type { AskProviders } from '../providers/provider-operation.ts';
import { getVideo } from '../providers/video-info.ts';
import { searchVideos } from '../providers/video-serp.ts';
import { suggestSearches } from '../providers/web-autocomplete.ts';
import { searchWeb } from '../providers/web-serp.ts';
import type { ApiParts } from '../settings.ts';

const PROVIDED: readonly (readonly [OperationId, AskProviders<unknown>])[] = [
  ['searchWeb', searchWeb],
  ['suggestSearches', suggestSearches],
  ['getVideo', getVideo],
  ['searchVideos', searchVideos],
];

const checkParameters = parameterChecker(NoParameters);

/** POST /web-serp, /web-autocomplete, /videosite-video-info and /videosite-serp: what providers answer. */
export function addProviderRoutes(
  app: FastifyInstance,
  { providers }: ApiParts,
  stopping: AbortSignal,
): void {
  for (const [id, ask] of PROVIDED) {
    addOperation(app, id, { preParsing: readJson }, async (request, reply) => {
      requireValid(checkParameters(request.query));
      return ask(providers, request.json, { request, reply, stopping });
    });
  }
}
