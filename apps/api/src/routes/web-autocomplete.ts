import {
  type AutocompleteAnswer,
  AutocompleteRequest,
  checker,
  NoParameters,
  parameterChecker,
} from '@sitegrep/contract';
import {
  type AnswerOf,
  googleDomain,
  googleQueryUrl,
  googleSearchUrl,
  type RequestOf,
} from '@sitegrep/providers';
import type { FastifyInstance } from 'fastify';
import { readJson, requireValid } from '../body.ts';
import { addOperation } from '../operation-route.ts';
import { callChain, type Waiting } from '../providers/call-chain.ts';
import { localeOf } from '../providers/locale.ts';
import type { ApiParts } from '../settings.ts';

const checkBody = checker(AutocompleteRequest);
const checkParameters = parameterChecker(NoParameters);

type Query = RequestOf<'web-autocomplete'>;

/** POST /web-autocomplete: what a web search suggests. */
export function addAutocompleteRoute(
  app: FastifyInstance,
  { providers }: ApiParts,
  stopping: AbortSignal,
): void {
  const options = { preParsing: readJson };
  addOperation(app, 'suggestSearches', options, async (request, reply): Promise<AutocompleteAnswer> => {
    requireValid(checkParameters(request.query));
    return suggestSearches(providers, request.json, { request, reply, stopping });
  });
}

/** Answers with suggestions. @param body of the request @throws Failure */
export async function suggestSearches(
  providers: ApiParts['providers'],
  body: unknown,
  waiting: Waiting,
): Promise<AutocompleteAnswer> {
  const query = queryOf(requireValid(checkBody(body)));
  return answerTo(query, await callChain('web-autocomplete', providers['web-autocomplete'], query, waiting));
}

/** @throws Failure bad_request */
function queryOf({
  keyword,
  client = 'gws-wiz-serp',
  device = 'desktop',
  os = 'windows',
  ...codes
}: AutocompleteRequest): Query {
  return { keyword, ...localeOf(codes), client, device, os };
}

function answerTo(query: Query, answer: AnswerOf<'web-autocomplete'>): AutocompleteAnswer {
  const { keyword, language, location, client, device, os } = query;
  const codes = { language_code: language.code, location_code: location.code };
  const domain = answer.engineDomain ?? googleDomain(location.country);
  const items = answer.suggestions.map(({ text, searchUrl, thumbnailUrl, highlighted }, index) => ({
    type: 'autocomplete' as const,
    rank_group: index + 1,
    rank_absolute: index + 1,
    suggestion: text,
    search_query_url: searchUrl ?? googleQueryUrl(text, googleDomain(location.country)),
    thumbnail_url: thumbnailUrl,
    highlighted,
  }));
  const result = {
    keyword,
    type: 'autocomplete' as const,
    se_domain: domain,
    ...codes,
    check_url: answer.checkUrl ?? googleSearchUrl(keyword, { language, location }),
    items,
  };
  return {
    success: true,
    data: {
      data: {
        api: 'serp',
        function: 'live',
        se: answer.engine,
        se_type: 'autocomplete',
        keyword,
        ...codes,
        client,
        device,
        os,
      },
      result: [result],
    },
  };
}
