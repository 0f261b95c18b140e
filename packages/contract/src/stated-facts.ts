import { LEGAL_PAGE_KINDS, WEEKDAYS } from '@sitegrep/site';
import { type TProperties, Type } from 'typebox';
import { CLOSED, nullable } from './envelope.ts';

const STATED = {
  source: Type.String({ description: 'Kind of place on the page: element, property or form of text.' }),
  written: Type.String({ description: 'Text of that place as it is written, white space folded.' }),
} as const;

const url = Type.String({ description: 'Absolute URL.' });

function statedOf<Properties extends TProperties>(properties: Properties) {
  return Type.Object({ ...properties, ...STATED }, CLOSED);
}

const time = Type.String({ pattern: '^([01][0-9]|2[0-4]):[0-5][0-9]$' });

/** Schemas of facts that a site states about itself, each with its place. */
export const STATED_SCHEMAS = {
  stated_text: nullable(statedOf({ value: Type.String() })),
  feeds: Type.Array(
    statedOf({
      url,
      title: nullable(Type.String()),
      type: Type.Enum(['rss', 'atom', 'json']),
    }),
    { maxItems: 20 },
  ),
  images: Type.Array(statedOf({ kind: Type.Enum(['logo', 'icon']), url }), { maxItems: 10 }),
  legal_links: Type.Array(statedOf({ kind: Type.Enum([...LEGAL_PAGE_KINDS]), url }), { maxItems: 20 }),
  app_links: Type.Array(
    statedOf({
      store: Type.String({
        description: '`apple`, `google`, `microsoft`, `fdroid`, `amazon`, `huawei` or `samsung`.',
      }),
      id: Type.String({ description: 'Identifier of the app in the store.' }),
      url,
    }),
    { maxItems: 20 },
  ),
  payment_marks: Type.Array(statedOf({ name: Type.String() }), { maxItems: 30 }),
  registration_numbers: Type.Array(
    statedOf({
      kind: Type.String({
        description: 'Kind of number: `vat`, `hrb`, `icp`, `abn` …; docs/facts.md lists them.',
      }),
      number: Type.String(),
      country: nullable(Type.String({ pattern: '^[A-Z]{2}$' })),
    }),
    { maxItems: 20 },
  ),
  opening_hours: Type.Array(
    statedOf({
      day: Type.Enum([...WEEKDAYS]),
      from: time,
      to: Type.String({ ...time, description: 'Closing time; before `from` if it is on the next day.' }),
    }),
    { maxItems: 50 },
  ),
} as const;
