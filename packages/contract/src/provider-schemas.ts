import { Type, type TProperties, type TSchema } from 'typebox';
import { CLOSED, successOf } from './envelope.ts';

/** Text to search for. NUL and lone surrogates are refused: no upstream could be sent them. */
export function keyword(description: string) {
  const schema = Type.String({
    minLength: 1,
    maxLength: 700,
    description,
    'x-remedy': 'give 1 to 700 characters, not only white space, no NUL, no lone surrogate',
  });
  return Type.Refine(schema, (text) => /^(?=.*\S)[^\0\p{Cs}]*$/su.test(text));
}

export const Keyword = keyword('Text that is not only white space and has no NUL.');

/** Language and location of a search; whether the codes exist is checked where they are resolved. */
export const localeFields = {
  language_code: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 20,
      default: 'en',
      description: 'ISO 639-1, with a region where usage differs by it (zh-CN, pt-BR).',
    }),
  ),
  location_code: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 999_999_999,
      default: 2840,
      description:
        'A country: 2000 + its ISO 3166-1 numeric code. Some providers also know locations within countries.',
    }),
  ),
};

export const Device = Type.Enum(['desktop', 'mobile'], { default: 'desktop' });

export const System = Type.Enum(['windows', 'macos', 'android', 'ios']);

export const rank = Type.Integer({ minimum: 1 });

/** Answer of a provider: `data` repeats the request with its defaults, `result` is what was found. */
export function searchAnswer<Kind extends string, Fields extends TProperties, Result extends TSchema>(
  kind: Kind,
  fields: Fields,
  result: Result,
) {
  const data = Type.Object(
    {
      api: Type.String(),
      function: Type.String(),
      se: Type.String({ description: 'The search engine that answered.' }),
      se_type: Type.Literal(kind),
      ...fields,
    },
    CLOSED,
  );
  return successOf(Type.Object({ data, result }, CLOSED));
}
