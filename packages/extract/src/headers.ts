import type { Page } from '@sitegrep/site';

/** Header fields kept of one answer; far above what real servers send. */
const MAX_FIELDS = 1_000;

/** Values by lower-case name, each in the order received. */
export type HeaderFields = Readonly<Record<string, readonly string[]>>;

export function groupHeaders(headers: Page['headers']): HeaderFields {
  const byName = new Map<string, string[]>();
  for (const [name, value] of headers.slice(0, MAX_FIELDS)) {
    const key = name.toLowerCase();
    const values = byName.get(key);
    if (values === undefined) byName.set(key, [value]);
    else values.push(value);
  }
  return Object.fromEntries(byName);
}

/** Every value of one field; none if it was not sent. */
export function headerValues(headers: HeaderFields, name: string): readonly string[] {
  return Object.hasOwn(headers, name) ? (headers[name] ?? []) : [];
}

/** Cookies that the answer sets: values by name as sent, in order. A Set-Cookie without `name=` is no cookie. */
export function groupCookies(headers: HeaderFields): HeaderFields {
  const byName = new Map<string, string[]>();
  for (const field of headerValues(headers, 'set-cookie')) {
    const pair = field.split(';', 1)[0] ?? '';
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals).trim();
    if (equals < 1 || name === '') continue;
    const value = pair.slice(equals + 1).trim();
    const values = byName.get(name);
    if (values === undefined) byName.set(name, [value]);
    else values.push(value);
  }
  return Object.fromEntries(byName);
}
