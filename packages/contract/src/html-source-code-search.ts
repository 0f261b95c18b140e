import { LABEL_FIELD_NAMES, MODES, OPERATOR_NAMES, OPERATORS, SEARCH_BOUNDS } from '@sitegrep/search';
import {
  DOMAIN_FIELD_NAMES,
  ORDER_FIELDS,
  RECORD_FIELDS,
  SEARCH_RESULT_FIELDS,
  specifiedName,
} from '@sitegrep/site';
import { Type, type Static } from 'typebox';
import { specifiedSchemas } from './domain-fields.ts';
import { type Answer, CLOSED, successOf } from './envelope.ts';

const { maxTerms, maxTermLength, maxWindow, maxConditions } = SEARCH_BOUNDS;

/** Fields that each group of operators applies to. */
const OPERATOR_FIELDS = {
  all: `For fields of order_by and ${LABEL_FIELD_NAMES.map(specifiedName).join(', ')}`,
  ordered: 'For fields of order_by',
  text: 'For fields of order_by that are texts',
  versioned: 'For technologies, plugins and themes',
} as const;

/** Sentences that list the operators, for the API reference. */
function operatorsInWords(): string {
  const groups = Object.entries(OPERATOR_FIELDS).map(([group, fields]) => {
    const names = OPERATOR_NAMES.filter((name) => OPERATORS[name].fields === group);
    const byNote = Map.groupBy(names, (name) => OPERATORS[name].note);
    const lists = Array.from(byNote, ([note, some]) => some.join(', ') + (note === null ? '' : ` (${note})`));
    return `${fields}: ${lists.join('; ')}.`;
  });
  return groups.join(' ');
}

/** One of search_terms, exclude_terms and keywords. */
const Term = Type.String({ minLength: 1, maxLength: maxTermLength });

/** Request of POST /html-source-code-search. */
export const HtmlSearchRequest = Type.Object(
  {
    search_terms: Type.Optional(
      Type.Array(Term, {
        maxItems: maxTerms,
        description:
          'A domain matches if each term is a substring of the source of one of its pages. Case is ignored. A term must ' +
          'contain more than white space, and no NUL. The list may be absent or empty where the request has filters, keywords ' +
          'or exclude_terms: then all domains match that they leave.',
      }),
    ),
    order_by: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: SEARCH_BOUNDS.maxOrderRules,
        default: ['domain_rank,desc'],
        description:
          `Rules \`field,asc\` or \`field,desc\`. Fields: ${ORDER_FIELDS.map(specifiedName).join(', ')}; each at most once. Unknown values come ` +
          'last in both directions. Items that are equal by all rules are ordered by domain,asc.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxWindow,
        default: SEARCH_BOUNDS.defaultLimit,
        description: 'Maximum number of items in the answer.',
        'x-remedy': `give 1 to ${maxWindow}`,
      }),
    ),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: maxWindow - 1,
        default: 0,
        description: `Number of items to skip. limit + offset is at most ${maxWindow}.`,
        'x-remedy': `give 0 to ${maxWindow - 1} and go on from there with offset_token`,
      }),
    ),
    offset_token: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'Token of the previous answer, to continue after it. All other fields except limit, fields and snippets must be the same ' +
          'as in that request.',
        'x-remedy': "give the previous answer's, or leave the field out to start over",
      }),
    ),
    mode: Type.Optional(
      Type.Enum([...MODES], {
        default: 'strict_entry',
        description:
          'strict_entry: a term is looked for as it stands. entry: a domain matches a term if its pages contain each of the ' +
          "term's runs of letters and digits, not necessarily on the same page. Applies to exclude_terms, too.",
      }),
    ),
    exclude_terms: Type.Optional(
      Type.Array(Term, {
        maxItems: maxTerms,
        description: 'Domains that match one of these terms are left out.',
      }),
    ),
    keywords: Type.Optional(
      Type.Array(Term, {
        maxItems: maxTerms,
        description:
          'Each keyword must be a substring of the title, the description or one of the meta keywords. Case is ignored.',
      }),
    ),
    filters: Type.Optional(
      Type.Array(Type.Unknown(), {
        'x-documented-as': 'SpecifiedFilter',
        description:
          'A condition `[field, operator, value]`, or a list of conditions and of such lists, joined by "and" or by "or"; at ' +
          `most ${maxConditions} conditions. ${operatorsInWords()} A condition on technologies compares ` +
          'with their names and with `group.category`. An unknown value fulfils <>, not_in, not_like and not_regex only.',
        examples: [
          [['country_iso_code', '=', 'DE'], 'and', ['technologies', 'in', ['WordPress', 'content.cms']]],
        ],
      }),
    ),
    fields: Type.Optional(
      Type.Array(Type.Enum(DOMAIN_FIELD_NAMES.map(specifiedName)), {
        maxItems: DOMAIN_FIELD_NAMES.length,
        description: 'Fields that each item has. The usual ones are there without being named.',
        examples: [['title', 'phone_numbers', 'registration_numbers']],
      }),
    ),
    snippets: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether each item has matches, which show where its pages contain the terms. An answer has at most about 64 ' +
          'million characters of them: with many or long terms, a smaller limit is needed.',
      }),
    ),
  },
  CLOSED,
);
export type HtmlSearchRequest = Static<typeof HtmlSearchRequest>;

/** Formats of an export. */
const EXPORT_FORMATS = ['ndjson', 'csv', 'parquet', 'xlsx'] as const;

const { limit: _pageSize, ...searchFields } = HtmlSearchRequest.properties;

/** Request of POST /html-source-code-search/export. */
export const HtmlExportRequest = Type.Object(
  {
    ...searchFields,
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxWindow,
        description: 'Maximum number of records; all matches if absent.',
        'x-remedy': `give 1 to ${maxWindow}, or leave the field out for all matches`,
      }),
    ),
    format: Type.Optional(
      Type.Enum([...EXPORT_FORMATS], {
        default: 'ndjson',
        description:
          'ndjson: an item of JSON on each line. csv: a row for each item, below a row of names. parquet: a table with types, for ' +
          'databases. xlsx: a workbook of Excel.',
      }),
    ),
    columns: Type.Optional(
      Type.Array(Type.Enum(DOMAIN_FIELD_NAMES.map(specifiedName)), {
        minItems: 1,
        maxItems: DOMAIN_FIELD_NAMES.length,
        uniqueItems: true,
        description:
          'Columns of format csv, parquet or xlsx: exactly these fields of a domain, in this order. If absent, there are all fields of an item ' +
          'and, in CSV, its offset_token.',
        examples: [['domain', 'title', 'emails']],
      }),
    ),
    bom: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether format csv begins with a byte order mark, by which Excel recognises UTF-8.',
      }),
    ),
  },
  CLOSED,
);
export type HtmlExportRequest = Static<typeof HtmlExportRequest>;

/** Position of a term in the source of a page. */
export const SourceMatch = Type.Object(
  {
    term: Type.String({ description: 'Term of the request.' }),
    url: Type.String({ description: 'URL of the page.' }),
    offset: Type.Integer({ minimum: 0, description: 'Number of characters in the source before the match.' }),
    before: Type.String({ description: 'Up to 80 characters of the source before the match.' }),
    match: Type.String({ description: 'The matching text of the source.' }),
    after: Type.String({ description: 'Up to 80 characters of the source after the match.' }),
  },
  CLOSED,
);

/** One domain that matches. */
export const DomainItem = Type.Object(
  {
    type: Type.Literal('domain_technology_item'),
    ...specifiedSchemas(SEARCH_RESULT_FIELDS),
    ...Type.Partial(Type.Object(specifiedSchemas(RECORD_FIELDS))).properties,
    matches: Type.Optional(
      Type.Array(SourceMatch, {
        description:
          'Present if the request has snippets. One match for each term (in mode entry, for each of its runs of letters and ' +
          'digits), in their order: the first one in the first page that contains it. The home page comes first, then the ' +
          'other pages by URL. The texts are source code of other people: escape them before you show them in HTML.',
      }),
    ),
  },
  CLOSED,
);
export type DomainItem = Answer<Static<typeof DomainItem>>;

/** One line of an export as NDJSON. */
export const ExportedItem = Type.Object(
  {
    ...DomainItem.properties,
    offset_token: Type.String({
      description: 'Token that continues after this item. Empty in the last item.',
    }),
  },
  CLOSED,
);

/** Answer of POST /html-source-code-search. */
export const HtmlSearchAnswer = successOf(
  Type.Object(
    {
      total_count: Type.Integer({ minimum: 0, description: 'Exact number of domains that match.' }),
      items_count: Type.Integer({ minimum: 0, description: 'Number of items in this answer.' }),
      offset: Type.Integer({ minimum: 0, description: 'Number of items before this answer.' }),
      offset_token: Type.String({
        description: 'Token that continues after this answer. Empty in the last answer.',
      }),
      items: Type.Array(DomainItem),
    },
    CLOSED,
  ),
);
export type HtmlSearchAnswer = Answer<Static<typeof HtmlSearchAnswer>>;
