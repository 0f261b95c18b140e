import { canonicalDomain } from '@sitegrep/site';
import type { Reading } from './reading.ts';

/** A line of a plain list. */
export function readText(line: string): Reading {
  return line.startsWith('#') ? { kind: 'nothing' } : readSite(line);
}

/**
 * A domain, or an http(s) URL, which is then where the site's crawl starts.
 *
 * A bare number is refused though a URL parser takes it for an IPv4 address: in a list it is a rank or a mistake.
 */
export function readSite(text: string): Reading {
  if (/^\d+$/.test(text)) return { kind: 'rejected', reason: 'a number, not a domain' };
  const domain = canonicalDomain(text);
  if (domain === null) return { kind: 'rejected', reason: 'not a domain or http(s) URL' };
  const url = text.includes('://') ? URL.parse(text) : null;
  if (url === null) return { kind: 'seed', seed: { domain, urls: [] } };
  if (url.username !== '' || url.password !== '')
    return { kind: 'rejected', reason: 'a URL with a password' };
  url.hash = '';
  return { kind: 'seed', seed: { domain, urls: [url.href] } };
}
