import {
  CHANGE_FACETS,
  FACET_FIELDS,
  LEVEL_NAMES,
  LEVELS,
  NOTE_CODES,
  type NoteCode,
  SCOPE_NAMES,
  SCOPES,
  SEARCH_BOUNDS,
  WHOLE_SCOPES,
} from '@sitegrep/search';
import {
  CHANGE_KINDS,
  HOST_KIND_NAMES,
  isOrderField,
  ORDER_FIELDS,
  RECORD_FIELDS,
  RECORD_REASONS,
  SEARCH_RESULT_FIELDS,
  type ShownLabels,
} from '@sitegrep/site';
import { Type, type Static } from 'typebox';
import { fieldSchemas } from './domain-fields.ts';
import { type Answer, CLOSED, ErrorBody, nullable, successOf } from './envelope.ts';
import { HtmlExportRequest, HtmlSearchRequest } from './html-source-code-search.ts';
import { ITEM_FIELD_NAMES } from './item-fields.ts';
import { PageVersionItem } from './page-version.ts';
import { Timestamp } from './timestamp.ts';

const {
  maxQueryLength,
  maxParts,
  maxCharacters,
  maxWithin,
  maxMatches,
  defaultMatches,
  maxAround,
  defaultAround,
  maxContextLines,
} = SEARCH_BOUNDS;

/** A part of a tree, which package search checks: its errors are more exact than those of a schema. */
const part = Type.Unknown({ 'x-documented-as': 'QueryTree' });
const parts = Type.Array(part);

/** Labels that a change added or removed. */
const changedPart = Type.Unknown({
  description:
    'A change that added, or removed, a label: a condition on it as in filter, with =, in, matches or version, or a field alone for any of its labels.',
});

/** A query as a tree, for the documentation. */
export const QueryTree = Type.Object(
  {
    and: Type.Optional(Type.Array(part, { description: 'Parts that are all fulfilled.' })),
    or: Type.Optional(Type.Array(part, { description: 'Parts of which at least one is fulfilled.' })),
    not: Type.Optional(part),
    same_page: Type.Optional(part),
    near: Type.Optional(
      Type.Array(part, {
        minItems: 2,
        maxItems: 2,
        description:
          'Two texts or patterns, or `or` of them, on one page with at most `within` characters between.',
      }),
    ),
    within: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxWithin,
        description: 'Maximum characters between the two of near.',
      }),
    ),
    text: Type.Optional(Type.String({ description: 'A substring.' })),
    pattern: Type.Optional(Type.String({ description: 'A regular expression in the syntax of RE2.' })),
    case_sensitive: Type.Optional(
      Type.Boolean({ description: 'Whether case counts in text or pattern. Absent: it does not.' }),
    ),
    whole_word: Type.Optional(
      Type.Boolean({
        description: 'Whether no letter or digit may stand right before or behind text. Absent: they may.',
      }),
    ),
    in: Type.Optional(
      Type.Enum([...SCOPE_NAMES], {
        description: `Scope of text or pattern. ${scopesInWords()} Absent: body.`,
      }),
    ),
    keyword: Type.Optional(
      Type.String({
        description: 'A substring of the title, the description or a meta keyword of the domain.',
      }),
    ),
    filter: Type.Optional(Type.Array(Type.Unknown(), { 'x-documented-as': 'Filter' })),
    added: Type.Optional(changedPart),
    removed: Type.Optional(changedPart),
    at: Type.Optional(
      Type.Object(
        {
          from: Type.Optional(Type.String({ description: 'First second of the span. Absent: since ever.' })),
          until: Type.Optional(
            Type.String({ description: 'First second after it. Absent: it does not end.' }),
          ),
        },
        { ...CLOSED, description: 'A change at that time; with level version, a version that stood then.' },
      ),
    ),
    by: Type.Optional(
      Type.Enum([...RECORD_REASONS, 'any'], {
        description: 'A change that is by this. Of a query, or a same_change, without by: visit.',
      }),
    ),
    same_change: Type.Optional(part),
    q: Type.Optional(Type.String({ description: 'A query as a text.' })),
    all: Type.Optional(Type.Literal(true, { description: 'Everything.' })),
    none: Type.Optional(Type.Literal(true, { description: 'Nothing.' })),
  },
  {
    ...CLOSED,
    description:
      'A part of a query, which has exactly one of and, or, not, same_page, near, text, pattern, keyword, filter, added, removed, at, by, same_change, q, all and none.',
    examples: [{ and: [{ text: 'wp-content' }, { not: { pattern: 'UA-\\d{4,9}-\\d', in: 'inline' } }] }],
  },
);

function scopesInWords(): string {
  return `${SCOPE_NAMES.map((name) => `${name}: ${SCOPES[name].about}`).join('; ')}.`;
}

/** A query is a text or a tree; package search says so of a request that has both. */
const ONE_QUERY = { ...CLOSED, 'x-exclusive': ['q', 'query'] } as const;

export const queryFields = {
  q: Type.Optional(
    Type.String({
      maxLength: maxQueryLength,
      description:
        'The query as a text, in the query language (docs/search.md). Neither q nor query: all domains, or all pages.',
      examples: ['"brevo.com" OR "sibforms.com" -tech:Shopify'],
    }),
  ),
  literal: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Whether q is one text, as it stands, whatever it has: source that was copied from a page.',
    }),
  ),
  query: Type.Optional(
    Type.Unknown({
      'x-documented-as': 'QueryTree',
      description: `The query as a tree, in place of q. A query has at most ${maxParts} texts, patterns and conditions, and ${maxCharacters} characters in its texts and patterns.`,
    }),
  ),
  level: Type.Optional(
    Type.Enum([...LEVEL_NAMES], {
      default: 'domain',
      description: LEVEL_NAMES.map((name) => `${name}: an item for ${LEVELS[name].items}.`).join(' '),
    }),
  ),
};

const orderBy = Type.Optional(
  Type.Array(Type.String(), {
    maxItems: SEARCH_BOUNDS.maxOrderRules,
    default: ['rank,desc'],
    description:
      `Rules \`field,asc\` or \`field,desc\`. Fields: ${ORDER_FIELDS.join(', ')}${ownSortFields()}; each at most once. Unknown values come last in both directions. Items that are equal by ` +
      'all rules are ordered by domain,asc, then url,asc.',
  }),
);

/** Sort fields that the items of some levels have of their own, in words. */
function ownSortFields(): string {
  const own = LEVEL_NAMES.map((name) => ({
    name,
    fields: LEVELS[name].sortFields.filter((field) => !isOrderField(field)),
  }));
  return own
    .filter(({ fields }) => fields.length > 0)
    .map(({ name, fields }) => `, and with level ${name} ${fields.join(', ')}`)
    .join('');
}

const perItem = {
  minimum: 1,
  maximum: maxMatches,
  default: defaultMatches,
  description:
    'Maximum number of matches of each item. Each text and pattern has its first before any has its second.',
};
const around = {
  minimum: 0,
  maximum: maxAround,
  default: defaultAround,
  description: `Characters of the source before and after each match. With lines, they are the most there may be, ${maxAround} unless stated.`,
};
const contextLines = {
  minimum: 0,
  maximum: maxContextLines,
  description:
    'Lines of the source before and after that of each match, which is whole itself, as far as around reaches. Absent: lines do not count.',
};

const snippets = Type.Optional(
  Type.Object(
    {
      per_item: Type.Optional(Type.Integer(perItem)),
      around: Type.Optional(Type.Integer(around)),
      lines: Type.Optional(Type.Integer(contextLines)),
    },
    { ...CLOSED, description: 'Gives each item matches, which show where its texts and patterns stand.' },
  ),
);

const { maxFacets, maxFacetValues, defaultFacetValues, maxFacetOffset } = SEARCH_BOUNDS;

/** Which values of a facet are shown. */
const FACET_PART = {
  limit: {
    default: defaultFacetValues,
    description: `Maximum number of values, 1 to ${maxFacetValues}: the most frequent ones.`,
  },
  offset: { default: 0, description: `Number of values to skip, 0 to ${maxFacetOffset}.` },
  min: { default: 1, description: 'Number of domains that a value must have to be listed, from 1 on.' },
} as const;

/** A facet, whose members package search checks: its errors are more exact than those of a schema. */
export const Facet = Type.Object(
  {
    field: Type.String({ description: `One of ${FACET_FIELDS.join(', ')}.`, examples: ['tech'] }),
    limit: Type.Optional(Type.Number(FACET_PART.limit)),
    offset: Type.Optional(Type.Number(FACET_PART.offset)),
    min: Type.Optional(Type.Number(FACET_PART.min)),
    of: Type.Optional(
      Type.String({
        description:
          'Technology of version, plugin of plugin_version, theme of theme_version, header field of header_value: server, agent of agent: GPTBot, kind of labels of added and removed: tech.',
        examples: ['WooCommerce'],
      }),
    ),
    implied: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          'False leaves technologies that are only implied by others, without evidence on any page, out of tech and category.',
      }),
    ),
    group: Type.Optional(
      Type.Union([Type.Number(), Type.String()], {
        description:
          'Group of capture, by number or name, in a pattern of the query; the first pattern that has it is meant. ' +
          'Absent: 1.',
      }),
    ),
    kind: Type.Optional(
      Type.String({
        description: `Kind of what names a host, one of ${HOST_KIND_NAMES.join(', ')}. Absent: every kind counts.`,
        examples: ['script'],
      }),
    ),
    party: Type.Optional(
      Type.String({
        description:
          'third: only hosts of another registrable domain than that of the site are counted. Absent: all.',
        examples: ['third'],
      }),
    ),
  },
  CLOSED,
);

const facets = Type.Optional(
  Type.Array(Facet, {
    description:
      `Properties that the domains that match are counted by, at most ${maxFacets}. Facets count domains at both levels: with level page, ` +
      'those that have a page that matches. A domain counts once for each value that it has. rank counts in steps of 100, visited by ' +
      'month, capture by the texts that a group of a pattern has in the pages that match.',
    examples: [[{ field: 'tech' }, { field: 'version', of: 'WooCommerce', limit: 5 }]],
  }),
);

const fields = Type.Optional(
  Type.Array(Type.Enum([...ITEM_FIELD_NAMES]), {
    maxItems: ITEM_FIELD_NAMES.length,
    description:
      'Fields that each item has, by the names of columns and of `order_by`. The usual ones are there without being named.',
    examples: [['title', 'phone_numbers', 'registration_numbers']],
  }),
);

const { maxExtractions, maxExtractionName, maxExtractedLength, maxExtractedValues, maxExtractedListLength } =
  SEARCH_BOUNDS;

/** A value to read out of the sources of each item. */
export const Extraction = Type.Object(
  {
    as: Type.String({
      description: `Name of the value: at most ${maxExtractionName} lower-case letters, digits and _, a letter first; not that of a field.`,
    }),
    select: Type.Optional(
      Type.String({
        description: 'A CSS selector. The value is that of the elements that it selects, in their order.',
      }),
    ),
    attribute: Type.Optional(
      Type.String({
        description:
          'Attribute of the selected elements that is the value, as it is written; elements without it have none. Absent: the ' +
          'text of the element with white space folded; elements without text have none.',
      }),
    ),
    pattern: Type.Optional(
      Type.String({
        description:
          'A regular expression in the syntax of RE2, in place of select. Case does not count unless it begins with (?-i).',
      }),
    ),
    group: Type.Optional(
      Type.Union([Type.Integer(), Type.String()], {
        description:
          'Number or name of the group of the pattern that is the value; 0 is the match. Absent: the first group, or the match ' +
          'if there is none.',
      }),
    ),
    in: Type.Optional(
      Type.Enum([...WHOLE_SCOPES], {
        description:
          'Text that the pattern is looked for in: the source (body, unless stated), or another one, such as headers.',
      }),
    ),
    all: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether the value is a list of all, each once. Otherwise it is the first one, or null.',
      }),
    ),
  },
  {
    ...CLOSED,
    description: 'A value that is read out of sources: it has either select or pattern.',
    examples: [{ as: 'action', select: 'form', attribute: 'action', all: true }],
  },
);

const extract = Type.Optional(
  Type.Array(Extraction, {
    minItems: 1,
    maxItems: maxExtractions,
    description:
      'Gives each item values that are read out of its sources: those of a page, or those of all pages of a domain, home page ' +
      'first, then by URL.',
    examples: [[{ as: 'h1', select: 'h1' }]],
  }),
);

const { limit, offset } = HtmlSearchRequest.properties;

const position = {
  order_by: orderBy,
  offset,
  offset_token: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'Token of the previous answer, to continue after it. All other fields except limit, fields, snippets, extract and ' +
        'facets must mean the same as in that request.',
      'x-remedy': "give the previous answer's, or leave the field out to start over",
    }),
  ),
};

/** Request of POST /search. */
export const SearchRequest = Type.Object(
  {
    ...queryFields,
    ...position,
    limit,
    fields,
    snippets,
    extract,
    facets,
    latest: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether items have `changed`, the last change of their domain (the first item of each domain alone), and pages `versions_count`. At the levels domain and page alone, with a limit of at most 100.',
      }),
    ),
    count_only: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether only total_count and facets are wanted: there are no items then.',
      }),
    ),
  },
  ONE_QUERY,
);
export type SearchRequest = Static<typeof SearchRequest>;

/** A member of each facet, as a parameter of links. */
function linkedFacets(
  name: keyof typeof FACET_PART,
  bounds: { readonly minimum: number; readonly maximum?: number },
) {
  const { default: usual, description } = FACET_PART[name];
  return Type.Optional(
    Type.Integer({ ...bounds, default: usual, description: `${description} It holds for each of facets.` }),
  );
}

/** Query parameters of GET /search. */
export const SearchParameters = Type.Object(
  {
    q: queryFields.q,
    literal: queryFields.literal,
    level: queryFields.level,
    order_by: Type.Optional(
      Type.String({
        default: 'rank,desc',
        description: 'Rules as in POST /search, with ; between two.',
      }),
    ),
    limit,
    offset,
    offset_token: position.offset_token,
    fields: Type.Optional(Type.String({ description: 'Fields that each item has, with commas between.' })),
    snippets: Type.Optional(
      Type.Integer({ minimum: 1, maximum: maxMatches, description: perItem.description }),
    ),
    around: Type.Optional(
      Type.Integer({ ...around, description: `${around.description} It needs snippets.` }),
    ),
    lines: Type.Optional(
      Type.Integer({ ...contextLines, description: `${contextLines.description} It needs snippets.` }),
    ),
    facets: Type.Optional(
      Type.String({
        description:
          'Facets with commas between. After a colon comes what a version is of, or the group of capture: ' +
          'country,version:WooCommerce. tech@seen and category@seen do not count what is only implied; host:script counts hosts of scripts, host@third those of third parties.',
      }),
    ),
    facet_limit: linkedFacets('limit', { minimum: 1, maximum: maxFacetValues }),
    facet_offset: linkedFacets('offset', { minimum: 0, maximum: maxFacetOffset }),
    facet_min: linkedFacets('min', { minimum: 1 }),
    count_only: SearchRequest.properties.count_only,
  },
  CLOSED,
);
export type SearchParameters = Static<typeof SearchParameters>;

/** Names of the properties of items that are not fields, and of the columns of exports. */
export const ITEM_PROPERTIES = [
  'type',
  'matches',
  'extracted',
  'extracted_cut',
  'changed',
  'versions_count',
  'offset_token',
] as const;

/** Request of POST /search/export. */
export const SearchExportRequest = Type.Object(
  {
    ...queryFields,
    ...position,
    limit: HtmlExportRequest.properties.limit,
    fields,
    snippets,
    extract,
    format: HtmlExportRequest.properties.format,
    columns: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        maxItems: ITEM_FIELD_NAMES.length + maxExtractions,
        uniqueItems: true,
        description:
          'Columns of format csv, parquet or xlsx: exactly these fields of a domain, or of a page, and these names of values, in this order. If ' +
          'absent, there are all fields of an item, its values and, in CSV, its offset_token.',
        examples: [['domain', 'title', 'email']],
      }),
    ),
    bom: HtmlExportRequest.properties.bom,
  },
  ONE_QUERY,
);
export type SearchExportRequest = Static<typeof SearchExportRequest>;

/** Place of a match in a page. */
export const FoundMatch = Type.Object(
  {
    term: Type.String({ description: 'The text as it is looked for, or the pattern.' }),
    scope: Type.Enum([...SCOPE_NAMES], {
      description: `Part of the page that was searched. ${scopesInWords()}`,
    }),
    url: Type.String({ description: 'URL of the page.' }),
    offset: Type.Integer({
      minimum: 0,
      description: 'Number of characters before the match, in the source; in the address with scope url.',
    }),
    line: Type.Integer({ minimum: 1, description: 'Line of its beginning.' }),
    column: Type.Integer({ minimum: 1, description: 'Column of its beginning, in characters.' }),
    before: Type.String({ description: 'Characters before the match.' }),
    match: Type.String({ description: 'The matching text as it stands there.' }),
    after: Type.String({ description: 'Characters after the match.' }),
    captures: Type.Optional(
      Type.Array(nullable(Type.String()), {
        description: 'Texts of the groups of a pattern, in their order; null: not part of the match.',
      }),
    ),
    names: Type.Optional(
      Type.Record(Type.String(), nullable(Type.String()), {
        description: 'Texts of the named groups of a pattern.',
      }),
    ),
  },
  CLOSED,
);

const matches = Type.Optional(
  Type.Array(FoundMatch, {
    maxItems: maxMatches,
    description:
      'Present if the request has snippets: matches of the texts and patterns that are not excluded, in the order of the query, ' +
      'those of one in the order of the pages, home page first, then by URL. The texts are source code of other people: escape ' +
      'them before you show them in HTML.',
  }),
);

/** Kinds of what is missing of a value. */
const CUTS = ['length', 'page', 'values'] as const;

const values = {
  extracted: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Null(), Type.Array(Type.String())]), {
      description:
        'Present if the request has extract: each value by its name. A value is null, and a list is empty, if no page has one. ' +
        `A value has at most ${maxExtractedLength} characters, a list at most ${maxExtractedValues} values and ` +
        `${maxExtractedListLength} characters. They are texts of other people: escape them before you show them in HTML.`,
    }),
  ),
  extracted_cut: Type.Optional(
    Type.Record(Type.String(), Type.Array(Type.Enum([...CUTS])), {
      description:
        'Present if values are not complete, by their names. length: a value is longer. values: there are more. page: a page is ' +
        'too large, or takes too much work, to be read to its end.',
    }),
  ),
};

const changedLabels = Type.Partial(
  Type.Object(Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, Type.Array(Type.String())])), CLOSED),
);

/** An item with the last change of its domain. */
type WithChange<Item> = Omit<Item, 'changed'> & { readonly changed?: LatestChange | null };

/** The last change of a domain, of those that visits found. */
export const LatestChange = Type.Object(
  {
    at: { ...Timestamp, description: 'Time of the visit that showed the change first.' },
    previous_at: { ...Timestamp, description: 'Time of the visit before.' },
    added: { ...changedLabels, description: 'Labels that the site has since then, by their kinds.' },
    removed: {
      ...changedLabels,
      description: 'Labels that the site no longer has since then, by their kinds.',
    },
  },
  {
    ...CLOSED,
    description:
      'Present if the request has latest: the last change of the domain that a visit found; null: none did.',
  },
);

export type LatestChange = Answer<
  Omit<Static<typeof LatestChange>, 'added' | 'removed'> & {
    readonly added: ShownLabels;
    readonly removed: ShownLabels;
  }
>;

const changed = Type.Optional(nullable(LatestChange));

/** A domain that matches. */
export const FoundDomain = Type.Object(
  {
    type: Type.Literal('domain_technology_item'),
    ...fieldSchemas(SEARCH_RESULT_FIELDS),
    ...Type.Partial(Type.Object(fieldSchemas(RECORD_FIELDS))).properties,
    matches,
    ...values,
    changed,
  },
  CLOSED,
);
export type FoundDomain = WithChange<Answer<Static<typeof FoundDomain>>>;

/** A page that matches. */
export const FoundPage = Type.Object(
  {
    type: Type.Literal('page_item'),
    domain: Type.String(),
    url: Type.String(),
    title: nullable(Type.String({ description: 'Content of its title element.' })),
    rank: Type.Integer({ minimum: 0, maximum: 1000 }),
    fetched_at: Timestamp,
    charset: Type.String({ description: 'Encoding that the source was decoded from.' }),
    truncated: Type.Boolean({ description: 'Whether the source was truncated because it was too large.' }),
    matches,
    ...values,
    changed,
    versions_count: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'Present if the request has latest: number of the versions of the page that are kept, itself included.',
      }),
    ),
  },
  CLOSED,
);
export type FoundPage = WithChange<Answer<Static<typeof FoundPage>>>;

const versionFields = PageVersionItem.properties;

/** A version of a page that matches. */
export const FoundVersion = Type.Object(
  {
    type: Type.Literal('version_item'),
    domain: Type.String(),
    url: Type.String(),
    id: versionFields.id,
    title: nullable(Type.String({ description: 'Content of its title element.' })),
    rank: Type.Integer({ minimum: 0, maximum: 1000 }),
    first_seen: versionFields.first_seen,
    last_seen: versionFields.last_seen,
    gone_at: versionFields.gone_at,
    charset: versionFields.charset,
    truncated: versionFields.truncated,
    matches,
    ...values,
  },
  CLOSED,
);
export type FoundVersion = Answer<Static<typeof FoundVersion>>;

/** A change that matches. */
export const FoundChange = Type.Object(
  {
    type: Type.Literal('change_item'),
    domain: Type.String(),
    rank: Type.Integer({
      minimum: 0,
      maximum: 1000,
      description: 'Rank of the domain now; 0 if it was deleted.',
    }),
    at: { ...Timestamp, description: 'Time of the visit that showed the change first.' },
    previous_at: { ...Timestamp, description: 'Time of the visit before.' },
    recorded: Type.Integer({
      minimum: 1,
      description:
        'Number that rises with every change that is recorded, also again. Of one domain and time the record with the highest number counts.',
    }),
    by: Type.Enum([...RECORD_REASONS], {
      description:
        'visit: the site changed. detector: new fingerprints found something else in it. retraction: an earlier record of this domain and ' +
        'time is void. deletion: the domain was deleted, and with it all its changes.',
    }),
    added: { ...changedLabels, description: 'Labels that the site has since then, by their kinds.' },
    removed: {
      ...changedLabels,
      description: 'Labels that the site no longer has since then, by their kinds.',
    },
  },
  CLOSED,
);
export type FoundChange = Answer<
  Omit<Static<typeof FoundChange>, 'added' | 'removed'> & {
    readonly added: ShownLabels;
    readonly removed: ShownLabels;
  }
>;

/** An item of whichever level. */
export type FoundItem = FoundDomain | FoundPage | FoundVersion | FoundChange;

export type FoundMatch = Answer<Static<typeof FoundMatch>>;

const offsetToken = Type.String({
  description:
    'Token that continues after this item. Empty in the last item, but never where changes are ordered by recorded,asc.',
});

/** One line of an export as NDJSON. */
export const ExportedResult = Type.Union([
  Type.Object({ ...FoundDomain.properties, offset_token: offsetToken }, CLOSED),
  Type.Object({ ...FoundPage.properties, offset_token: offsetToken }, CLOSED),
  Type.Object({ ...FoundVersion.properties, offset_token: offsetToken }, CLOSED),
  Type.Object({ ...FoundChange.properties, offset_token: offsetToken }, CLOSED),
]);

const facetValue = Type.String({
  description:
    'Value; of rank as the query language writes it: 300..399; of week its Monday. A text that a group captured is cut after 1,000 characters.',
});

/** Counts of a facet. */
export const FacetAnswer = Type.Object(
  {
    field: Type.Enum([...FACET_FIELDS]),
    of: Type.Optional(
      Type.String({ description: 'Owner of the values, such as the technology of version.' }),
    ),
    implied: Type.Optional(
      Type.Boolean({ description: 'False, as in the request: what is only implied is not counted.' }),
    ),
    kind: Type.Optional(
      Type.Enum([...HOST_KIND_NAMES], { description: 'Kind of what names a host, as in the request.' }),
    ),
    party: Type.Optional(
      Type.Literal('third', {
        description: 'third, as in the request: only hosts of third parties are counted.',
      }),
    ),
    group: Type.Optional(
      Type.Union([Type.Integer(), Type.String()], { description: 'The group of capture.' }),
    ),
    values: Type.Array(
      Type.Union([
        Type.Object(
          {
            value: facetValue,
            domains: Type.Integer({ minimum: 1, description: 'Number of domains that match and have it.' }),
          },
          CLOSED,
        ),
        Type.Object(
          {
            value: facetValue,
            changes: Type.Integer({
              minimum: 1,
              description: `Number of changes that match and have it, of ${CHANGE_FACETS.join(', ')}.`,
            }),
          },
          CLOSED,
        ),
      ]),
      {
        description:
          'The most frequent values from offset on, by the number of domains, or of changes, and then by code point.',
      },
    ),
    distinct: Type.Integer({ minimum: 0, description: 'Number of different values, exact.' }),
    listed: Type.Integer({
      minimum: 0,
      description:
        'Number of those that at least min domains, or changes, have: limit and offset choose among them.',
    }),
    without: Type.Integer({
      minimum: 0,
      description: 'Number of domains, or of changes, that match and have no value.',
    }),
  },
  CLOSED,
);
export type FacetAnswer = Answer<Static<typeof FacetAnswer>>;

/** A note on what a query is read as, where that may not be what was meant. */
export const SearchNote = Type.Object(
  {
    code: Type.Enum(Object.keys(NOTE_CODES) as NoteCode[], {
      description: `Kind of the note. ${Object.entries(NOTE_CODES)
        .map(([code, about]) => `${code}: ${about}`)
        .join('; ')}.`,
    }),
    line: Type.Integer({ minimum: 1, description: 'Line of the part of q that it is about.' }),
    column: Type.Integer({ minimum: 1, description: 'Column of that part, in characters.' }),
    length: Type.Integer({ minimum: 0, description: 'Length of that part, in characters.' }),
    message: Type.String({ description: 'The note as a sentence without a full stop.' }),
    query: nullable(Type.String({ description: 'A query that may be meant instead. Null: none is known.' })),
    total_count: nullable(
      Type.Integer({
        minimum: 0,
        description: 'Exact number of domains that this query finds. Null: they were not counted.',
      }),
    ),
  },
  CLOSED,
);
export type SearchNote = Answer<Static<typeof SearchNote>>;

const notes = Type.Array(SearchNote, {
  description:
    'Notes on what q is read as, where that may not be what was meant; empty if nothing is doubtful. Queries as they stand are counted at ' +
    'level domain, in the first answer of a search.',
});

/** Data of the events `progress` of POST /search/events. */
export const SearchProgressEvent = Type.Object(
  {
    candidates: Type.Integer({
      minimum: 0,
      description:
        'Domains, pages or versions that match as far as the index tells; 0 if it is not known yet, or nothing has to be looked at.',
    }),
    looked_at: Type.Integer({
      minimum: 0,
      description: 'How many of them it is decided of whether they match, by a look at their sources.',
    }),
  },
  CLOSED,
);
export type SearchProgressEvent = Answer<Static<typeof SearchProgressEvent>>;

/** Data of the event `error` of POST /search/events. */
export const SearchErrorEvent = Type.Object(
  {
    ...ErrorBody.properties,
    retry_after: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Seconds after which the same request can succeed, as `Retry-After` of an error answer.',
      }),
    ),
  },
  CLOSED,
);
export type SearchErrorEvent = Static<typeof SearchErrorEvent>;

/** Answer of POST /search and GET /search. */
export const SearchAnswer = successOf(
  Type.Object(
    {
      total_count: Type.Integer({
        minimum: 0,
        description: 'Exact number of domains, of pages, of versions or of changes that match.',
      }),
      items_count: Type.Integer({ minimum: 0, description: 'Number of items in this answer.' }),
      offset: Type.Integer({ minimum: 0, description: 'Number of items before this answer.' }),
      offset_token: Type.String({
        description: 'Token that continues after this answer. Empty in the last answer.',
      }),
      feed_token: Type.Optional(
        Type.String({
          description:
            'Present if changes are ordered by recorded,asc: the offset_token of a later request for what is recorded after this answer. It ' +
            'never ends: keep it, also where nothing was found.',
        }),
      ),
      items: Type.Array(Type.Union([FoundDomain, FoundPage, FoundVersion, FoundChange]), {
        description:
          'Domains with level domain, pages with level page, versions of pages with level version, changes with level change.',
      }),
      facets: Type.Optional(
        Type.Array(FacetAnswer, {
          description: 'Counts of each facet of the request, in its order; of the same state as total_count.',
        }),
      ),
      notes,
      took_ms: Type.Integer({
        minimum: 0,
        description: 'Milliseconds that the search took, time in the queue included.',
      }),
    },
    CLOSED,
  ),
);
export type SearchAnswer = Answer<Static<typeof SearchAnswer>>;

/** Request of POST /search/explain. */
export const ExplainRequest = Type.Object(queryFields, ONE_QUERY);
export type ExplainRequest = Static<typeof ExplainRequest>;

/** Answer of POST /search/explain. */
export const ExplainAnswer = successOf(
  Type.Object(
    {
      level: Type.Enum([...LEVEL_NAMES]),
      tree: Type.Unknown({ 'x-documented-as': 'QueryTree', description: 'The query as it was read.' }),
      canonical: Type.Unknown({
        'x-documented-as': 'QueryTree',
        description:
          'The same in the form that is the same for queries of the same meaning; tokens belong to it.',
      }),
      candidates: Type.Unknown({
        'x-documented-as': 'QueryTree',
        description:
          'Condition that the index decides: every domain fulfils it that matches, or has a page that does.',
      }),
      candidates_count: Type.Integer({ minimum: 0, description: 'Number of domains that fulfil it.' }),
      is_exact: Type.Boolean({
        description: 'Whether the index decides all. Otherwise the sources of candidates are read.',
      }),
      looked_at: {
        ...parts,
        description: 'The parts of the canonical form that are decided by reading sources.',
      },
      notes,
    },
    CLOSED,
  ),
);
export type ExplainAnswer = Answer<Static<typeof ExplainAnswer>>;
