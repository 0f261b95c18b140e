import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, nullable, successOf } from './envelope.ts';
import { Timestamp } from './timestamp.ts';

/** Bounds that package search repeats, since it reads terms and positions from elsewhere too. */
const PAST_OFFSET = 'give 0 to 9999 and go on from there with offset_token';

/** Of search_terms, exclude_terms and keywords. */
const Term = Type.String({ minLength: 1, maxLength: 1000 });

/** What POST /html-source-code-search takes. */
export const HtmlSearchRequest = Type.Object(
  {
    search_terms: Type.Array(Term, {
      minItems: 1,
      maxItems: 10,
      description:
        'Each must be a substring of the source of a page of the domain, whatever its case. Not only white space, no NUL.',
    }),
    order_by: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: 3,
        default: ['domain_rank,desc'],
        description:
          '`field,asc` or `field,desc`; fields domain_rank, domain, last_visited, country_iso_code, language_code, ' +
          'content_language_code, each once. Unknown values come last in both directions; the last tie-break is domain,asc.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10_000, default: 10, 'x-remedy': 'give 1 to 10000' }),
    ),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 9_999,
        default: 0,
        description: 'limit + offset is at most 10000.',
        'x-remedy': PAST_OFFSET,
      }),
    ),
    offset_token: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          "The previous answer's, to go on behind it. Everything but limit and snippets must be as it was.",
        'x-remedy': "give the previous answer's, or leave the field out to start over",
      }),
    ),
    mode: Type.Optional(
      Type.Enum(['strict_entry', 'entry'], {
        default: 'strict_entry',
        description:
          'strict_entry: a term is a substring of the source of a page, as it is. entry: each of its runs of letters and ' +
          'digits is, of whichever page. Goes for exclude_terms, too.',
      }),
    ),
    exclude_terms: Type.Optional(
      Type.Array(Term, { maxItems: 10, description: 'Domains that match one of these are left out.' }),
    ),
    keywords: Type.Optional(
      Type.Array(Term, {
        maxItems: 10,
        description: 'Each must be a substring of title, description or a meta keyword, whatever its case.',
      }),
    ),
    filters: Type.Optional(
      Type.Array(Type.Unknown(), {
        description:
          'A condition `[field, op, value]`, or a list of conditions and of such lists, joined by "and" or by "or"; at most 8 ' +
          'conditions. Fields are those of order_by, and technologies (names and group.category). Operators: =, <>, in and ' +
          'not_in (a list of 1 to 1000 values); <, <=, > and >= but for technologies; like and not_like (% is any text, case ' +
          'is ignored) for domain and codes. An unknown value fulfils <>, not_in and not_like alone.',
        examples: [
          [['country_iso_code', '=', 'DE'], 'and', ['technologies', 'in', ['WordPress', 'content.cms']]],
        ],
      }),
    ),
    snippets: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'true: each item also has matches[], where its pages hold the terms. A limit that would make an answer of more ' +
          'than about 64 million characters of them, as of many or long terms, is a 400.',
      }),
    ),
  },
  CLOSED,
);
export type HtmlSearchRequest = Static<typeof HtmlSearchRequest>;

/** What is known of a domain. */
export const DOMAIN_FIELDS = {
  type: Type.Literal('domain_technology_item'),
  domain: Type.String({ description: 'Host without a leading www., lower case, A-labels.' }),
  title: nullable(Type.String()),
  description: nullable(Type.String()),
  meta_keywords: Type.Array(Type.String(), { maxItems: 100 }),
  domain_rank: Type.Integer({ minimum: 0, maximum: 1000, description: '0: no link and no rank known.' }),
  last_visited: nullable(Timestamp),
  country_iso_code: nullable(Type.String({ pattern: '^[A-Z]{2}$' })),
  language_code: nullable(Type.String({ pattern: '^[a-z]{2}$', description: 'As declared by the site.' })),
  content_language_code: nullable(
    Type.String({ pattern: '^[a-z]{2}$', description: 'As detected in its text.' }),
  ),
  emails: Type.Array(Type.String(), { maxItems: 100 }),
  social_graph_urls: Type.Array(Type.String(), { maxItems: 100 }),
  technologies: Type.Record(Type.String(), Type.Record(Type.String(), Type.Array(Type.String())), {
    description: 'Group → category → sorted names.',
  }),
};

/** Where a page holds a term. */
export const SourceMatch = Type.Object(
  {
    term: Type.String({ description: 'As in the request.' }),
    url: Type.String({ description: 'Of the page.' }),
    offset: Type.Integer({ minimum: 0, description: 'Characters of the source in front of the match.' }),
    before: Type.String({ description: 'Up to 80 characters of the source in front of the match.' }),
    match: Type.String({ description: 'As it stands in the source.' }),
    after: Type.String({ description: 'Up to 80 characters of the source behind the match.' }),
  },
  CLOSED,
);

/** One domain that matches. */
export const DomainItem = Type.Object(
  {
    ...DOMAIN_FIELDS,
    matches: Type.Optional(
      Type.Array(SourceMatch, {
        description:
          'There if the request has snippets: for each term (in mode entry, for each of its runs of letters and digits), in ' +
          'their order, its first place in the first page that holds it; the home page comes first, the others by URL. ' +
          'Source of strangers, as it is: escape it before it is shown as HTML.',
      }),
    ),
  },
  CLOSED,
);
export type DomainItem = Answer<Static<typeof DomainItem>>;

/** A line of an export as NDJSON. */
export const ExportedItem = Type.Object(
  {
    ...DomainItem.properties,
    offset_token: Type.String({ description: 'Goes on behind this item. Empty on the last one.' }),
  },
  CLOSED,
);

/** What it answers with. */
export const HtmlSearchAnswer = successOf(
  Type.Object(
    {
      total_count: Type.Integer({ minimum: 0, description: 'Exact.' }),
      items_count: Type.Integer({ minimum: 0 }),
      offset: Type.Integer({ minimum: 0, description: 'Number of items before this page.' }),
      offset_token: Type.String({ description: 'Empty on the last page.' }),
      items: Type.Array(DomainItem),
    },
    CLOSED,
  ),
);
export type HtmlSearchAnswer = Answer<Static<typeof HtmlSearchAnswer>>;
