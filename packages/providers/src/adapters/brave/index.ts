// Brave Search: an index of its own, by an official API that is paid for by the query.
import { completesTheWeb, listSuggestions } from '../../answers/suggestions.ts';
import { collectPages, type FoundResult, rankResults, type ResultPage } from '../../answers/web-results.ts';
import { countryIn, languageIn } from '../../codes/dialects.ts';
import type { AutocompleteProvider, OfferOf, WebSerpProvider } from '../../ports.ts';
import type { Field } from '../../field.ts';
import { plainTextOrNull } from '../../text/plain-text.ts';
import { callBrave, BRAVE_DIALECT, type BraveOptions, ENGINE, NAME, unsupportedByBrave } from './api.ts';

export function openBrave(options: BraveOptions): OfferOf<'brave'> {
  return { 'web-serp': openWebSerp(options), 'web-autocomplete': openAutocomplete(options) };
}

const MAX_PAGE_SIZE = 20;

function openWebSerp(options: BraveOptions): WebSerpProvider {
  return {
    name: NAME,
    unsupported: unsupportedByBrave,
    async call(request, signal) {
      const { language, location, depth } = request;
      const count = Math.min(depth, MAX_PAGE_SIZE);
      const found = await collectPages({
        depth,
        maxPages: Math.ceil(depth / count),
        fetchPage: async (page) => {
          const query = {
            country: countryIn(BRAVE_DIALECT, location.country ?? '') ?? '',
            search_lang: languageIn(BRAVE_DIALECT, language) ?? '',
            count,
            // Counts pages, not results.
            offset: page,
            result_filter: 'web',
            text_decorations: 'false',
          };
          const { key } = options;
          return readPage(await callBrave(options, { key, path: 'web/search', query, request, signal }));
        },
      });
      return { ...ENGINE, locationName: null, results: rankResults(found, depth) };
    },
  };
}

/** An answer without results has no `web`; its `query` shows that it is an answer. */
function readPage(answer: Field): ResultPage {
  const web = answer.at('web');
  if (web.isAbsent) answer.at('query').present();
  return {
    results: web.at('results').list().map(readResult),
    isLast: answer.at('query', 'more_results_available').boolean() === false,
  };
}

/** Texts are HTML. */
function readResult(one: Field): FoundResult {
  const site = plainTextOrNull(one.at('meta_url', 'netloc').string());
  const path = plainTextOrNull(one.at('meta_url', 'path').string());
  return {
    type: 'organic',
    url: one.at('url').string(),
    title: plainTextOrNull(one.at('title').string()),
    description: plainTextOrNull(one.at('description').string()),
    // The path begins with the sign that parts it from the site: `› guides › lakes`.
    breadcrumb: site === null || path === null ? site : `${site} ${path}`,
  };
}

/** Google shows no more. */
const COUNT = 10;

function openAutocomplete(options: BraveOptions): AutocompleteProvider {
  const key = options.suggestKey ?? options.key;
  return {
    name: NAME,
    unsupported: (request) => (completesTheWeb(request.client) ? unsupportedByBrave(request) : 'client'),
    async call(request, signal) {
      const { keyword, language, location } = request;
      const query = {
        country: countryIn(BRAVE_DIALECT, location.country ?? '') ?? '',
        lang: languageIn(BRAVE_DIALECT, language) ?? '',
        count: COUNT,
        // Adds images of known things and people.
        rich: 'true',
      };
      const answer = await callBrave(options, { key, path: 'suggest/search', query, request, signal });
      const found = answer.at('results').present().list();
      return {
        ...ENGINE,
        checkUrl: searchUrl(keyword),
        suggestions: listSuggestions(
          found.map((one) => {
            const text = plainTextOrNull(one.at('query').string());
            return {
              text,
              searchUrl: text === null ? null : searchUrl(text),
              thumbnailUrl: one.at('img').string(),
            };
          }),
        ),
      };
    },
  };
}

function searchUrl(query: string): string {
  const url = new URL(`https://${ENGINE.engineDomain}/search`);
  url.searchParams.set('q', query);
  return url.href;
}
