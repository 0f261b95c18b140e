// A page as a JSON object: what programs send that fetch pages themselves.
import { parseFields, type Field, type Fields } from '@sitegrep/http';
import { pageOf, skipped, type JsonLimits, type JsonResult, type PartNames } from './stated-answer.ts';
import type { StatedContent } from './stated-content.ts';

const NAMES: PartNames = {
  url: '"url"',
  status: '"status"',
  headers: '"headers"',
  fetchedAt: '"fetched_at"',
  content: '"body_base64"',
};

/**
 * Reads one object: `url`, and `html` (text) or `body_base64` (bytes, as they came or decoded); optional are `status` (200),
 * `headers` (an object of texts, numbers and lists of them, or a list of pairs, or of objects with name and value) and
 * `fetched_at` (ISO 8601, or a time since the epoch). A member that is null counts as absent.
 */
export async function jsonPage(value: unknown, limits: JsonLimits): Promise<JsonResult> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return skipped(null, 'broken', 'it is not a JSON object');
  const given = value as Readonly<Record<string, unknown>>;
  const headers = fieldsOf(given['headers']);
  return pageOf(
    {
      url: given['url'],
      status: given['status'] ?? 200,
      headers,
      received: isGiven(given['headers']) ? headers : null,
      fetchedAt: given['fetched_at'],
      content: contentOf(given),
      isTruncated: given['truncated'] === true || given['truncated'] === 'true',
      isFailed: false,
    },
    NAMES,
    limits,
  );
}

/** @returns null if it is empty, a text about what is wrong */
function contentOf({
  html,
  body_base64: base64,
}: Readonly<Record<string, unknown>>): StatedContent | string | null {
  if ((html === undefined && base64 === undefined) || (isGiven(html) && isGiven(base64)))
    return 'it has neither "html" nor "body_base64", or both; one of them is needed';
  if (isGiven(html))
    return typeof html === 'string'
      ? { form: 'text', text: html, cut: false, isHtml: true }
      : 'its "html" is not text';
  if (!isGiven(base64)) return null;
  return typeof base64 === 'string'
    ? { form: 'base64', text: base64, cut: false }
    : 'its "body_base64" is not base64';
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** Header fields with names in lower case; null if they can't be understood. */
function fieldsOf(stated: unknown): Fields | null {
  if (stated === undefined || stated === null) return [];
  if (typeof stated === 'string')
    return parseFields(stated).map(([name, value]): Field => [name.toLowerCase(), value]);
  if (typeof stated !== 'object') return null;
  const fields: Field[] = [];
  const isList = Array.isArray(stated);
  for (const [name, value] of isList ? stated.map(pairOf) : Object.entries(stated)) {
    if (typeof name !== 'string') return null;
    const isJoined = !isList && typeof value === 'string' && name.toLowerCase() === 'set-cookie';
    for (const one of isJoined ? value.split(NEXT_COOKIE) : Array.isArray(value) ? value : [value]) {
      if (one === null || one === undefined) continue;
      if (typeof one === 'object') return null;
      fields.push([name.toLowerCase(), String(one)]);
    }
  }
  return fields;
}

/** Matches the comma before a further cookie, where a program has joined all fields of a name: that in a date is before a blank. */
const NEXT_COOKIE = /,\s*(?=[^\s=;,]+=)/;

/** A field of a list: a pair, or an object with its name and value. */
function pairOf(field: unknown): readonly unknown[] {
  if (Array.isArray(field)) return field;
  if (typeof field !== 'object' || field === null) return [];
  return 'name' in field && 'value' in field ? [field.name, field.value] : [];
}
