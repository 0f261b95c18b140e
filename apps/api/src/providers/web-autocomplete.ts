import { type AutocompleteAnswer, AutocompleteRequest, checker } from '@sitegrep/contract';
import {
  type AnswerOf,
  googleDomain,
  googleQueryUrl,
  googleSearchUrl,
  type RequestOf,
} from '@sitegrep/providers';
import { localeOf } from './locale.ts';
import { asking } from './provider-operation.ts';

type Query = RequestOf<'web-autocomplete'>;

/** Searches that a web search suggests. */
export const suggestSearches = asking({
  operation: 'web-autocomplete',
  check: checker(AutocompleteRequest),
  queryOf,
  dataOf,
});

function queryOf({
  keyword,
  client = 'gws-wiz-serp',
  device = 'desktop',
  os = 'windows',
  ...codes
}: AutocompleteRequest): Query {
  return { keyword, ...localeOf(codes), client, device, os };
}

function dataOf(query: Query, answer: AnswerOf<'web-autocomplete'>): AutocompleteAnswer['data'] {
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
  };
}
