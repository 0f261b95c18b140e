import { isIP } from 'node:net';
import { canonicalDomain } from '@sitegrep/site';
import { MAX_LINE } from './lines.ts';
import { TOO_LONG, type Reading, type Refusal } from './reading.ts';

/** A line of a plain list. */
export function readText(line: string): Reading {
  return line.startsWith('#') ? { kind: 'nothing' } : readSite(line);
}

/**
 * A domain, or an http(s) URL, which is then where the site's crawl starts. A domain with a port starts there, over https
 * and over http.
 *
 * A bare number is refused though a URL parser takes it for an IPv4 address: in a list it is a rank or a mistake.
 */
export function readSite(text: string): Reading {
  if (/^\d+$/.test(text)) return NUMBER;
  if (text.includes('://')) return readUrl(text);
  const host = text.endsWith('/') ? text.slice(0, -1) : text;
  const domain = canonicalDomain(host);
  if (domain !== null) return { kind: 'seed', seed: { domain, urls: urlsOfPort(host) } };
  const [before = ''] = text.split('/', 1);
  const isUrl = before !== text && before.includes('.') && canonicalDomain(before) !== null;
  return isUrl ? NO_SCHEME : noSite(text);
}

function readUrl(text: string): Reading {
  const [domain, url] = [canonicalDomain(text), URL.parse(text)];
  if (domain === null || url === null) return noSite(text);
  if (url.username !== '' || url.password !== '') return PASSWORD;
  url.hash = '';
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  // Names and paths in other scripts get longer.
  if (url.href.length > MAX_LINE) return TOO_LONG;
  return { kind: 'seed', seed: { domain, urls: [url.href] } };
}

/** Where a crawl starts if a host names a port that is neither http's nor https's; empty: at the usual ones. */
function urlsOfPort(host: string): readonly string[] {
  const port = isIP(host) === 6 ? null : /:(\d+)$/.exec(host)?.[1];
  if (port === null || port === undefined || Number(port) === 80 || Number(port) === 443) return [];
  const urls = ['https', 'http'].map((scheme) => URL.parse(`${scheme}://${host}/`));
  return urls.flatMap((url) => {
    if (url === null) return [];
    if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
    return [url.href];
  });
}

function noSite(text: string): Refusal {
  return text.includes('\ufffd') ? NOT_UTF8 : NO_DOMAIN;
}

const NUMBER: Refusal = { kind: 'rejected', reason: 'a number, not a domain' };
const PASSWORD: Refusal = { kind: 'rejected', reason: 'a URL with a password' };
const NOT_UTF8: Refusal = { kind: 'rejected', reason: 'not in UTF-8' };
const NO_SCHEME: Refusal = { kind: 'rejected', reason: 'a URL without http:// or https://' };
const NO_DOMAIN: Refusal = { kind: 'rejected', reason: 'not a domain or http(s) URL' };
