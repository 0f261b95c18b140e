import type { FoundItem, Level, QueryNote, QueryRequest, QueryTree } from '@sitegrep/client';
import {
  ITEM_FIELD_NAMES,
  ITEM_FIELDS,
  SearchRequest,
  TranslateRequest,
  translationNotes,
} from '@sitegrep/contract';
import { SEARCH_BOUNDS } from '@sitegrep/search/bounds';
import { notesToShow } from '@sitegrep/search/notes';
import { DOMAIN_FIELD_NAMES, RECORD_FIELDS } from '@sitegrep/site';
import { Type } from 'typebox';
import { askFitting, counted, fitted, sentences } from '../answer.ts';
import { seenJson } from '../strangers.ts';
import { tool } from '../tool.ts';

const { level, order_by, offset_token, facets } = SearchRequest.properties;
const q = Type.Optional(
  Type.String({
    description: 'The query. Absent: all domains, or all pages.',
    examples: ['"brevo.com" OR "sibforms.com" -tech:Shopify'],
  }),
);
const literal = Type.Optional(
  Type.Boolean({
    default: false,
    description: 'Whether q is one text, as it stands, such as source that was copied from a page.',
  }),
);
const { maxListed } = SEARCH_BOUNDS;
const domains = Type.Optional(
  Type.Array(Type.String(), {
    minItems: 1,
    maxItems: maxListed,
    description: `Only these domains match, at most ${maxListed}. Absent: all.`,
    'x-remedy': `give 1 to ${maxListed} at a time`,
  }),
);
const CLOSED = { additionalProperties: false } as const;
const MAX_ITEMS = 50;
const DEFAULT_ITEMS = 10;

const FIELD_TEXT =
  'Fields of each item to show, e.g. ["domain","title","email"]; name few to see more items in one answer. ' +
  `Absent: the usual ones that are known. Only by name: ${RECORD_FIELDS.join(', ')}.`;

/** Fields of domains that an answer shows. */
export const shownFields = Type.Optional(
  Type.Array(Type.Enum([...DOMAIN_FIELD_NAMES]), {
    maxItems: DOMAIN_FIELD_NAMES.length,
    description: FIELD_TEXT,
  }),
);

/** Fields of domains or of pages that an answer shows. */
const shownItemFields = Type.Optional(
  Type.Array(Type.Enum([...ITEM_FIELD_NAMES]), {
    maxItems: ITEM_FIELD_NAMES.length,
    description: `${FIELD_TEXT} Pages have ${ITEM_FIELDS.page.join(', ')}.`,
  }),
);

/** Fields that show what an item is of. */
const NAMING = ['domain', 'url'] as const;

/** Keeps the fields that are to be shown, and what is not a field, such as matches. */
export function withFields(item: object, fields: readonly string[] = ITEM_FIELD_NAMES): object {
  const kept = new Set<string>([...NAMING, ...fields]);
  const all = new Set<string>(['type', ...ITEM_FIELD_NAMES]);
  return Object.fromEntries(Object.entries(item).filter(([name]) => kept.has(name) || !all.has(name)));
}

/** A query as tools take it, as the API does: a list of domains is one of its conditions. */
function queryOf({
  q = '',
  literal: isLiteral = false,
  domains: listed,
}: {
  readonly q?: string | undefined;
  readonly literal?: boolean | undefined;
  readonly domains?: readonly string[] | undefined;
}): Pick<QueryRequest, 'q' | 'literal' | 'query'> {
  if (listed === undefined) return { q, literal: isLiteral };
  const filter: QueryTree['filter'] = ['domain', 'in', [...listed]];
  const written: readonly QueryTree[] = q === '' ? [] : [isLiteral ? { text: q } : { q }];
  return { query: { and: [...written, { filter }] } };
}

/** Sentences on what a query is read as, where that may not be what was meant. @param total number of matches */
function noteSentences(notes: readonly QueryNote[], total: number): readonly string[] {
  return notesToShow(notes, total).map(({ message, query, total_count: found }) => {
    const counts = found === null ? '' : `, which ${counted(found, 'domain')} match`;
    return query === null
      ? `Note: ${seenJson(message)}.`
      : `Note: ${seenJson(message)}; perhaps q is meant as ${seenJson(query)}${counts}.`;
  });
}

/** `3 domains match`. */
function matching(total: number, atLevel: Level): string {
  return `${counted(total, atLevel)} ${total === 1 ? 'matches' : 'match'}`;
}

const search = tool({
  name: 'search',
  scope: 'search',
  title: 'Search HTML source',
  description:
    'Finds websites, or single pages, by what their HTML source contains and by what is known of them, and shows where it matched. ' +
    'q is a query: words and "exact phrases" are substrings of the source (AND between them), OR, -not, /regex/, and fields such as ' +
    'tech:WooCommerce, country:DE, site:example.com, title:…, lang:fr, rank:>=300. Example: "brevo.com" OR "sibforms.com" -tech:Shopify. ' +
    'With level version, also what pages were before: at:2026-10-01 for those that stood then. With level change, what visits changed: added:tech:Shopify removed:tech:WooCommerce at:<90d.',
  input: Type.Object(
    {
      q,
      literal,
      domains,
      level,
      order_by,
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_ITEMS,
          default: DEFAULT_ITEMS,
          description: 'Maximum items.',
        }),
      ),
      fields: shownItemFields,
      snippets: Type.Optional(
        Type.Boolean({
          description:
            'Whether items show where the query matched. Absent: yes, but not of changes, which have no source.',
        }),
      ),
      offset_token,
    },
    CLOSED,
  ),
  run: async (
    { q: written, literal: isLiteral, domains: listed, limit = DEFAULT_ITEMS, fields, snippets, ...same },
    ask,
  ) => {
    const { level: wanted = 'domain', ...position } = same;
    const request = {
      ...queryOf({ q: written, literal: isLiteral, domains: listed }),
      ...position,
      ...((snippets ?? wanted !== 'change') ? { snippets: { per_item: 2, around: 60 } } : {}),
      ...(fields === undefined ? {} : { fields }),
    };
    const { part, fit } = await askFitting(
      limit,
      (most) =>
        ask((client, options) =>
          client.query.search<Level>({ ...request, level: wanted, limit: most }, options),
        ),
      (item: FoundItem) => withFields(item, fields),
    );
    return {
      text: sentences(
        `${matching(part.total_count, wanted)}${fit.count === part.total_count ? '' : `; ${fit.count} of them are below`}.`,
        fit.note,
        ...noteSentences(part.notes, part.total_count),
        part.offset_token === ''
          ? ''
          : `For the next ones, call search with the same arguments and offset_token ${JSON.stringify(part.offset_token)}, or ask a narrower query.`,
      ),
      data: fit.data,
    };
  },
});

const count = tool({
  name: 'count',
  scope: 'search',
  title: 'Count matches',
  description: 'Counts exactly the domains, or pages, that a query matches; the query is as in search.',
  input: Type.Object({ q, literal, domains, level }, CLOSED),
  run: async ({ level: wanted = 'domain', ...same }, ask) => {
    const { total_count: total, notes } = await ask((client, options) =>
      client.query.search({ ...queryOf(same), level: wanted, count_only: true }, options),
    );
    return { text: sentences(`${matching(total, wanted)}.`, ...noteSentences(notes, total)) };
  },
});

const facetsTool = tool({
  name: 'facets',
  scope: 'search',
  title: 'Count by property',
  description:
    'Counts the domains that a query matches by properties, such as tech (technology), version (of a technology), category, country, ' +
    'lang, tld, visited (by month), rank, host (of what pages load and link to, with kind and party), header, header_value (of a header), ' +
    'cookie, file (well-known files), agent (verdicts of robots.txt on it), cert_issuer, cert_expires (by month), tls, icon, or capture ' +
    '(what a group of a /regex/ of the query matched).',
  input: Type.Object(
    { q, literal, domains, level, facets: Type.Required(Type.Object({ facets })).properties.facets },
    CLOSED,
  ),
  run: async ({ facets: wanted, level: atLevel = 'domain', ...same }, ask) => {
    const request = { ...queryOf(same), level: atLevel, facets: wanted, count_only: true };
    const {
      total_count: total,
      facets: counts = [],
      notes,
    } = await ask((client, options) => client.query.search(request, options));
    const fit = fitted(counts);
    return {
      text: sentences(
        `${matching(total, atLevel)}. Each facet below has the most frequent values with their numbers of domains, ` +
          'the number of distinct values, and the domains without any.',
        fit.note,
        ...noteSentences(notes, total),
        fit.count < counts.length
          ? `Only the first ${fit.count} of ${counts.length} facets fit: ask for the others by themselves, or give them a smaller limit.`
          : '',
      ),
      data: fit.data,
    };
  },
});

const explain = tool({
  name: 'explain',
  scope: 'search',
  title: 'Explain a query',
  description:
    'Says how a query is read (as a tree), what the index decides of it and for how many candidates sources must be read. ' +
    'Use it if a query finds something else than expected, or is too broad.',
  input: Type.Object({ q, literal, level }, CLOSED),
  run: async (given, ask) => {
    const explained = await ask((client, options) => client.query.explain(given, options));
    const { is_exact: isExact, candidates_count: candidates, notes } = explained;
    const fit = fitted([{ tree: explained.tree, looked_at: explained.looked_at }]);
    return {
      text: `${sentences(
        isExact
          ? `The index alone decides the query: ${counted(candidates, 'domain')} match.`
          : `The sources of ${counted(candidates, 'candidate')} must be read to decide it.`,
        ...noteSentences(notes, 0),
        fit.note,
      )}\nThe query as it was read: ${fit.data}`,
    };
  },
});

const translateQuery = tool({
  name: 'translate_query',
  scope: 'search',
  title: 'Translate a query',
  description:
    'Puts a query of another search engine (FOFA, Shodan, PublicWWW and others) into the language of search, and says what of it ' +
    'cannot be asked and how a count is then wrong. It searches nothing: give what it answers to search or count as q.',
  input: TranslateRequest,
  run: async (given, ask) => {
    const translation = await ask((client, options) => client.query.translate(given, options));
    const { query, problem } = translation;
    return {
      text: sentences(
        query === null
          ? `The query cannot be asked: ${seenJson(problem)}.`
          : `The query to give as q: ${seenJson(query)}.`,
        ...translationNotes(translation).map((note) => `Note: ${seenJson(note)}.`),
      ),
    };
  },
});

export const SEARCH_TOOLS = [search, count, facetsTool, explain, translateQuery];
