// SerpApi: pages of Google and YouTube, paid for by the search. api.ts sends searches and knows the errors.
import { unsupportedLocale } from '../../codes/dialects.ts';
import { collectPages, type FoundResult, rankResults, type ResultPage } from '../../answers/web-results.ts';
import { listSuggestions } from '../../answers/suggestions.ts';
import { googleDomain } from '../../codes/google.ts';
import type { AutocompleteProvider, OfferOf, ResultType, WebSerpProvider } from '../../ports.ts';
import type { Field } from '../../field.ts';
import { listIn, NAME, search, SERPAPI_DIALECT, type SerpApiOptions } from './api.ts';
import { openVideoInfo, openVideoSerp } from './video.ts';

export function openSerpApi(options: SerpApiOptions): OfferOf<'serpapi'> {
  return {
    'web-serp': openWebSerp(options),
    'web-autocomplete': openAutocomplete(options),
    'video-info': openVideoInfo(options),
    'video-serp': openVideoSerp(options),
  };
}

/** Google shows no more on a page, whatever is requested. */
const PAGE_SIZE = 10;

function openWebSerp(options: SerpApiOptions): WebSerpProvider {
  return {
    name: NAME,
    unsupported: (request) => unsupportedLocale(SERPAPI_DIALECT, request),
    async call({ keyword, device, depth, language, location }, signal) {
      const domain = googleDomain(location.country);
      const found = await collectPages({
        depth,
        maxPages: Math.ceil(depth / PAGE_SIZE),
        fetchPage: async (page) => {
          const start = page === 0 ? {} : { start: page * PAGE_SIZE };
          const parameters = { q: keyword, device, google_domain: domain, ...start };
          return readPage(
            await search(options, { engine: 'google', parameters, language, location, signal }),
          );
        },
      });
      return {
        engine: 'google',
        engineDomain: domain,
        locationName: null,
        results: rankResults(found, depth),
      };
    },
  };
}

/** The lists in the order in which a page has them; SerpApi numbers each by itself. */
function readPage(answer: Field): ResultPage {
  const ads = answer.at('ads').list();
  const isBelow = (ad: Field): boolean => ad.at('block_position').string() === 'bottom';
  return {
    results: [
      ...ads.filter((ad) => !isBelow(ad)).map(readAd),
      ...readAnswerBox(answer.at('answer_box')),
      ...listIn(answer, 'organic_results').map((one) => readResult(one, 'organic')),
      ...ads.filter(isBelow).map(readAd),
    ],
    isLast: answer.at('serpapi_pagination', 'next').isAbsent,
  };
}

function readAd(ad: Field): FoundResult {
  return { ...readResult(ad, 'paid'), description: ad.at('description').text() };
}

function readResult(result: Field, type: ResultType): FoundResult {
  const displayed = result.at('displayed_link').text();
  return {
    type,
    url: result.at('link').text(),
    title: result.at('title').text(),
    description: result.at('snippet').text(),
    breadcrumb: displayed !== null && ADDRESS.test(displayed) ? displayed : null,
  };
}

/** Below videos there may be their views and days instead. */
const ADDRESS = /^(?:https?:\/\/)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?:[/ ]|$)/u;

/** The direct answer. One without a page is left out: a sum, the time, the weather. */
function readAnswerBox(box: Field): readonly FoundResult[] {
  const description = box.at('snippet').text() ?? box.at('answer').text();
  return box.at('link').isAbsent ? [] : [{ ...readResult(box, 'featured_snippet'), description }];
}

function openAutocomplete(options: SerpApiOptions): AutocompleteProvider {
  return {
    name: NAME,
    unsupported: (request) => unsupportedLocale(SERPAPI_DIALECT, request),
    async call({ keyword, client, language, location }, signal) {
      const answer = await search(options, {
        engine: 'google_autocomplete',
        parameters: { q: keyword, client },
        language,
        location,
        signal,
      });
      return {
        engine: 'google',
        engineDomain: null,
        checkUrl: null,
        // The addresses that it gives lead to SerpApi itself.
        suggestions: listSuggestions(
          listIn(answer, 'suggestions').map((one) => ({ text: one.at('value').text() })),
        ),
      };
    },
  };
}
