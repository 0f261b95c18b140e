import {
  checker,
  type Problem,
  type WebSerpAnswer,
  type WebSerpItem,
  WebSerpRequest,
} from '@sitegrep/contract';
import { type AnswerOf, googleDomain, type RequestOf } from '@sitegrep/providers';
import { badRequest } from '../failure.ts';
import { localeOf } from './locale.ts';
import { asking } from './provider-operation.ts';

type Query = RequestOf<'web-serp'>;

/** The results of a web search. */
export const searchWeb = asking({
  operation: 'web-serp',
  check: checker(WebSerpRequest),
  queryOf,
  dataOf,
});

/** Systems that a device runs, the usual one first. */
const SYSTEMS = { desktop: ['windows', 'macos'], mobile: ['android', 'ios'] } as const;

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

function dataOf(query: Query, answer: AnswerOf<'web-serp'>): WebSerpAnswer['data'] {
  const { keyword, language, location, device, os } = query;
  return {
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
