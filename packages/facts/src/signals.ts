import { dnsValues, type Page, type TechnologySignals } from '@sitegrep/site';
import { loadedAddresses } from '@sitegrep/site/loaded-addresses';
import type { DocumentParts } from './document/document-parts.ts';

/** Maximum header fields per response; real servers send far fewer. */
const MAX_FIELDS = 1_000;

/** Values by lower-case name, each in the order received. */
export type HeaderFields = Readonly<Record<string, readonly string[]>>;

export function groupHeaders(headers: Page['headers']): HeaderFields {
  return groupByName(headers.slice(0, MAX_FIELDS).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Values by name, each in the given order. @param maxNames values of further names are left out */
function groupByName(
  pairs: Iterable<readonly [name: string, value: string]>,
  maxNames = Infinity,
): HeaderFields {
  const byName = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const values = byName.get(name);
    if (values !== undefined) values.push(value);
    else if (byName.size < maxNames) byName.set(name, [value]);
  }
  return Object.fromEntries(byName);
}

/** All values of one field; empty if it was not sent. */
export function headerValues(headers: HeaderFields, name: string): readonly string[] {
  return Object.hasOwn(headers, name) ? (headers[name] ?? []) : [];
}

/** Cookies of a response: values by name as sent, in order. A Set-Cookie without `name=` is ignored. */
export function groupCookies(headers: HeaderFields): HeaderFields {
  const pairs = headerValues(headers, 'set-cookie').map((field): [name: string, value: string] => {
    const pair = field.split(';', 1)[0] ?? '';
    const equals = Math.max(0, pair.indexOf('='));
    return [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()];
  });
  return groupByName(pairs.filter(([name]) => name !== ''));
}

/** Maximum different names of metas per page. */
const MAX_META_NAMES = 1_000;

/**
 * Input of technology detection. It holds the complete source, so do not keep it longer than detection takes.
 */
export function technologySignals(
  page: Pick<Page, 'certIssuer' | 'dns' | 'robotsTxt' | 'url'>,
  headers: HeaderFields,
  source: string,
  parts: DocumentParts,
): TechnologySignals {
  const scripts = parts.scripts.map(({ text }) => text);
  return {
    url: page.url,
    html: source,
    headers,
    cookies: groupCookies(headers),
    scriptSrc: parts.scriptSrc,
    scripts,
    loaded: loadedAddresses(scripts),
    meta: groupByName(
      parts.metas.filter(({ key }) => key !== '').map(({ key, content }) => [key, content]),
      MAX_META_NAMES,
    ),
    text: parts.text,
    css: parts.css,
    robots: page.robotsTxt ?? '',
    certIssuer: page.certIssuer ?? '',
    dns: dnsValues(page.dns ?? []),
    js: {},
    xhr: [],
    layout: {
      scripts: parts.scripts.map(({ offset }) => offset),
      startTags: parts.startTags,
      parents: parts.parents,
      depth: parts.depth,
    },
  };
}
