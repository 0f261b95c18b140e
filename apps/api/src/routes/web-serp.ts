import {
  checker,
  NoParameters,
  parameterChecker,
  type Problem,
  type WebSerpAnswer,
  type WebSerpItem,
  WebSerpRequest,
} from '@sitegrep/contract';
import { type AnswerOf, googleDomain, type RequestOf } from '@sitegrep/providers';
import type { FastifyInstance } from 'fastify';
import { readJson, requireValid } from '../body.ts';
import { badRequest } from '../failure.ts';
import { callChain, type Waiting } from '../providers/call-chain.ts';
import { localeOf } from '../providers/locale.ts';
import { addOperation } from '../operation-route.ts';
import type { ApiParts } from '../settings.ts';

const checkBody = checker(WebSerpRequest);
const checkParameters = parameterChecker(NoParameters);

type Query = RequestOf<'web-serp'>;

/** Systems that a device runs, the usual one first. */
const SYSTEMS = { desktop: ['windows', 'macos'], mobile: ['android', 'ios'] } as const;

/** POST /web-serp: the results of a web search. */
export function addWebSerpRoute(app: FastifyInstance, { providers }: ApiParts, stopping: AbortSignal): void {
  addOperation(app, 'searchWeb', { preParsing: readJson }, async (request, reply): Promise<WebSerpAnswer> => {
    requireValid(checkParameters(request.query));
    return searchWeb(providers, request.json, { request, reply, stopping });
  });
}

/** Answers a web search. @param body of the request @throws Failure */
export async function searchWeb(
  providers: ApiParts['providers'],
  body: unknown,
  waiting: Waiting,
): Promise<WebSerpAnswer> {
  const query = queryOf(requireValid(checkBody(body)));
  return answerTo(query, await callChain('web-serp', providers['web-serp'], query, waiting));
}

/** @throws Failure bad_request */
function queryOf({ keyword, device = 'desktop', os, depth = 10, ...codes }: WebSerpRequest): Query {
  const [usual] = SYSTEMS[device];
  if (os !== undefined && !SYSTEMS[device].some((system) => system === os))
    throw badRequest(otherSystem(device, os));
  return { keyword, ...localeOf(codes), device, os: os ?? usual, depth };
}

function otherSystem(device: keyof typeof SYSTEMS, os: string): Problem {
  const [usual, other] = SYSTEMS[device];
  return {
    field: 'os',
    problem: `is "${os}", which does not fit device "${device}"`,
    remedy: `give ${usual} or ${other}, or another device`,
  };
}

function answerTo(query: Query, answer: AnswerOf<'web-serp'>): WebSerpAnswer {
  const { keyword, language, location, device, os } = query;
  return {
    success: true,
    data: {
      data: {
        api: 'serp',
        function: 'live',
        se: answer.engine,
        se_type: 'organic',
        language_name: language.name,
        // A location within a country has only its code if the provider did not state its name.
        location_name: location.name ?? answer.locationName ?? String(location.code),
        keyword,
        device,
        os,
        se_domain: answer.engineDomain ?? googleDomain(location.country),
      },
      result: answer.results.map(itemOf),
    },
  };
}

function itemOf(result: AnswerOf<'web-serp'>['results'][number]): WebSerpItem {
  const fields = {
    rank_group: result.rankGroup,
    rank_absolute: result.rankAbsolute,
    domain: result.domain,
    title: result.title,
    description: result.description,
    url: result.url,
  };
  return result.type === 'featured_snippet'
    ? { type: result.type, ...fields }
    : { type: result.type, ...fields, breadcrumb: result.breadcrumb };
}
