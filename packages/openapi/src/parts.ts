// Parts of the document, for who makes something else of it: what is not there is empty.
import { isObject, type Json, type JsonObject } from './json.ts';

/** The target of a reference; the value itself if it is no reference. */
export function resolved(document: JsonObject, value: Json): Json {
  const reference = object(value)['$ref'];
  if (typeof reference !== 'string') return value;
  return reference
    .split('/')
    .slice(1)
    .reduce<Json>((inner, name) => object(inner)[name] ?? {}, document);
}

export function entries(value: Json | undefined): readonly (readonly [string, Json])[] {
  return Object.entries(object(value));
}

export function object(value: Json | undefined): JsonObject {
  return value !== undefined && isObject(value) ? value : {};
}

export function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

export function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
