import { HtmlSearchAnswer, HtmlSearchRequest } from '../html-source-code-search.ts';
import type { Operation } from './operation.ts';

export const SEARCH_OPERATIONS = {
  searchHtmlSourceCode: {
    method: 'POST',
    path: '/html-source-code-search',
    scope: 'search',
    tag: 'Search',
    summary: 'Search the HTML source of all domains',
    description:
      'Finds every domain that has all the given terms in the source of its pages, exactly and whatever their case. ' +
      'Totals are exact. `offset_token` leads through all results: send the same request with the token of the answer ' +
      'before, until it is empty.',
    json: { schema: HtmlSearchRequest },
    answers: [{ status: 200, description: 'The domains that match, in order.', json: HtmlSearchAnswer }],
  },
} as const satisfies Record<string, Operation>;
