import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, nullable } from './envelope.ts';
import { Device, Keyword, localeFields, rank, searchAnswer, System } from './provider-schemas.ts';

/** Body of POST /web-serp. */
export const WebSerpRequest = Type.Object(
  {
    keyword: Keyword,
    ...localeFields,
    device: Type.Optional(Device),
    os: Type.Optional({
      ...System,
      description:
        'windows or macos with desktop (default windows), android or ios with mobile (default android).',
    }),
    depth: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        default: 10,
        description: 'Organic results that are wanted.',
      }),
    ),
  },
  CLOSED,
);
export type WebSerpRequest = Static<typeof WebSerpRequest>;

const resultFields = {
  rank_group: rank,
  rank_absolute: rank,
  domain: Type.String({ description: 'Host of the result.' }),
  title: Type.String(),
  description: nullable(Type.String()),
  url: Type.String(),
};

export const WebSerpItem = Type.Union([
  Type.Object(
    {
      type: Type.Enum(['organic', 'paid']),
      ...resultFields,
      breadcrumb: nullable(Type.String()),
    },
    CLOSED,
  ),
  Type.Object({ type: Type.Literal('featured_snippet'), ...resultFields }, CLOSED),
]);
export type WebSerpItem = Answer<Static<typeof WebSerpItem>>;

/** Answer of POST /web-serp. */
export const WebSerpAnswer = searchAnswer(
  'organic',
  {
    language_name: Type.String(),
    location_name: Type.String(),
    keyword: Type.String(),
    device: Type.String(),
    os: Type.String(),
    se_domain: Type.String(),
  },
  Type.Array(WebSerpItem),
);
export type WebSerpAnswer = Answer<Static<typeof WebSerpAnswer>>;
