export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: Json;
}

/** A value as it is after it went through JSON. @throws TypeError if JSON can't hold it */
export function toJson(value: unknown): Json {
  // JSON.parse gives nothing else.
  const json: Json = JSON.parse(JSON.stringify(value));
  return json;
}

export function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
