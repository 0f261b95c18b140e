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
      'before, until it is empty. A client that accepts NDJSON or CSV rather than JSON gets all matches as one stream, or as ' +
      'many as `limit` says; whole is what ends with a record whose `offset_token` is empty.',
    json: { schema: HtmlSearchRequest },
    answers: [
      {
        status: 200,
        description: 'The domains that match, in order.',
        json: HtmlSearchAnswer,
        text: {
          'application/x-ndjson':
            'An item a line, each with the offset_token that goes on behind it; behind a failure on the way a last line with ' +
            'the body of an error, and no end of the body.',
          'text/csv':
            'The fields of an item and its offset_token as columns (RFC 4180); lists and objects as JSON, matches too.',
        },
      },
    ],
  },
} as const satisfies Record<string, Operation>;
