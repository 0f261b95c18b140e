// DataForSEO: pages of Google and YouTube as they are seen from anywhere, paid. api.ts sends tasks and knows the status
// codes, video.ts has the operations on videos.
import { type FoundSuggestion, listSuggestions } from '../../answers/suggestions.ts';
import { type FoundResult, rankResults, webUrlOrNull } from '../../answers/web-results.ts';
import type {
  AutocompleteAnswer,
  AutocompleteRequest,
  OfferOf,
  Provider,
  ResultType,
  WebSerpAnswer,
  WebSerpRequest,
} from '../../ports.ts';
import type { Field } from '../../field.ts';
import {
  runTask,
  type DataForSeoOptions,
  type Endpoint,
  keywordParameter,
  localeParameters,
  unsupportedByGoogle,
  fullPages,
} from './api.ts';
import { videoInfo, videoSerp } from './video.ts';

export function openDataForSeo(options: DataForSeoOptions): OfferOf<'dataforseo'> {
  const open = <Request, Answer>(endpoint: Endpoint<Request, Answer>): Provider<Request, Answer> => ({
    name: 'dataforseo',
    unsupported: (request) => endpoint.unsupported(request),
    async call(request, signal) {
      const task = await runTask(options, endpoint.path, endpoint.task(request), signal);
      return endpoint.read(task, request, options.now());
    },
  });
  return {
    'web-serp': open(webSerp),
    'web-autocomplete': open(autocomplete),
    'video-info': open(videoInfo),
    'video-serp': open(videoSerp),
  };
}

/** Organic results of a page that is paid for. */
const PAGE = 10;

/** `regular` gives what the contract knows; `advanced` costs the same and brings ten times the bytes. */
const webSerp: Endpoint<WebSerpRequest, WebSerpAnswer> = {
  path: 'google/organic/live/regular',
  unsupported: unsupportedByGoogle,
  task: ({ keyword, device, os, depth, ...locale }) => ({
    ...keywordParameter(keyword),
    ...localeParameters(locale),
    device,
    os,
    depth: fullPages(depth, PAGE),
  }),
  read(task, { depth }) {
    const result = task.at('result', 0);
    return {
      engine: 'google',
      engineDomain: result.at('se_domain').text(),
      locationName: task.at('data', 'location_name').text(),
      results: rankResults(result.at('items').list().flatMap(readItem), depth),
    };
  },
};

const TYPES: ReadonlyMap<string | null, ResultType> = new Map([
  ['organic', 'organic'],
  ['paid', 'paid'],
  ['featured_snippet', 'featured_snippet'],
]);

function readItem(item: Field): readonly FoundResult[] {
  const type = TYPES.get(item.at('type').string());
  if (type === undefined) return [];
  return [
    {
      type,
      url: item.at('url').text(),
      title: item.at('title').text(),
      description: item.at('description').text(),
      breadcrumb: item.at('breadcrumb').text(),
      rankAbsolute: item.at('rank_absolute').count(),
    },
  ];
}

/** Device and system are not sent: they do not change the suggestions. */
const autocomplete: Endpoint<AutocompleteRequest, AutocompleteAnswer> = {
  path: 'google/autocomplete/live/advanced',
  unsupported: unsupportedByGoogle,
  task: ({ keyword, client, ...locale }) => ({
    ...keywordParameter(keyword),
    ...localeParameters(locale),
    client,
  }),
  read(task) {
    const result = task.at('result', 0);
    return {
      engine: 'google',
      engineDomain: result.at('se_domain').text(),
      checkUrl: webUrlOrNull(result.at('check_url').text()),
      suggestions: listSuggestions(result.at('items').list().map(readSuggestion)),
    };
  },
};

function readSuggestion(item: Field): FoundSuggestion {
  return {
    text: item.at('suggestion').text(),
    searchUrl: item.at('search_query_url').text(),
    thumbnailUrl: item.at('thumbnail_url').text(),
    highlighted: item.at('highlighted').texts(),
  };
}
