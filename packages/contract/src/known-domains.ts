import { SEARCH_BOUNDS } from '@sitegrep/search';
import {
  DOMAIN_FIELD_NAMES,
  EVIDENCE_FIELDS,
  HOST_KIND_NAMES,
  MAX_HOSTS,
  SCREENSHOT_SIZES,
  VERSION_SOURCES,
} from '@sitegrep/site';
import { Type, type Static } from 'typebox';
import { ListOptions } from './crawls.ts';
import { fieldSchemas } from './domain-fields.ts';
import { type Answer, CLOSED, listOf, nullable, successOf } from './envelope.ts';
import { FoundDomain } from './search.ts';
import { Timestamp } from './timestamp.ts';

const { maxListed } = SEARCH_BOUNDS;

const count = { minimum: 0 } as const;

const revision = Type.Integer({
  minimum: 1,
  description: 'Number that rises each time the domain is written.',
});

/** A stored page, without its source. */
export const DomainPage = Type.Object(
  {
    url: Type.String({ description: 'Final URL, after redirects, without a fragment.' }),
    title: nullable(Type.String({ description: 'Content of its title element.' })),
    bytes: Type.Integer({ ...count, description: 'Size of the stored source in UTF-8.' }),
    rendered_bytes: nullable(
      Type.Integer({
        ...count,
        description: 'The same of the source that scripts wrote; null if the page was not rendered.',
      }),
    ),
    screenshot_bytes: nullable(
      Type.Integer({
        minimum: 1,
        description:
          'Size of its screenshot, as GET /domains/{domain}/pages/screenshot gives it; null if it has none.',
      }),
    ),
    fetched_at: Timestamp,
    charset: Type.String({ description: 'Encoding that the source was decoded from.' }),
    truncated: Type.Boolean({ description: 'Whether the source was truncated because it was too large.' }),
  },
  CLOSED,
);
export type DomainPage = Answer<Static<typeof DomainPage>>;

/** Everything that is known of a domain, besides its pages. */
export const DomainDetails = Type.Object(
  {
    type: Type.Literal('domain_technology_item'),
    ...fieldSchemas(DOMAIN_FIELD_NAMES),
    revision,
    pages_count: Type.Integer({ ...count, description: 'Number of stored pages.' }),
  },
  CLOSED,
);
export type DomainDetails = Answer<Static<typeof DomainDetails>>;

export const DomainDetailsAnswer = successOf(DomainDetails);

/** Query parameters of GET /domains/{domain}/pages. */
export const DomainPageListOptions = ListOptions;

export const DomainPageListAnswer = successOf(
  Type.Object(
    {
      ...listOf(DomainPage).properties,
      total_count: Type.Integer({ ...count, description: 'Number of stored pages.' }),
      revision: Type.Integer({
        minimum: 1,
        description:
          'Number that rises each time the domain is written. If it changes while you read the list, so did the list.',
      }),
    },
    CLOSED,
  ),
);

/** A host of another site that pages of a domain link to. */
export const DomainLink = Type.Object(
  {
    host: Type.String({ description: 'Host that is linked to, as domains are named.' }),
    pages_count: Type.Integer({ minimum: 1, description: 'Number of stored pages that link to it.' }),
    url: Type.String({ description: 'URL of the first of these pages.' }),
  },
  CLOSED,
);
export type DomainLink = Answer<Static<typeof DomainLink>>;

export const DomainLinkListAnswer = successOf(
  Type.Object(
    {
      ...listOf(DomainLink).properties,
      total_count: Type.Integer({ ...count, description: 'Number of hosts that its pages link to.' }),
      revision,
    },
    CLOSED,
  ),
);

/** Query parameters of GET /domains/{domain}/pages/source. */
export const PageSourceOptions = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      description: 'URL of the page, as GET /domains/{domain}/pages lists it.',
    }),
    part: Type.Optional(
      Type.Enum(['body', 'rendered'], {
        description:
          'Source as it was sent (`body`, unless stated), or as scripts wrote it in a browser (`rendered`).',
      }),
    ),
  },
  CLOSED,
);

/** Query parameters of GET /domains/{domain}/pages/screenshot. */
export const PageScreenshotOptions = Type.Object(
  {
    url: PageSourceOptions.properties.url,
    size: Type.Optional(
      Type.Enum([...SCREENSHOT_SIZES], {
        description: '1366 × 768 pixels (`full`, unless stated), or a quarter as wide (`thumbnail`).',
      }),
    ),
  },
  CLOSED,
);

/** Headers of GET /domains/{domain}/pages/source. */
export const PageSourceHeaders = Type.Object(
  {
    Range: Type.Optional(
      Type.String({
        description:
          'One range of bytes, such as bytes=0-4095 or bytes=-500. Several ranges, and units other than bytes, are ignored.',
      }),
    ),
    'If-Range': Type.Optional(
      Type.String({ description: 'ETag of an earlier answer: the range applies only if it is still valid.' }),
    ),
    'If-None-Match': Type.Optional(
      Type.String({ description: 'ETag of an earlier answer: if it is still valid, the answer is 304.' }),
    ),
  },
  CLOSED,
);

/** Headers of GET /domains/{domain}/pages/screenshot. */
export const PageScreenshotHeaders = Type.Pick(PageSourceHeaders, ['If-None-Match'], CLOSED);

/** Most pages and matches that are listed of each technology. */
export const TECHNOLOGY_BOUNDS = { pages: 100, evidence: 20 } as const;

/** A match by which a technology was found. */
export const TechnologyEvidence = Type.Object(
  {
    url: Type.String({ description: 'URL of the page, the first one that has the match.' }),
    field: Type.Enum([...EVIDENCE_FIELDS], {
      description:
        'Part that the fingerprint looks at. html: the source; scriptSrc: addresses of scripts; scripts: inline scripts; ' +
        'text: the visible text; css: style elements; meta: meta elements; dom: elements; url: the address of the page; ' +
        'headers, cookies, robots (robots.txt), certIssuer (the issuer of the certificate): what came with the page; dns: DNS records; js: variables of scripts, and xhr: hosts that scripts requested, both while the page was rendered; query: a technology of your own, by what its query wants.',
    }),
    key: Type.String({
      description:
        'Name of the header, cookie or meta element; selector and condition with dom; scope with query, or version for the pattern of the version; empty otherwise.',
    }),
    pattern: Type.String({
      description:
        'The regular expression, case ignored; the text or pattern with query. Empty if existence suffices.',
    }),
    match: Type.String({ maxLength: 200, description: 'The text that matched, its first 200 characters.' }),
    confidence: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'Confidence that the match gives, in percent. 0: it only shows a version.',
    }),
    version: nullable(
      Type.String({
        description:
          'Version of the technology that the match shows. Null if it shows none, or that of another thing, such as a library in the folder of a plugin.',
      }),
    ),
    version_source: nullable(
      Type.Enum([...VERSION_SOURCES], {
        description:
          'Kind of source of the version, the most reliable first. stated: what the software says of itself, such as a generator; ' +
          'path: the path of a file, or a parameter that WordPress gives its own files; parameter: one of another address.',
      }),
    ),
  },
  CLOSED,
);
export type TechnologyEvidence = Answer<Static<typeof TechnologyEvidence>>;

/** A technology that was found on a domain. */
export const DomainTechnology = Type.Object(
  {
    name: Type.String(),
    versions: Type.Array(Type.String(), {
      description:
        'Versions of the most reliable source of each page, each once, those of the home page first. Conditions on versions look at these.',
    }),
    confidence: Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'Confidence in percent, the highest of its pages.',
    }),
    categories: Type.Array(Type.String(), {
      description: 'Paths of its categories, such as content.cms, as in `tech` of a domain.',
    }),
    pages_count: Type.Integer({ minimum: 1, description: 'Number of pages on which it was found.' }),
    pages: Type.Array(Type.String(), {
      maxItems: TECHNOLOGY_BOUNDS.pages,
      description: `URLs of these pages, home page first, at most ${TECHNOLOGY_BOUNDS.pages}.`,
    }),
    evidence_count: Type.Integer({ ...count, description: 'Number of different matches.' }),
    evidence: Type.Array(TechnologyEvidence, {
      maxItems: TECHNOLOGY_BOUNDS.evidence,
      description:
        `Matches, at most ${TECHNOLOGY_BOUNDS.evidence}, on the first page with each version. Empty if the technology is only ` +
        'implied, or if a sentence in notes says why. The texts are code of other people: escape them before you show them in HTML.',
    }),
    implied: Type.Boolean({
      description:
        'True if it is only implied: other technologies are not used without it, and no page has evidence of it.',
    }),
    implied_by: Type.Array(Type.String(), {
      description: 'Names of technologies of the domain that are not used without it.',
    }),
  },
  CLOSED,
);
export type DomainTechnology = Answer<Static<typeof DomainTechnology>>;

export const DomainTechnologiesAnswer = successOf(
  Type.Object(
    {
      domain: Type.String(),
      revision,
      items: Type.Array(DomainTechnology, { description: 'Technologies by name.' }),
      notes: Type.Array(Type.String(), {
        description: 'Sentences on evidence that is missing: with none, it is complete.',
      }),
    },
    CLOSED,
  ),
);
export type DomainTechnologiesAnswer = Answer<Static<typeof DomainTechnologiesAnswer>>;

/** A host that a site loads from or sends to. */
const ThirdParty = Type.Object(
  {
    host: Type.String({ description: 'The host, in lower case and A-labels.' }),
    kinds: Type.Array(Type.Enum([...HOST_KIND_NAMES]), {
      description: 'Kinds of what names it; request: a request while a page was rendered.',
    }),
    technologies: Type.Array(Type.String(), {
      description: 'Technologies that are loaded from it, by what is known of the host alone.',
    }),
  },
  CLOSED,
);

export const DomainThirdPartiesAnswer = successOf(
  Type.Object(
    {
      domain: Type.String(),
      revision,
      categories: Type.Array(
        Type.Object(
          {
            category: Type.String({ description: 'Its path, group.category.' }),
            name: Type.String({ description: 'Name of the category.' }),
            hosts: Type.Array(ThirdParty),
          },
          CLOSED,
        ),
        {
          description:
            'Categories of the technologies that are loaded from hosts of third parties, those with the most hosts first. A host ' +
            'with technologies of several categories is in each.',
        },
      ),
      others: Type.Array(ThirdParty, { description: 'Hosts of third parties without a known technology.' }),
      is_complete: Type.Boolean({
        description: `False if the site names more hosts than are kept, ${MAX_HOSTS} besides those of links.`,
      }),
    },
    CLOSED,
  ),
);
export type DomainThirdPartiesAnswer = Answer<Static<typeof DomainThirdPartiesAnswer>>;

const crawlMissing = Type.Optional(
  Type.Boolean({
    default: false,
    description:
      'Whether a crawl of the domains that are not stored is started. It needs a key that has the scope admin, too.',
  }),
);

/** Request of POST /domains/lookup. */
export const LookupRequest = Type.Object(
  {
    domains: Type.Array(Type.String(), {
      minItems: 1,
      maxItems: maxListed,
      description: 'Domains or URLs, in any case and script.',
      'x-remedy': `give 1 to ${maxListed} at a time`,
      examples: [['example.com', 'https://www.example.org/page']],
    }),
    fields: Type.Optional(
      Type.Array(Type.Enum([...DOMAIN_FIELD_NAMES]), {
        maxItems: DOMAIN_FIELD_NAMES.length,
        description: 'Fields that each item has. The usual ones are there without being named.',
        examples: [['title', 'phone_numbers', 'registration_numbers']],
      }),
    ),
    crawl_missing: crawlMissing,
  },
  CLOSED,
);
export type LookupRequest = Static<typeof LookupRequest>;

/** The fields that a lookup asks for. */
export const LookupFields = Type.Pick(LookupRequest, ['fields'], CLOSED);

/** Query parameters of POST /domains/lookup with a list. */
export const LookupOptions = Type.Object(
  {
    fields: Type.Optional(
      Type.String({
        description:
          'Further fields of each item, with commas between. Parameters are for lists; with JSON, they are fields of the body.',
      }),
    ),
    crawl_missing: crawlMissing,
  },
  CLOSED,
);

/** One line of the answer to a lookup: an entry of the list. */
export const LookedUpDomain = Type.Object(
  {
    input: Type.String({
      description: 'The entry as it was given; its first 200 characters if it is refused.',
    }),
    domain: nullable(Type.String({ description: 'The domain that it names.' })),
    item: nullable(Type.Object(withoutMatches(), CLOSED)),
    error: Type.Optional(
      Type.String({ description: 'Why the entry names no domain. Absent if it names one.' }),
    ),
  },
  { ...CLOSED, description: 'item is null if nothing is stored for the domain, or if the entry names none.' },
);
export type LookedUpDomain = Answer<Static<typeof LookedUpDomain>>;

function withoutMatches() {
  const { matches: _, ...fields } = FoundDomain.properties;
  return fields;
}

/** The last line of the answer to a lookup with crawl_missing. */
export const LookupCrawl = Type.Object(
  {
    crawl: nullable(
      Type.Object(
        {
          id: Type.String({ description: 'Id of the crawl, for GET /admin/crawls/{id}.' }),
          sites: Type.Integer({ minimum: 1, description: 'Number of domains that are crawled.' }),
        },
        CLOSED,
      ),
    ),
  },
  { ...CLOSED, description: 'crawl is null if nothing was missing that can be crawled.' },
);
export type LookupCrawl = Answer<Static<typeof LookupCrawl>>;
