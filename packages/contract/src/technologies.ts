import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, successOf } from './envelope.ts';

const COUNTRY = Type.Optional(
  Type.String({ description: 'Counts domains of this country only: its code (ISO 3166-1 alpha-2).' }),
);

/** Query parameters of GET /technologies. */
export const TechnologyListOptions = Type.Object(
  {
    prefix: Type.Optional(
      Type.String({ maxLength: 100, description: 'Beginning of the name or slug. Case is ignored.' }),
    ),
    category: Type.Optional(
      Type.String({
        description: 'A category as `group.category`, or its last part: `content.cms` or `cms`.',
      }),
    ),
    country: COUNTRY,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 50 })),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000, default: 0 })),
  },
  CLOSED,
);
export type TechnologyListOptions = Static<typeof TechnologyListOptions>;

/** Query parameters of GET /technologies/{slug} and GET /categories. */
export const TechnologyOptions = Type.Object({ country: COUNTRY }, CLOSED);
export type TechnologyOptions = Static<typeof TechnologyOptions>;

export const TechnologyParameters = Type.Object(
  { slug: Type.String({ description: 'Slug or name of a technology. Case is ignored.' }) },
  CLOSED,
);

const domains = Type.Integer({
  minimum: 0,
  description: 'Number of indexed domains on which it was detected.',
});

const impliedDomains = Type.Integer({
  minimum: 0,
  description:
    'Number of these domains on which it is only implied: other technologies are not used without it, and no page has evidence of it.',
});

/** A technology that can be detected, with how many domains have it. */
export const TechnologyItem = Type.Object(
  {
    name: Type.String(),
    slug: Type.String({ description: 'The name in lower case, with _ for all but letters and digits.' }),
    categories: Type.Array(Type.String(), { description: 'Each as `group.category`.' }),
    domains,
    implied_domains: impliedDomains,
    versions: Type.Array(Type.Object({ version: Type.String(), domains }, CLOSED), {
      description:
        'The most frequent versions that were seen, at most 10 in a list, and 100 of one technology.',
    }),
    versions_count: Type.Integer({ minimum: 0, description: 'Number of different versions.' }),
  },
  CLOSED,
);
export type TechnologyItem = Answer<Static<typeof TechnologyItem>>;

export const TechnologyListAnswer = successOf(
  Type.Object(
    {
      total_count: Type.Integer({
        minimum: 0,
        description: 'Number of technologies that fulfil the parameters.',
      }),
      items_count: Type.Integer({ minimum: 0 }),
      offset: Type.Integer({ minimum: 0 }),
      items: Type.Array(TechnologyItem, {
        description:
          'Technologies by the number of domains, then by name. Those that no domain has come last.',
      }),
    },
    CLOSED,
  ),
);
export type TechnologyListAnswer = Answer<Static<typeof TechnologyListAnswer>>;

const changesCount = Type.Integer({ minimum: 0, description: 'Number of changes.' });

const latest = Type.Array(
  Type.Object(
    { domain: Type.String(), at: Type.String({ description: 'Time of the visit that showed it first.' }) },
    CLOSED,
  ),
  { maxItems: 20, description: 'The last of these changes.' },
);

/** Technologies of a category in common that the same changes concern. */
function others(description: string) {
  const one = Type.Object({ technology: Type.String(), changes_count: changesCount }, CLOSED);
  return Type.Array(one, { maxItems: 10, description });
}

/** A technology with how it spread in the last twelve months. */
export const TechnologyDetails = Type.Object(
  {
    ...TechnologyItem.properties,
    trend: Type.Array(
      Type.Object(
        {
          from: Type.String({ description: 'First day of a month.' }),
          to: Type.String({ description: 'Its last day, or today; UTC.' }),
          domains: Type.Integer({
            minimum: 0,
            description: 'Number of domains that had it at the end of that day.',
          }),
        },
        CLOSED,
      ),
      { description: 'The last twelve months, this one included.' },
    ),
    gained: Type.Object(
      {
        changes_count: changesCount,
        latest,
        instead_of: others('Technologies that these changes removed.'),
      },
      { ...CLOSED, description: 'Changes that added it in these months.' },
    ),
    lost: Type.Object(
      {
        changes_count: changesCount,
        latest,
        replaced_by: others('Technologies that these changes added.'),
      },
      { ...CLOSED, description: 'Changes that removed it in these months.' },
    ),
  },
  CLOSED,
);
export type TechnologyDetails = Answer<Static<typeof TechnologyDetails>>;

export const TechnologyAnswer = successOf(TechnologyDetails);
export type TechnologyAnswer = Answer<Static<typeof TechnologyAnswer>>;

export const CategoryItem = Type.Object(
  {
    path: Type.String({ description: '`group.category`, as conditions on technologies take it.' }),
    name: Type.String(),
    group: Type.String({ description: 'Name of its group.' }),
    technologies: Type.Integer({ minimum: 1, description: 'Number of technologies in it.' }),
    domains: Type.Integer({ minimum: 0, description: 'Number of indexed domains that have any of them.' }),
    implied_domains: Type.Integer({
      minimum: 0,
      description: 'Number of these domains on which all of them are only implied.',
    }),
  },
  CLOSED,
);

export const CategoryListAnswer = successOf(
  Type.Object(
    {
      total_count: Type.Integer({ minimum: 0 }),
      items: Type.Array(CategoryItem, { description: 'Categories by the number of domains, then by path.' }),
    },
    CLOSED,
  ),
);
export type CategoryListAnswer = Answer<Static<typeof CategoryListAnswer>>;
