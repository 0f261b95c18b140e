import { statSync, type Stats } from 'node:fs';
import { canonicalDomain } from '@sitegrep/site';
import { CommandFailed } from './failure.ts';

/** What an argument of `detect` names. `name` is the argument as given, for messages. */
export type DetectionInput = SiteInput | PageFile | WarcFile;

export interface SiteInput {
  readonly kind: 'site';
  readonly name: string;
  /** Canonical. */
  readonly domain: string;
  /** Where to begin; empty: at the domain's home page, over https or else http. */
  readonly urls: readonly string[];
}

export interface PageFile {
  readonly kind: 'file';
  readonly name: string;
  /** null: standard input. */
  readonly path: string | null;
}

export interface WarcFile {
  readonly kind: 'warc';
  readonly name: string;
  readonly path: string;
}

/** The longest URL that a crawl fetches. */
const MAX_URL_LENGTH = 2_048;

/**
 * A file if one of that name is there, else what it looks like: a URL, a path or a host.
 *
 * @throws CommandFailed if it is nothing that could be looked at; the file system's errors
 */
export function readInput(name: string): DetectionInput {
  if (name === '-') return { kind: 'file', name: 'standard input', path: null };
  const found = entryAt(name);
  if (found?.isDirectory() === true)
    throw new CommandFailed(`${name}: is a folder, not a file.${orSite(name)}`);
  if (found !== undefined) return { kind: isWarc(name) ? 'warc' : 'file', name, path: name };
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(name)) return siteAt(name);
  if (looksLikePath(name)) throw new CommandFailed(`${name}: no such file.${orSite(name)}`);
  return siteCalled(name);
}

function entryAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // No file can have that name, but an address may.
    if (error instanceof Error && 'code' in error && error.code === 'ENAMETOOLONG') return undefined;
    throw error;
  }
}

function isWarc(path: string): boolean {
  return /\.warc(?:\.gz)?$/i.test(path);
}

function looksLikePath(name: string): boolean {
  return /[/\\]|^~|\.(?:x?html?|warc|gz)$/i.test(name);
}

/** What to type for a page on the web where a file was looked for; '' if that can't have been meant. */
function orSite(name: string): string {
  const host = name.split('/', 1)[0] ?? '';
  const isHost = /\.[a-z]{2,}$/i.test(host) && !looksLikePath(host) && canonicalDomain(host) !== null;
  return isHost ? ` For a page on the web give its whole address: https://${name}` : '';
}

function siteAt(name: string): SiteInput {
  const url = URL.parse(name);
  const scheme = name.slice(0, name.indexOf(':')).toLowerCase();
  if (scheme === 'file') throw new CommandFailed(`${name}: give a file by its path, without file://.`);
  if (scheme !== 'http' && scheme !== 'https')
    throw new CommandFailed(
      `${name}: can't be fetched; give an address that begins with http:// or https://.`,
    );
  const domain = canonicalDomain(name);
  if (url === null || domain === null)
    throw new CommandFailed(`${name}: names no host; give an address such as https://example.com/.`);
  if (url.username !== '' || url.password !== '')
    throw new CommandFailed(
      `${url.host}: pages that want a user or a password are not fetched; leave both out.`,
    );
  url.hash = '';
  if (url.href.length > MAX_URL_LENGTH)
    throw new CommandFailed(
      `${name.slice(0, 60)}…: has ${url.href.length} characters; give an address of at most ${MAX_URL_LENGTH}.`,
    );
  return { kind: 'site', name, domain, urls: [url.href] };
}

function siteCalled(name: string): SiteInput {
  const domain = canonicalDomain(name);
  if (domain === null)
    throw new CommandFailed(
      `${name}: no such file, and no host; give a file, a host such as example.com, or an address such as https://example.com/.`,
    );
  // With a port there is one place to ask, and only https' own port tells that it speaks TLS.
  const url = /:\d+$/.test(name) ? URL.parse(`http://${name}`) : null;
  if (url === null || url.port === '') return { kind: 'site', name, domain, urls: [] };
  if (url.port === '443') return { kind: 'site', name, domain, urls: [`https://${url.hostname}/`] };
  return { kind: 'site', name, domain, urls: [url.href] };
}
