import {
  DOMAIN_FIELDS,
  PHONE_KINDS,
  type DomainField,
  type FieldKind,
  type FieldValues,
  type KnownDomain,
  ownName,
  SHOWN_VALUES,
  shownFields,
  specifiedName,
  type SpecifiedName,
} from '@sitegrep/site';
import { Type, type Static, type TSchema } from 'typebox';
import { CLOSED, nullable, type Answer } from './envelope.ts';
import { STATED_SCHEMAS } from './stated-facts.ts';
import { Timestamp } from './timestamp.ts';

/** Properties that say where a contact is on a page. */
const ORIGIN = {
  source: Type.Enum(['link', 'structured_data', 'text']),
  written: Type.String({ maxLength: 200 }),
  url: Type.String(),
} as const;

/** Schemas of the values of each kind of field. */
const SCHEMAS = {
  host: Type.String(),
  text: nullable(Type.String()),
  texts: Type.Array(Type.String(), { maxItems: 100 }),
  rank: Type.Integer({ minimum: 0, maximum: 1000 }),
  time: nullable(Timestamp),
  country: nullable(Type.String({ pattern: '^[A-Z]{2}$' })),
  language: nullable(Type.String({ pattern: '^[a-z]{2}$' })),
  technologies: Type.Record(Type.String(), Type.Record(Type.String(), Type.Array(Type.String()))),
  country_evidence: Type.Array(
    Type.Object(
      {
        source: Type.String(),
        value: Type.String(),
        country: Type.String(),
        weight: Type.Integer({ minimum: 1, maximum: 100 }),
      },
      CLOSED,
    ),
  ),
  emails: Type.Array(Type.String(), { maxItems: 100 }),
  email_addresses: Type.Array(Type.Object({ email: Type.String(), ...ORIGIN }, CLOSED), { maxItems: 100 }),
  profiles: Type.Array(Type.String(), { maxItems: 100 }),
  social_profiles: Type.Array(Type.Object({ profile: Type.String(), ...ORIGIN }, CLOSED), {
    maxItems: 100,
  }),
  phone_numbers: Type.Array(
    Type.Object(
      {
        number: Type.String({ pattern: '^[+][0-9]{4,15}$' }),
        kind: Type.Enum([...PHONE_KINDS]),
        ...ORIGIN,
      },
      CLOSED,
    ),
    { maxItems: 100 },
  ),
  postal_addresses: Type.Array(
    Type.Object(
      {
        text: Type.String(),
        street: nullable(Type.String()),
        postcode: nullable(Type.String()),
        city: nullable(Type.String()),
        region: nullable(Type.String()),
        country: nullable(Type.String({ pattern: '^[A-Z]{2}$' })),
        source: Type.Enum(['structured_data', 'text']),
        url: Type.String(),
      },
      CLOSED,
    ),
    { maxItems: 20 },
  ),
  ...STATED_SCHEMAS,
} as const satisfies Readonly<Record<FieldKind, TSchema>>;

type AnswerValue<Kind extends FieldKind> = Answer<Static<(typeof SCHEMAS)[Kind]>>;
type KindOf<Field extends DomainField> = (typeof DOMAIN_FIELDS)[Field]['kind'];

/** Values of each kind as answers have them. */
const ANSWERS: { readonly [Kind in FieldKind]: (value: FieldValues[Kind]) => AnswerValue<Kind> } =
  SHOWN_VALUES;

function answerValue<Kind extends FieldKind>(kind: Kind, value: FieldValues[Kind]): AnswerValue<Kind> {
  return ANSWERS[kind](value);
}

// The casts below are safe: each field gets the schema and the value of its kind, but in a loop the compiler cannot see that.

/** Properties of the schema of an answer that has these fields of a domain. */
export function fieldSchemas<Field extends DomainField>(fields: readonly Field[]) {
  const schemas = byField(fields, schemaOf);
  return schemas as { [Name in Field]: (typeof SCHEMAS)[KindOf<Name>] };
}

/** Properties of the schema of an answer that has these fields by their specified names. */
export function specifiedSchemas<Field extends DomainField>(fields: readonly Field[]) {
  const schemas = bySpecifiedName(fields, schemaOf);
  return schemas as { [Name in Field as SpecifiedName<Name>]: (typeof SCHEMAS)[KindOf<Name>] };
}

function schemaOf(field: DomainField): TSchema {
  const { kind, description } = DOMAIN_FIELDS[field];
  return { ...SCHEMAS[kind], description };
}

type AnswerFields<Field extends DomainField> = { readonly [Name in Field]: AnswerValue<KindOf<Name>> };
type SpecifiedFields<Field extends DomainField> = {
  readonly [Name in Field as SpecifiedName<Name>]: AnswerValue<KindOf<Name>>;
};

/** Fields of a domain as answers have them. */
export function answerFields<Field extends DomainField>(
  fields: readonly Field[],
  known: KnownDomain,
): AnswerFields<Field> {
  return shownFields(fields, ownName, known) as AnswerFields<Field>;
}

/** Fields of a domain by their specified names. */
export function specifiedFields<Field extends DomainField>(
  fields: readonly Field[],
  known: KnownDomain,
): SpecifiedFields<Field> {
  return shownFields(fields, specifiedName, known) as SpecifiedFields<Field>;
}

/** Fields of the domain that the API reference has as its example. */
export function exampleFields<Field extends DomainField>(fields: readonly Field[]): AnswerFields<Field> {
  return byField(fields, exampleOf) as AnswerFields<Field>;
}

/** Fields of the domain that the API reference has as its example, by their specified names. */
export function specifiedExample<Field extends DomainField>(
  fields: readonly Field[],
): SpecifiedFields<Field> {
  return bySpecifiedName(fields, exampleOf) as SpecifiedFields<Field>;
}

function exampleOf(field: DomainField): unknown {
  return answerValue(DOMAIN_FIELDS[field].kind, DOMAIN_FIELDS[field].example);
}

function byField<Field extends DomainField>(
  fields: readonly Field[],
  make: (field: Field) => unknown,
): Partial<Record<Field, unknown>> {
  const made: Partial<Record<Field, unknown>> = {};
  for (const field of fields) made[field] = make(field);
  return made;
}

function bySpecifiedName<Field extends DomainField>(
  fields: readonly Field[],
  make: (field: Field) => unknown,
): Partial<Record<SpecifiedName<DomainField>, unknown>> {
  const made: Partial<Record<SpecifiedName<DomainField>, unknown>> = {};
  for (const field of fields) made[specifiedName(field)] = make(field);
  return made;
}
