import { statSync, type Stats } from 'node:fs';
import { canonicalDomain } from '@sitegrep/site';
import { CommandFailed } from './failure.ts';

/** An argument of `detect`, told apart by kind. `name` is the argument as given, for messages. */
export type DetectionInput = SiteInput | PageFile | WarcFile;

export interface SiteInput {
  readonly kind: 'site';
  readonly name: string;
  /** Canonical domain. */
  readonly domain: string;
  /** Start URLs; empty: the domain's home page, over https or, if that fails, http. */
  readonly urls: readonly string[];
}

export interface PageFile {
  readonly kind: 'file';
  readonly name: string;
  /** Path of the file; null: standard input. */
  readonly path: string | null;
}

export interface WarcFile {
  readonly kind: 'warc';
  readonly name: string;
  readonly path: string;
}

/** Maximum length of a URL that a crawl fetches. */
const MAX_URL_LENGTH = 2_048;

/**
 * Reads an argument: an existing file, or else what it looks like: a URL, a path or a host.
 *
 * @throws CommandFailed if it is none of these; the file system's errors
 */
export function readInput(name: string): DetectionInput {
  if (name === '-') return { kind: 'file', name: 'standard input', path: null };
  const found = entryAt(name);
  if (found?.isDirectory() === true)
    throw new CommandFailed(`${name} is a folder, not a file.${orSite(name)}`);
  if (found !== undefined) return { kind: isWarc(name) ? 'warc' : 'file', name, path: name };
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(name)) return siteAt(name);
  if (looksLikePath(name)) throw new CommandFailed(`${name}: no such file.${orSite(name)}`);
  return siteCalled(name);
}

function entryAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // No file can have such a long name, but a URL can.
    if (error instanceof Error && 'code' in error && error.code === 'ENAMETOOLONG') return undefined;
    throw error;
  }
}

function isWarc(path: string): boolean {
  return /\.(?:w?arc(?:\.gz|\.zst)?|wacz)$/i.test(path);
}

function looksLikePath(name: string): boolean {
  return /[/\\]|^~|\.(?:x?html?|w?arc|wacz|gz|zst)$/i.test(name);
}

/** A hint for an argument that looks like a file but may be meant as a page on the web; '' if it can't be. */
function orSite(name: string): string {
  const host = name.split('/', 1)[0] ?? '';
  const isHost = /\.[a-z]{2,}$/i.test(host) && !looksLikePath(host) && canonicalDomain(host) !== null;
  return isHost ? ` For a page on the web give its complete URL: https://${name}` : '';
}

function siteAt(name: string): SiteInput {
  const url = URL.parse(name);
  const scheme = name.slice(0, name.indexOf(':')).toLowerCase();
  if (scheme === 'file') throw new CommandFailed(`${name}: give a file by its path, without file://.`);
  if (scheme !== 'http' && scheme !== 'https')
    throw new CommandFailed(`${name}: can't be fetched; give a URL that begins with http:// or https://.`);
  const domain = canonicalDomain(name);
  if (url === null || domain === null)
    throw new CommandFailed(`${name}: has no valid host; give a URL such as https://example.com/.`);
  if (url.username !== '' || url.password !== '')
    throw new CommandFailed(
      `${url.host}: URLs with a user name or a password are not fetched; leave both out.`,
    );
  url.hash = '';
  if (url.href.length > MAX_URL_LENGTH)
    throw new CommandFailed(
      `${name.slice(0, 60)}…: has ${url.href.length} characters; give a URL of at most ${MAX_URL_LENGTH}.`,
    );
  return { kind: 'site', name, domain, urls: [url.href] };
}

function siteCalled(name: string): SiteInput {
  const domain = canonicalDomain(name);
  if (domain === null)
    throw new CommandFailed(
      `${name}: neither an existing file nor a valid host; give a file, a host such as example.com, or a URL such as https://example.com/.`,
    );
  // A host with a port is asked once, over http unless the port is that of https.
  const url = /:\d+$/.test(name) ? URL.parse(`http://${name}`) : null;
  if (url === null || url.port === '') return { kind: 'site', name, domain, urls: [] };
  if (url.port === '443') return { kind: 'site', name, domain, urls: [`https://${url.hostname}/`] };
  return { kind: 'site', name, domain, urls: [url.href] };
}
