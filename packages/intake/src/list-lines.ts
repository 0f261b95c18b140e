import { isIP } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import { setImmediate as nextRound } from 'node:timers/promises';
import { canonicalDomain, isRegistrySuffix } from '@sitegrep/site';
import type { CrawlSeed, RejectedLines } from '@sitegrep/storage';

/** Maximum length of a line that can name a site: browsers and servers agree on no longer URL. */
const MAX_LINE = 2_048;

/**
 * Splits UTF-8 bytes into lines, without their ends (LF or CRLF). Memory is bounded: a line that is too long is truncated
 * to its first 2,049 characters, enough for a reader to refuse it.
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of chunks) {
    const parts = (rest + decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))).split(
      '\n',
    );
    rest = (parts.pop() ?? '').slice(0, MAX_LINE + 1);
    for (const part of parts) yield line(part);
  }
  const last = rest + decoder.end();
  if (last !== '') yield line(last);
}

/** A line that is not blank, without white space around it; `line` counts from 1 and includes blank lines. */
interface NumberedLine {
  readonly line: number;
  readonly text: string;
}

/** Lines, and characters of them, between two rounds of the event loop: reading them takes a few milliseconds at most. */
const ROUND_LINES = 256;
const ROUND_CHARACTERS = 65_536;

/**
 * Numbers the lines that are not blank. White space around them and a BOM are removed. The event loop goes on from time
 * to time, also if all lines are there already, so that a long list holds nobody else up.
 */
export async function* numberLines(
  lines: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<NumberedLine, void, undefined> {
  let line = 0;
  let characters = 0;
  let nextRoundAt = ROUND_LINES;
  for await (const raw of lines) {
    if (line >= nextRoundAt || characters >= ROUND_CHARACTERS) {
      await nextRound();
      nextRoundAt = line + ROUND_LINES;
      characters = 0;
    }
    line += 1;
    characters += raw.length;
    // trim() also removes a BOM, which is white space in ECMAScript.
    const text = raw.trim();
    if (text !== '') yield { line, text };
  }
}

function line(text: string): string {
  return (text.endsWith('\r') ? text.slice(0, -1) : text).slice(0, MAX_LINE + 1);
}

/** Why a line is refused. The reason is one of a few texts, by which refused lines are counted. */
export interface Refusal {
  readonly kind: 'rejected';
  readonly reason: string;
}

/** A line without data: a comment or a header. */
export interface Nothing {
  readonly kind: 'nothing';
}

/** A text that names a site, or why it names none. */
export type SiteReading = { readonly kind: 'seed'; readonly seed: CrawlSeed } | Refusal;

/** Content of one line of a list of sites. */
export type Reading = SiteReading | Nothing;

export type LineReader = (line: string) => Reading;

const TOO_LONG: Refusal = { kind: 'rejected', reason: `longer than ${MAX_LINE} characters` };

const NUL: Refusal = { kind: 'rejected', reason: 'a NUL character, as in a list that is not in UTF-8' };

/** Why a line is refused without being parsed; null if it may be parsed. */
export function unreadable(line: string): Refusal | null {
  if (line.length > MAX_LINE) return TOO_LONG;
  return line.includes('\0') ? NUL : null;
}

/** Reads the name of a site that is looked up, not crawled: public suffixes may be sites, as www.gov.uk is that of gov.uk. */
export function readEntry(text: string): SiteReading {
  return unreadable(text) ?? readHost(text);
}

/** Reads a line of a plain list. */
export function readText(line: string): Reading {
  return line.startsWith('#') ? { kind: 'nothing' } : readSite(line);
}

/**
 * Reads a site to crawl, as `readHost` does, except for public suffixes: they are not sites, unless `www.` before one says so
 * (`www.gov.uk`).
 */
export function readSite(text: string): SiteReading {
  const reading = readHost(text);
  if (reading.kind !== 'seed' || /^(?:https?:\/\/)?www[.。．｡]/i.test(text)) return reading;
  return isRegistrySuffix(reading.seed.domain) ? PUBLIC_SUFFIX : reading;
}

/**
 * Reads a domain, or an http(s) URL, at which the site's crawl starts. The crawl of a domain with a port starts there, over
 * https and http.
 *
 * A bare number is refused, although a URL parser takes it for an IPv4 address: in a list it is a rank or a mistake. So are
 * two or three numbers (`1.2.3`, a version).
 */
export function readHost(text: string): SiteReading {
  if (/^\d+$/.test(text)) return NUMBER;
  if (text.includes('://')) return readUrl(text);
  const host = text.endsWith('/') ? text.slice(0, -1) : text;
  const domain = canonicalDomain(host);
  if (domain !== null && isIP(domain) === 4 && !hasFourParts(host)) return SHORT_ADDRESS;
  if (domain !== null) return { kind: 'seed', seed: { domain, urls: urlsOfPort(host) } };
  const [before = ''] = text.split('/', 1);
  const isUrl = before !== text && before.includes('.') && canonicalDomain(before) !== null;
  return isUrl ? NO_SCHEME : noSite(text);
}

function readUrl(text: string): SiteReading {
  const [domain, url] = [canonicalDomain(text), URL.parse(text)];
  if (domain === null || url === null) return noSite(text);
  if (url.username !== '' || url.password !== '') return PASSWORD;
  url.hash = '';
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  // Names and paths in other scripts become longer.
  if (url.href.length > MAX_LINE) return TOO_LONG;
  return { kind: 'seed', seed: { domain, urls: [url.href] } };
}

/** Whether a spelling of an IPv4 address has all its four numbers; full stops of other scripts separate them too. */
function hasFourParts(host: string): boolean {
  const [address = ''] = host.split(':', 1);
  return address.replace(/[.。．｡]$/, '').split(/[.。．｡]/).length === 4;
}

/** Start URLs of a host with a port other than 80 and 443; none for other hosts. */
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
const SHORT_ADDRESS: Refusal = { kind: 'rejected', reason: 'not four numbers, as an IPv4 address has' };
const PUBLIC_SUFFIX: Refusal = {
  kind: 'rejected',
  reason: 'a public suffix: name a site under it, or www. before it',
};
const PASSWORD: Refusal = { kind: 'rejected', reason: 'a URL with a password' };
const NOT_UTF8: Refusal = { kind: 'rejected', reason: 'not in UTF-8' };
const NO_SCHEME: Refusal = { kind: 'rejected', reason: 'a URL without http:// or https://' };
const NO_DOMAIN: Refusal = { kind: 'rejected', reason: 'not a domain or http(s) URL' };

const MAX_SAMPLES = 20;
const MAX_SAMPLE_TEXT = 200;

/** Counts refused lines, and stores the first few. */
export class RejectedCounter {
  #count = 0;
  readonly #reasons = new Map<string, number>();
  readonly #samples: { line: number; text: string; reason: string }[] = [];

  add(line: number, text: string, reason: string): void {
    this.#count += 1;
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
    if (this.#samples.length >= MAX_SAMPLES) return;
    const shown = withoutPassword(text).slice(0, MAX_SAMPLE_TEXT);
    // toWellFormed: the text may end within a surrogate pair.
    this.#samples.push({ line, text: shown.toWellFormed(), reason });
  }

  total(): RejectedLines {
    // Reasons are a closed list, so there are few.
    return { count: this.#count, reasons: Object.fromEntries(this.#reasons), samples: this.#samples };
  }
}

/** Removes the password, since samples are stored, shown and logged. */
export function withoutPassword(text: string): string {
  return text.replaceAll(/:\/\/[^/?#\s]*@/g, '://…@');
}
