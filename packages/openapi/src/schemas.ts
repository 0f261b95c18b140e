import { NAMED_SCHEMAS } from '@sitegrep/contract';
import { isObject, type Json, type JsonObject, toJson } from './json.ts';

/** Keywords of our own that are of no use to clients. */
const INTERNAL = new Set(['x-remedy']);

/** Keyword of our own with the name of the schema that stands for this one in the documentation. */
const DOCUMENTED_AS = 'x-documented-as';

/** Keyword of our own with the names of properties of which an object has one at most. */
const EXCLUSIVE = 'x-exclusive';

/** Keywords that describe a schema and restrict nothing. */
const ANNOTATIONS = new Set(['description', 'examples']);

/** Keywords whose values are data, not schemas. */
const DATA = new Set(['enum', 'const', 'required', 'examples']);

/** Pattern that package typebox writes for a record with any keys. */
const ANY_KEY = '^.*$';

const names = new Map(Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [JSON.stringify(schema), name]));

/** All schemas that have a name, as JSON Schema, in which they refer to each other. */
export function namedSchemas(): JsonObject {
  return Object.fromEntries(
    Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [name, documented(toJson(schema))]),
  );
}

/** A schema, or a reference to it if it has a name. */
export function schemaOf(schema: unknown): Json {
  return referred(toJson(schema));
}

function referred(schema: Json): Json {
  const name = names.get(JSON.stringify(schema));
  return name === undefined ? documented(schema) : { $ref: referenceTo(name) };
}

function referenceTo(name: string): string {
  return `#/components/schemas/${name}`;
}

function documented(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(referred);
  if (!isObject(schema)) return schema;
  const { [DOCUMENTED_AS]: substitute, default: usual, ...rules } = schema;
  const keywords = Object.entries(rules)
    .filter(([keyword]) => substitute === undefined || ANNOTATIONS.has(keyword))
    .flatMap(([keyword, value]) => documentedKeyword(keyword, value));
  return {
    ...(typeof substitute === 'string' ? { $ref: referenceTo(substitute) } : typeOf(schema)),
    ...Object.fromEntries(keywords),
    ...(usual !== undefined && { description: withDefault(schema['description'], usual) }),
  };
}

/**
 * Says the default in words: generators take a field with the keyword `default` for one that is always there, in requests, too,
 * or send the default themselves.
 */
function withDefault(description: Json | undefined, usual: Json): string {
  return `${typeof description === 'string' ? `${description} ` : ''}Default: \`${JSON.stringify(usual)}\`.`;
}

function documentedKeyword(keyword: string, value: Json): readonly (readonly [string, Json])[] {
  if (INTERNAL.has(keyword)) return [];
  if (keyword === EXCLUSIVE) return [['not', { required: value }]];
  if (DATA.has(keyword)) return [[keyword, value]];
  if (keyword === 'patternProperties' && isObject(value)) {
    const any = value[ANY_KEY];
    // The same with a keyword that generators of types know.
    if (any !== undefined) return [['additionalProperties', referred(any)]];
  }
  if (keyword === 'properties' && isObject(value)) {
    return [
      [keyword, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, referred(inner)]))],
    ];
  }
  return [[keyword, isObject(value) ? referred(value) : documented(value)]];
}

/** Type of enumerations and constants of texts, which generators of types need. */
function typeOf(schema: JsonObject): JsonObject {
  if (schema['type'] !== undefined) return {};
  const values = Array.isArray(schema['enum']) ? schema['enum'] : [schema['const']];
  return values.every((value) => typeof value === 'string') ? { type: 'string' } : {};
}
