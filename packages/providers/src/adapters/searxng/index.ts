// SearXNG, a self-hosted metasearch engine: results and suggestions of the engines that it is configured with.
import { completesTheWeb, listSuggestions } from '../../answers/suggestions.ts';
import {
  collectPages,
  type FoundResult,
  rankResults,
  type ResultPage,
  webUrl,
} from '../../answers/web-results.ts';
import { ProviderFailure } from '../../failure.ts';
import type { AutocompleteProvider, OfferOf, WebSerpProvider } from '../../ports.ts';
import type { Field } from '../../field.ts';
import { callSearxng, NAME, type SearxngOptions, unsupportedBySearxng } from './api.ts';

export function openSearxng(options: SearxngOptions): OfferOf<'searxng'> {
  return { 'web-serp': openWebSerp(options), 'web-autocomplete': openAutocomplete(options) };
}

/** Minimum results on a page: most engines give ten, and SearXNG calls several. */
const PAGE_SIZE = 10;
/** Each page makes SearXNG call all engines again, and few of them have more. */
const MAX_PAGES = 5;

function openWebSerp(options: SearxngOptions): WebSerpProvider {
  return {
    name: NAME,
    unsupported: unsupportedBySearxng,
    async call(request, signal) {
      const { depth } = request;
      const found = await collectPages({
        depth,
        maxPages: Math.min(Math.ceil(depth / PAGE_SIZE), MAX_PAGES),
        fetchPage: async (page) => {
          const query = { format: 'json', categories: 'general', pageno: page + 1 };
          const answer = await callSearxng(options, { path: 'search', query, request, signal });
          return page === 0 ? readFirstPage(answer) : { results: readResults(answer), isLast: false };
        },
      });
      return {
        engine: NAME,
        engineDomain: null,
        locationName: null,
        results: rankResults(found, depth),
      };
    },
  };
}

/** Maximum engines that a message lists. */
const MAX_REASONS = 10;

/** @throws ProviderFailure unavailable if nothing was found because its engines did not answer */
function readFirstPage(answer: Field): ResultPage {
  const results = [...answer.at('answers').list().flatMap(readAnswer), ...readResults(answer)];
  const missing = answer.at('unresponsive_engines').list().map(readReason);
  const isEmpty = results.every(({ url }) => webUrl(url) === null);
  if (isEmpty && missing.length > 0)
    throw new ProviderFailure(
      'unavailable',
      `no engine of SearXNG has results; ${missing.slice(0, MAX_REASONS).join(', ')}`,
    );
  return { results, isLast: false };
}

/** Texts are plain already: what looks like a tag in them is one that the page writes about. */
function readResults(answer: Field): readonly FoundResult[] {
  return answer
    .at('results')
    .present()
    .list()
    .map((one) => ({
      type: 'organic',
      url: one.at('url').string(),
      title: one.at('title').text(),
      description: one.at('content').text(),
    }));
}

/**
 * Direct answers. Those without a page, such as a sum, and those that are not text, such as a translation, are left out.
 */
function readAnswer(one: Field): readonly FoundResult[] {
  // Instances of before 2025 give the text alone.
  if (one.form === 'string') return [];
  const url = one.at('url').string();
  const description = one.at('answer').text();
  if (url === null || description === null) return [];
  return [{ type: 'featured_snippet', url, title: null, description }];
}

/** `[engine, reason]`, shown as far as both are words. */
function readReason(one: Field): string {
  return [one.at(0), one.at(1)]
    .map((part) => (part.text() ?? '').replace(/[^\p{L}\p{M}\d .:_-]/gu, '').slice(0, 80))
    .join(': ');
}

function openAutocomplete(options: SearxngOptions): AutocompleteProvider {
  return {
    name: NAME,
    unsupported: (request) => (completesTheWeb(request.client) ? unsupportedBySearxng(request) : 'client'),
    async call(request, signal) {
      const answer = await callSearxng(options, {
        path: 'autocompleter',
        query: { autocomplete: options.suggestionsFrom },
        // To requests like those of its own page it gives the texts alone.
        headers: { 'x-requested-with': 'XMLHttpRequest' },
        request,
        signal,
      });
      return {
        engine: NAME,
        engineDomain: null,
        checkUrl: null,
        suggestions: listSuggestions(answer.list().map((one) => ({ text: one.text() }))),
      };
    },
  };
}
