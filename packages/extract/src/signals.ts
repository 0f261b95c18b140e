import type { Page, TechnologySignals } from '@sitegrep/site';
import type { DocumentParts } from './document-parts.ts';

/** Maximum header fields per response; real servers send far fewer. */
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

/** All values of one field; empty if it was not sent. */
export function headerValues(headers: HeaderFields, name: string): readonly string[] {
  return Object.hasOwn(headers, name) ? (headers[name] ?? []) : [];
}

/** Cookies of a response: values by name as sent, in order. A Set-Cookie without `name=` is ignored. */
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

/** Maximum different names of metas per page. */
const MAX_META_NAMES = 1_000;

/**
 * Input of technology detection. It holds the complete source, so do not keep it longer than detection takes.
 */
export function technologySignals(
  page: Page,
  headers: HeaderFields,
  source: string,
  parts: DocumentParts,
): TechnologySignals {
  return {
    url: page.url,
    html: source,
    headers,
    cookies: groupCookies(headers),
    scriptSrc: parts.scriptSrc,
    scripts: parts.scripts.map(({ text }) => text),
    meta: groupMetas(parts),
    text: parts.text,
    css: parts.css,
    robots: page.robotsTxt ?? '',
    certIssuer: page.certIssuer ?? '',
    dns: {},
    layout: {
      scripts: parts.scripts.map(({ offset }) => offset),
      startTags: parts.startTags,
      parents: parts.parents,
      depth: parts.depth,
    },
  };
}

function groupMetas(parts: DocumentParts): TechnologySignals['meta'] {
  const byName = new Map<string, string[]>();
  for (const { key, content } of parts.metas) {
    const contents = byName.get(key);
    if (contents !== undefined) contents.push(content);
    else if (key !== '' && byName.size < MAX_META_NAMES) byName.set(key, [content]);
  }
  return Object.fromEntries(byName);
}
