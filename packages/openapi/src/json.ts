export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: Json;
}

/** A value after it went through JSON. @throws TypeError if JSON can't express it */
export function toJson(value: unknown): Json {
  // JSON.parse gives nothing else.
  const json: Json = JSON.parse(JSON.stringify(value));
  return json;
}

export function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// Reads parts of a document, for programs that make something else of it. A part that is absent is empty.

/** The target of a reference; the value itself if it is not a reference. */
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
