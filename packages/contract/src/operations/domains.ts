import { Type } from 'typebox';
import { ListOptions } from '../crawls.ts';
import {
  BlockAnswer,
  BlockListAnswer,
  BlockRequest,
  DomainAnswer,
  RemovalAnswer,
  RemovalOptions,
} from '../domains.ts';
import { DomainVisitListAnswer } from '../crawls.ts';
import { CLOSED } from '../envelope.ts';
import { HtmlExportRequest, HtmlSearchAnswer, HtmlSearchRequest } from '../html-source-code-search.ts';
import { TranslateAnswer, TranslateRequest } from '../query-translation.ts';
import {
  ExplainAnswer,
  ExplainRequest,
  SearchAnswer,
  SearchExportRequest,
  SearchParameters,
  SearchRequest,
} from '../search.ts';
import {
  CategoryListAnswer,
  TechnologyAnswer,
  TechnologyListAnswer,
  TechnologyListOptions,
  TechnologyOptions,
  TechnologyParameters,
} from '../technologies.ts';
import { TechnologyTrialAnswer, TestTechnologiesRequest } from '../technology-trials.ts';
import { TrendAnswer, TrendRequest } from '../trends.ts';
import type { Operation } from './operation.ts';

/** Properties that searches by the query language share. */
const search = { scope: 'search', tag: 'Search', errors: ['too_broad'] } as const;
const found = {
  status: 200,
  description: 'The domains or pages that match, in order.',
  json: SearchAnswer,
} as const;

export const SEARCH_OPERATIONS = {
  search: {
    ...search,
    method: 'POST',
    path: '/search',
    summary: 'Search',
    description:
      'Finds every domain, or every page, that a query matches: texts, regular expressions, where they stand, what is known of ' +
      'the domain, joined by and, or, not. Totals are exact. To read all results, send the same request with the `offset_token` ' +
      'of the previous answer until that is empty.',
    json: { schema: SearchRequest },
    answers: [found],
  },
  watchSearch: {
    ...search,
    method: 'POST',
    path: '/search/events',
    summary: 'Search and watch',
    description:
      'Does what `POST /search` does, and says how far it is. The answer is one event `answer`, whose data is the body of ' +
      '`POST /search` (the schema `SearchAnswer`). If it takes longer than a second, events `progress` come before it twice a second ' +
      '(`SearchProgressEvent`), and an error is an event `error` (`SearchErrorEvent`). A client that closes the connection ends the search.',
    json: { schema: SearchRequest },
    answers: [
      {
        status: 200,
        description: 'A stream that ends with the answer.',
        text: { 'text/event-stream': 'Events with `event:` and `data:`.' },
      },
    ],
  },
  searchByLink: {
    ...search,
    method: 'GET',
    path: '/search',
    summary: 'Search by a link',
    description: 'Does what `POST /search` does, with a query as a text.',
    query: SearchParameters,
    answers: [found],
  },
  exportSearch: {
    ...search,
    method: 'POST',
    path: '/search/export',
    summary: 'Export all results',
    description:
      'Takes a search and answers with all that it finds in order as one stream, or with `limit` of them. It may take longer than ' +
      'a search: a query that is too broad for one can be exported. The export is complete when its last record has an empty ' +
      '`offset_token`; if it ended earlier, the same request with the last `offset_token` that arrived gets the rest. ' +
      'A form has the same JSON in its field `request`; its answer is a file for a browser to save.',
    json: { schema: SearchExportRequest },
    hasForm: true,
    errors: [],
    answers: [
      {
        status: 200,
        description: 'The domains or pages that match, in order, in the format that was asked for.',
        text: {
          'application/x-ndjson':
            'An item on each line, with the offset_token that continues after it. If the export fails, the last line is the ' +
            'body of an error, and the connection is closed before the end of the body.',
          'text/csv': 'The fields of an item and its offset_token as columns (RFC 4180). Matches are JSON.',
          'application/vnd.apache.parquet':
            'A file of Parquet with the fields of an item as typed columns: lists of texts are lists, lists of objects are JSON. ' +
            'The metadata of the file has the last offset_token. Without its end, a reader refuses the file.',
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet':
            'A workbook of Excel with the fields of an item as columns: times are dates in UTC, ranks are numbers. After 1,048,576 ' +
            'rows it goes on in a further sheet. A text of more than 32,767 characters ends with a mark that says how long it is. ' +
            'The last offset_token is a property of the document. Without its end, no program opens the file.',
        },
        headers: ['content-disposition'],
      },
    ],
  },
  explainSearch: {
    ...search,
    method: 'POST',
    path: '/search/explain',
    summary: 'Explain query',
    description:
      'Says how a query is read, what the index decides of it, and what must be looked for in sources.',
    json: { schema: ExplainRequest },
    errors: [],
    answers: [{ status: 200, description: 'How the query is answered.', json: ExplainAnswer }],
  },
  countTrends: {
    ...search,
    method: 'POST',
    path: '/trends',
    summary: 'Count trends',
    description:
      'Counts the domains that fulfilled each query at the end of each day, week or month, from the changes of labels that visits ' +
      'found: technologies, hosts, addresses and others. A domain counts from its first visit. What newer fingerprints found counts as ' +
      'if it had always been there. Conditions on what has no labels are taken as they are now, and `as_of_now` names them.',
    json: { schema: TrendRequest },
    answers: [{ status: 200, description: 'A line for each query.', json: TrendAnswer }],
  },
  translateQuery: {
    ...search,
    method: 'POST',
    path: '/search/translate',
    summary: 'Translate query',
    description:
      'Takes a query of another search engine and answers with the query that `POST /search` takes for it. Parts that cannot be ' +
      'asked are named, with how a count without them is wrong; nothing is searched.',
    json: { schema: TranslateRequest },
    errors: [],
    answers: [
      {
        status: 200,
        description: 'The query in our language, or why it cannot be asked.',
        json: TranslateAnswer,
      },
    ],
  },
  searchHtmlSourceCode: {
    method: 'POST',
    path: '/html-source-code-search',
    scope: 'search',
    tag: 'Search',
    summary: 'Search HTML source code',
    description:
      'Finds every domain whose pages contain all the given terms in their source. Case is ignored; everything else is ' +
      'compared exactly, and totals are exact. To read all results, send the same request with the `offset_token` of the ' +
      'previous answer until that is empty. All matches as one stream: `POST /html-source-code-search/export`.',
    json: { schema: HtmlSearchRequest },
    errors: ['too_broad'],
    answers: [
      {
        status: 200,
        description: 'The domains that match, in order.',
        json: HtmlSearchAnswer,
      },
    ],
  },
  exportMatches: {
    method: 'POST',
    path: '/html-source-code-search/export',
    scope: 'search',
    tag: 'Search',
    summary: 'Export matches',
    description:
      'Takes a search and answers with all matches in order as one stream, or with `limit` of them. The export is complete when ' +
      'its last record has an empty `offset_token`; if it ended earlier, the same request with the last `offset_token` that ' +
      'arrived gets the rest.',
    json: { schema: HtmlExportRequest },
    answers: [
      {
        status: 200,
        description: 'The domains that match, in order, in the format that was asked for.',
        text: {
          'application/x-ndjson':
            'An item on each line, with the offset_token that continues after it. If the export fails, the last line is the ' +
            'body of an error, and the connection is closed before the end of the body.',
          'text/csv': 'The fields of an item and its offset_token as columns (RFC 4180). Matches are JSON.',
          'application/vnd.apache.parquet':
            'A file of Parquet with the fields of an item as typed columns: lists of texts are lists, lists of objects are JSON. ' +
            'The metadata of the file has the last offset_token. Without its end, a reader refuses the file.',
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet':
            'A workbook of Excel with the fields of an item as columns: times are dates in UTC, ranks are numbers. After 1,048,576 ' +
            'rows it goes on in a further sheet. A text of more than 32,767 characters ends with a mark that says how long it is. ' +
            'The last offset_token is a property of the document. Without its end, no program opens the file.',
        },
        headers: ['content-disposition'],
      },
    ],
  },
} as const satisfies Record<string, Operation>;

const DomainParameters = Type.Object(
  { domain: Type.String({ description: 'Domain in any case and script; a leading www. is dropped.' }) },
  CLOSED,
);

const domain = {
  path: '/admin/domains/{domain}',
  scope: 'admin',
  tag: 'Domains',
  parameters: DomainParameters,
} as const;
const block = { ...domain, path: '/admin/blocked-domains/{domain}' } as const;

export const TECHNOLOGY_OPERATIONS = {
  listTechnologies: {
    method: 'GET',
    path: '/technologies',
    scope: 'search',
    tag: 'Technologies',
    summary: 'List technologies',
    description:
      'Lists the technologies that can be detected, with how many domains of the index have them, and which versions were seen.',
    query: TechnologyListOptions,
    answers: [
      { status: 200, description: 'Technologies by their number of domains.', json: TechnologyListAnswer },
    ],
  },
  getTechnology: {
    method: 'GET',
    path: '/technologies/{slug}',
    scope: 'search',
    tag: 'Technologies',
    summary: 'Get technology',
    description:
      'Says how many domains have a technology, in which versions, how that changed in the last twelve months, and what it replaced or was replaced by.',
    parameters: TechnologyParameters,
    query: TechnologyOptions,
    answers: [{ status: 200, description: 'The technology with its versions.', json: TechnologyAnswer }],
  },
  testTechnologies: {
    method: 'POST',
    path: '/technologies/test',
    scope: 'search',
    tag: 'Technologies',
    summary: 'Test technologies',
    description:
      'Tries fingerprints on the stored pages of a domain: which of the technologies each page shows, by which parts, and which ' +
      'parts it lacks. Nothing of them is stored. Parts that are not taken are named; all else is tried.',
    json: { schema: TestTechnologiesRequest },
    errors: ['not_found'],
    answers: [{ status: 200, description: 'What the pages show.', json: TechnologyTrialAnswer }],
  },
  listCategories: {
    method: 'GET',
    path: '/categories',
    scope: 'search',
    tag: 'Technologies',
    summary: 'List categories',
    description: 'Lists the categories of technologies, with how many domains of the index have any of each.',
    query: TechnologyOptions,
    answers: [
      { status: 200, description: 'Categories by their number of domains.', json: CategoryListAnswer },
    ],
  },
} as const satisfies Record<string, Operation>;

export const DOMAIN_OPERATIONS = {
  inspectDomain: {
    ...domain,
    method: 'GET',
    summary: 'Inspect domain',
    answers: [
      {
        status: 200,
        description: 'Facts and pages of the domain, without sources, and the block that covers it.',
        json: DomainAnswer,
      },
    ],
  },
  listDomainVisits: {
    ...domain,
    method: 'GET',
    path: '/admin/domains/{domain}/visits',
    summary: 'List visits of domain',
    description:
      'Lists what became of the domain in each crawl that has it. A page may have fewer visits than `limit`, even none, although ' +
      'others follow: the list has ended when `next_token` is empty.',
    query: ListOptions,
    answers: [{ status: 200, description: 'Visits, newest crawl first.', json: DomainVisitListAnswer }],
  },
  deleteDomain: {
    ...domain,
    method: 'DELETE',
    summary: 'Delete domain',
    description:
      'Takes the domain down: removes it and all domains under it, and blocks them unless `block` is false. Only another crawl brings them back.',
    query: RemovalOptions,
    answers: [{ status: 200, description: 'Domains that were removed.', json: RemovalAnswer }],
  },
  listBlockedDomains: {
    method: 'GET',
    path: '/admin/blocked-domains',
    scope: 'admin',
    tag: 'Domains',
    summary: 'List blocked domains',
    query: ListOptions,
    answers: [{ status: 200, description: 'Blocks, ordered by domain.', json: BlockListAnswer }],
  },
  getBlockedDomain: {
    ...block,
    method: 'GET',
    summary: 'Get blocked domain',
    answers: [{ status: 200, description: 'The block.', json: BlockAnswer }],
  },
  blockDomain: {
    ...block,
    method: 'PUT',
    summary: 'Block domain',
    description:
      'Blocks the domain and all domains under it. What is stored of them stays until they are taken down.',
    json: { schema: BlockRequest, isOptional: true },
    answers: [{ status: 200, description: 'The block in its current state.', json: BlockAnswer }],
  },
  unblockDomain: {
    ...block,
    method: 'DELETE',
    summary: 'Unblock domain',
    description: 'Lifts the block, so that the domain may be crawled again.',
    answers: [{ status: 200, description: 'The block that was lifted.', json: BlockAnswer }],
  },
} as const satisfies Record<string, Operation>;
