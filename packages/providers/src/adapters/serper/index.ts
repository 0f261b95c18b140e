// Google's results by way of Serper, which is paid for by the query.
import { completesTheWeb, listSuggestions } from '../../answers/suggestions.ts';
import { GOOGLE, unsupportedLocale } from '../../codes/dialects.ts';
import { collectPages, type FoundResult, rankResults, type ResultPage } from '../../answers/web-results.ts';
import type { AutocompleteProvider, OfferOf, WebSerpProvider } from '../../ports.ts';
import type { Field } from '../../field.ts';
import { callSerper, listIn, NAME, type SerperOptions } from './api.ts';

export function openSerper(options: SerperOptions): OfferOf<'serper'> {
  return { 'web-serp': openWebSerp(options), 'web-autocomplete': openAutocomplete(options) };
}

/** Google shows as many on a page; more at once is not reliable. */
const PAGE_SIZE = 10;

function openWebSerp(options: SerperOptions): WebSerpProvider {
  return {
    name: NAME,
    unsupported: (request) => unsupportedLocale(GOOGLE, request),
    async call(request, signal) {
      const { depth } = request;
      const found = await collectPages({
        depth,
        maxPages: Math.ceil(depth / PAGE_SIZE),
        fetchPage: async (page) => {
          const more = { num: PAGE_SIZE, page: page + 1 };
          return readPage(await callSerper(options, 'search', request, more, signal));
        },
      });
      return {
        engine: 'google',
        engineDomain: null,
        locationName: null,
        results: rankResults(found, depth),
      };
    },
  };
}

/** Texts are plain already: what looks like a tag in them is one that the page writes about. */
function readPage(answer: Field): ResultPage {
  const snippet = readAnswerBox(answer.at('answerBox'));
  const organic = listIn(answer, 'organic').map((one): FoundResult => {
    const position = one.at('position').count();
    return {
      type: 'organic',
      url: one.at('link').string(),
      title: one.at('title').text(),
      description: one.at('snippet').text(),
      // Positions count the organic results only; the answer box is above them.
      rankAbsolute: position === null ? null : position + snippet.length,
    };
  });
  return { results: [...snippet, ...organic], isLast: false };
}

/** The direct answer. One without a page is left out: a sum, the time, the weather. */
function readAnswerBox(box: Field): readonly FoundResult[] {
  const url = box.at('link').string();
  if (url === null) return [];
  const description = box.at('snippet').text() ?? box.at('answer').text();
  return [{ type: 'featured_snippet', url, title: box.at('title').text(), description }];
}

function openAutocomplete(options: SerperOptions): AutocompleteProvider {
  return {
    name: NAME,
    unsupported: (request) =>
      completesTheWeb(request.client) ? unsupportedLocale(GOOGLE, request) : 'client',
    async call(request, signal) {
      const answer = await callSerper(options, 'autocomplete', request, {}, signal);
      return {
        engine: 'google',
        engineDomain: null,
        checkUrl: null,
        suggestions: listSuggestions(
          listIn(answer, 'suggestions').map((one) => ({ text: one.at('value').text() })),
        ),
      };
    },
  };
}
