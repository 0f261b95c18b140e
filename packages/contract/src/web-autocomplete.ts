import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, nullable } from './envelope.ts';
import { Device, Keyword, localeFields, rank, searchAnswer, System } from './provider-schemas.ts';

/** Program that suggestions are asked for as: upstreams know more of them than are listed anywhere. */
const Client = Type.Refine(
  Type.String({
    minLength: 1,
    maxLength: 100,
    default: 'gws-wiz-serp',
    description:
      'Program that the suggestions are for, as the upstream calls it, such as chrome, gws-wiz-serp, youtube or img.',
    'x-remedy': 'give 1 to 100 characters, no NUL, no lone surrogate',
  }),
  (text) => /^[^\0\p{Cs}]*$/u.test(text),
);

/** Body of POST /web-autocomplete. */
export const AutocompleteRequest = Type.Object(
  {
    keyword: Keyword,
    ...localeFields,
    client: Type.Optional(Client),
    device: Type.Optional(Device),
    os: Type.Optional({ ...System, default: 'windows' }),
  },
  CLOSED,
);
export type AutocompleteRequest = Static<typeof AutocompleteRequest>;

export const SuggestionItem = Type.Object(
  {
    type: Type.Literal('autocomplete'),
    rank_group: rank,
    rank_absolute: rank,
    suggestion: Type.String(),
    search_query_url: Type.String(),
    thumbnail_url: nullable(Type.String()),
    highlighted: Type.Array(Type.String()),
  },
  CLOSED,
);

/** Answer of POST /web-autocomplete. */
export const AutocompleteAnswer = searchAnswer(
  'autocomplete',
  {
    keyword: Type.String(),
    language_code: Type.String(),
    location_code: Type.Integer(),
    client: Type.String(),
    device: Type.String(),
    os: Type.String(),
  },
  Type.Array(
    Type.Object(
      {
        keyword: Type.String(),
        type: Type.Literal('autocomplete'),
        se_domain: Type.String(),
        location_code: Type.Integer(),
        language_code: Type.String(),
        check_url: Type.String({ description: 'The equivalent search.' }),
        items: Type.Array(SuggestionItem),
      },
      CLOSED,
    ),
  ),
);
export type AutocompleteAnswer = Answer<Static<typeof AutocompleteAnswer>>;
