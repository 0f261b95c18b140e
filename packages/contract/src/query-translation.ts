import { SEARCH_BOUNDS } from '@sitegrep/search';
import { type Bound, ENGINES } from '@sitegrep/translation';
import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, nullable, successOf } from './envelope.ts';

const BOUNDS = ['exact', 'at_most', 'at_least'] as const satisfies readonly Bound[];

/** Request of POST /search/translate. */
export const TranslateRequest = Type.Object(
  {
    engine: Type.Enum([...ENGINES], {
      description: 'The search engine that the query is written for.',
      examples: ['fofa'],
    }),
    query: Type.String({
      minLength: 1,
      maxLength: SEARCH_BOUNDS.maxQueryLength,
      description: 'A query in the language of that engine.',
      examples: ['body="gtag" && title="shop"'],
    }),
  },
  CLOSED,
);
export type TranslateRequest = Static<typeof TranslateRequest>;

/** A query of another search engine in our language. */
export const QueryTranslation = Type.Object(
  {
    query: nullable(
      Type.String({
        description: 'The query in the query language, as q takes it. Null: it cannot be asked.',
      }),
    ),
    bound: nullable(
      Type.Enum([...BOUNDS], {
        description:
          'How many domains the original means. exact: those that the query finds. at_most: as many or fewer, since what is left out ' +
          'would narrow it. at_least: as many or more, since what is left out would widen it.',
      }),
    ),
    left_out: Type.Array(
      Type.Object(
        {
          part: Type.String({ description: 'The part of the original as it is written.' }),
          reason: Type.String({ description: 'Why it cannot be asked, without a full stop.' }),
        },
        CLOSED,
      ),
      { description: 'Parts of the original that cannot be asked, and so are not in the query.' },
    ),
    problem: nullable(
      Type.String({
        description: 'Why the original cannot be asked, without a full stop. Null: the query asks it.',
      }),
    ),
  },
  CLOSED,
);
export type QueryTranslation = Answer<Static<typeof QueryTranslation>>;

const BOUND_NOTES: Readonly<Record<Bound, readonly string[]>> = {
  exact: [],
  at_most: ['the query may find too many domains: what is left out would narrow it'],
  at_least: ['the query may find too few domains: what is left out would widen it'],
};

/** Maximum parts that are named by themselves. */
const MAX_NAMED = 20;

/** Notes for people on what is left out of a translation: sentences without full stops. */
export function translationNotes({ bound, left_out: parts, problem }: QueryTranslation): readonly string[] {
  const further = parts.filter(({ reason }) => reason !== problem);
  const count = further.length - MAX_NAMED;
  return [
    ...further.slice(0, MAX_NAMED).map(({ part, reason }) => `${part} is left out: ${reason}`),
    ...(count <= 0 ? [] : [`${count} further ${count === 1 ? 'part is' : 'parts are'} left out`]),
    ...(bound === null ? [] : BOUND_NOTES[bound]),
  ];
}

/** Answer of POST /search/translate. */
export const TranslateAnswer = successOf(QueryTranslation);
export type TranslateAnswer = Answer<Static<typeof TranslateAnswer>>;
