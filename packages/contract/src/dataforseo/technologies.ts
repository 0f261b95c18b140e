// Searches of the index as DataForSEO's Domain Analytics Technologies API has them.
import { MODES, SEARCH_BOUNDS } from '@sitegrep/search';
import { SEARCH_RESULT_FIELDS } from '@sitegrep/site';
import { Type, type Static } from 'typebox';
import { specifiedSchemas } from '../domain-fields.ts';
import { type Answer, CLOSED, nullable } from '../envelope.ts';
import { tasksAnswer, tasksOf } from './envelope.ts';

const { maxTerms, maxTermLength, maxWindow, maxOrderRules } = SEARCH_BOUNDS;

/** Domains that are answered where a task has no limit. */
export const DEFAULT_DOMAINS = 100;

const Text = Type.String({ minLength: 1, maxLength: maxTermLength });

const Texts = Type.Array(Text, { minItems: 1, maxItems: maxTerms });

const Filters = Type.Array(Type.Unknown(), {
  description: 'As `filters` of POST /html-source-code-search.',
  examples: [[['country_iso_code', '=', 'DE'], 'and', ['domain_rank', '>', 100]]],
});

/** Which part of the domains that match is answered. */
const page = {
  filters: Type.Optional(Filters),
  order_by: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: maxOrderRules,
      default: ['domain_rank,desc'],
      description: 'As `order_by` of POST /html-source-code-search.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxWindow,
      default: DEFAULT_DOMAINS,
      'x-remedy': `give 1 to ${maxWindow}`,
    }),
  ),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: maxWindow - 1,
      default: 0,
      description: `limit + offset is at most ${maxWindow}.`,
      'x-remedy': `give 0 to ${maxWindow - 1} and go on from there with offset_token`,
    }),
  ),
  offset_token: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Token of the previous answer; all other fields except limit must be the same.',
      'x-remedy': "give the previous answer's, or leave the field out to start over",
    }),
  ),
};

export const HtmlTermsTask = Type.Object(
  {
    search_terms: Type.Array(Text, { minItems: 1, maxItems: maxTerms }),
    keywords: Type.Optional(Texts),
    mode: Type.Optional(Type.Enum([...MODES], { default: 'entry' })),
    ...page,
  },
  CLOSED,
);
export type HtmlTermsTask = Static<typeof HtmlTermsTask>;

/** How names of groups, categories and technologies are compared: as a whole, or as a part. */
const NameMode = Type.Enum(['as_is', 'entry'], { default: 'as_is' });

const chosen = {
  technology_paths: Type.Optional(
    Type.Array(Type.Object({ path: Text, name: Text }, CLOSED), {
      minItems: 1,
      maxItems: maxTerms,
      description: 'A technology in one of its categories: `{"path": "content.cms", "name": "WordPress"}`.',
    }),
  ),
  groups: Type.Optional({ ...Texts, description: 'Groups such as sales.' }),
  categories: Type.Optional({ ...Texts, description: 'Categories such as cms, of whichever group.' }),
  technologies: Type.Optional({ ...Texts, description: 'Names of technologies.' }),
  keywords: Type.Optional(Texts),
  mode: Type.Optional(NameMode),
};

export const ByTechnologyTask = Type.Object({ ...chosen, ...page }, CLOSED);
export type ByTechnologyTask = Static<typeof ByTechnologyTask>;

/** The part of a task that names technologies, and keywords. */
export type ChosenTechnologies = Pick<
  ByTechnologyTask,
  'technology_paths' | 'groups' | 'categories' | 'technologies' | 'keywords' | 'mode'
>;

export const DomainTechnologiesTask = Type.Object(
  { target: Type.String({ minLength: 1, maxLength: 2_000, description: 'A domain.' }) },
  CLOSED,
);

const { meta_keywords, emails, social_graph_urls, ...fields } = specifiedSchemas(SEARCH_RESULT_FIELDS);

/** A domain; lists without a member are null. */
export const DataForSeoDomain = Type.Object(
  {
    type: Type.Literal('domain_technology_item'),
    ...fields,
    meta_keywords: nullable(meta_keywords),
    phone_numbers: nullable(Type.Array(Type.String({ pattern: '^[+][0-9]{4,15}$' }), { maxItems: 100 })),
    emails: nullable(emails),
    social_graph_urls: nullable(social_graph_urls),
  },
  CLOSED,
);
export type DataForSeoDomain = Answer<Static<typeof DataForSeoDomain>>;

const count = Type.Integer({ minimum: 0 });

export const DataForSeoDomains = Type.Object(
  {
    total_count: count,
    items_count: count,
    offset: count,
    offset_token: Type.String({ description: 'Empty in the last answer.' }),
    items: Type.Array(DataForSeoDomain),
  },
  CLOSED,
);
export type DataForSeoDomains = Answer<Static<typeof DataForSeoDomains>>;

export const HtmlTermsTasks = tasksOf(HtmlTermsTask);
export const ByTechnologyTasks = tasksOf(ByTechnologyTask);
export const DomainTechnologiesTasks = tasksOf(DomainTechnologiesTask);
export const DomainsAnswer = tasksAnswer(DataForSeoDomains);
export const DomainTechnologiesAnswer = tasksAnswer(DataForSeoDomain);
