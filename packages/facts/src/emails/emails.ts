import { domainToASCII } from 'node:url';
import { copied } from '@sitegrep/html';
import type { EmailAddress } from '@sitegrep/site';
import { parse } from 'tldts';
import { cloakedIn } from './cloaked-emails.ts';
import { disguisedEmails, disguisedText } from './disguised-emails.ts';
import { percentDecoded } from '../links/links.ts';
import { isPlaceholderEmail } from './placeholder-emails.ts';

export const MAX_EMAILS = 100;
/** Maximum lengths of the local part and the domain (RFC 5321). */
const MAX_LOCAL = 64;
const MAX_DOMAIN = 253;

/**
 * Characters that occur in the addresses of web pages. Others that RFC 5321 allows are nearly always
 * punctuation around an address.
 */
const LOCAL_CHARACTER = /[\w.+'-]/;
/** The first part of a local part with `&`, complete from a separator on: `r` of `r&d@firm.org`. */
const BEFORE_AMPERSAND = /(?:^|[\s"'(<[{:;,>])([\w.+-]{1,30}(?:&[\w.+-]{1,30}){0,2}&)$/;
/** Other characters of local parts (RFC 5322). With one of them between, what follows is only the rest of an address. */
const JOINED = /[\w.][#$^&*~`]$/;
const ASCII = /^\p{ASCII}*$/u;
const DOMAIN_CHARACTER = /[\p{Script=Latin}\d.-]/u;
/** Letters and marks of any script, where a domain is not in Latin letters. */
const ANY_DOMAIN_CHARACTER = /[\p{L}\p{M}\d.-]/u;
const ANY_LETTER = /[\p{L}\p{M}]/u;
/** Invisible characters: soft hyphens, zero-width spaces, direction marks. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
/**
 * Characters that cannot precede an address. Words are separated from an address, but scripts without spaces
 * run directly up to it. `@name@host` and `!group@host` are handles of social networks; a percent sign begins
 * an escape.
 */
const WORD_BEFORE = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d@!%]/u;
const WORD_AFTER = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d@]/u;

/** Maximum places of one address that are remembered. */
const MAX_SIGHTINGS = 5;
/** Maximum characters before an address that are remembered. */
const MAX_BEFORE = 80;
/** Maximum characters of an address as it is written. */
const MAX_WRITTEN = 200;

/** A place of a page. */
export interface EmailLocation {
  /** Number of the start tag around it; -1 if there is none. */
  readonly tag: number;
  /** End of the text before it. */
  readonly before: string;
}

/** A place where an address stands, and how it is written there. */
export interface EmailSighting extends EmailLocation, Pick<EmailAddress, 'source' | 'written'> {}

const NOWHERE: EmailLocation = { tag: -1, before: '' };

/** Collects the addresses of one page: lower case, domains in A-labels, unique, in the order found, at most 100. */
export function collectEmails() {
  const found = new Map<string, EmailSighting[]>();
  const add = (email: string, sighting: EmailSighting): void => {
    const sightings = found.get(email);
    if (sightings === undefined) {
      if (found.size < MAX_EMAILS) found.set(copied(email), [sighting]);
    } else if (sightings.length < MAX_SIGHTINGS) sightings.push(sighting);
  };
  /**
   * @param source where the text is from
   * @param writtenOf how the source has an address that begins and ends at offsets of the text
   */
  const addFrom = (
    text: string,
    location: EmailLocation,
    source: EmailSighting['source'],
    writtenOf: (found: FoundEmail) => string,
  ): void => {
    let at = text.indexOf('@');
    while (at !== -1 && found.size < MAX_EMAILS) {
      const one = emailAround(text, at);
      if (one !== null) {
        const written = copied(writtenOf(one).trim().slice(0, MAX_WRITTEN).toWellFormed());
        add(one.email, { ...locationOf(text, one.start, location), source, written });
      }
      at = text.indexOf('@', at + 1);
    }
  };
  const addPlain = (text: string, location: EmailLocation, source: EmailSighting['source']): void => {
    const visible = text.replaceAll(INVISIBLE, '');
    addFrom(visible, location, source, ({ start, end }) => visible.slice(start, end));
  };
  /** @param locationAt the place of a position of the text */
  const addDisguisedIn = (
    text: string,
    source: EmailSighting['source'],
    locationAt: (at: number) => EmailLocation,
  ): void => {
    for (const one of disguisedEmails(text)) {
      const plain = one.plain.replaceAll(INVISIBLE, '');
      addFrom(plain, locationAt(one.at), source, ({ start, end }) =>
        disguisedText(text, one, plain.slice(start, end)),
      );
    }
  };
  return {
    addText: (text: string, location: EmailLocation = NOWHERE): void => addPlain(text, location, 'text'),
    /** Adds the addresses of a text that the source has in reverse order. */
    addBackwards: (text: string, location: EmailLocation = NOWHERE): void => {
      const visible = reversed(text).replaceAll(INVISIBLE, '');
      addFrom(visible, location, 'text', ({ start, end }) => reversed(visible.slice(start, end)));
    },
    /**
     * Adds addresses that are written for people only: `name [at] firm [dot] org`.
     *
     * @param tagAt number of the start tag around a position of the text
     */
    addDisguised: (text: string, tagAt: (at: number) => number = () => -1): void =>
      addDisguisedIn(text, 'text', (at) => {
        const before = text.slice(Math.max(0, at - MAX_LOCAL - MAX_BEFORE), at).replace(/\S*\s{0,2}$/, '');
        return { tag: tagAt(at), before };
      }),
    /**
     * Adds the addresses of a link.
     *
     * @param target a `mailto:` link after the scheme; entities are decoded, percent-encoding is not
     * @param hidden what the source has in place of the target; absent: the target itself
     */
    addMailto: (target: string, location: EmailLocation = NOWHERE, hidden: string | null = null): void => {
      for (const { email, written } of cloakedIn(target)) addFrom(email, location, 'link', () => written);
      const [recipients = '', fields = ''] = target.slice(0, MAX_TARGET).split('?', 2);
      for (const list of [recipients, ...copiedTo(fields)]) {
        const text = percentDecoded(list)
          .replace(/^\s*\/+/, '')
          .replaceAll(/[,;]/g, ' ')
          .replaceAll(INVISIBLE, '');
        addFrom(text, location, 'link', ({ start, end }) => {
          const plain = text.slice(start, end);
          return hidden ?? (list.includes(plain) ? plain : list);
        });
        if (!text.includes('@')) addDisguisedIn(text, 'link', () => location);
      }
    },
    /** The addresses with the places of each, at least one. */
    sightings: (): ReadonlyMap<string, readonly EmailSighting[]> => found,
  };
}

function reversed(text: string): string {
  return Array.from(text).toReversed().join('');
}

/** The place of the address that begins at `start` of a text: with the text before the address, or before the text. */
function locationOf(text: string, start: number, { tag, before }: EmailLocation): EmailLocation {
  const own = text.slice(Math.max(0, start - MAX_BEFORE), start);
  const all = own.trim() === '' ? before : own;
  return { tag, before: copied(all.slice(-MAX_BEFORE)) };
}

/** Maximum characters of a link that are read. */
const MAX_TARGET = 10_000;

/** Further recipients in the fields of a `mailto:` link (RFC 6068). Its subject and body are not searched. */
function copiedTo(fields: string): readonly string[] {
  return fields.split('&', 20).flatMap((field) => /^(?:to|cc|bcc)=(.*)$/i.exec(field)?.[1] ?? []);
}

/** An address with its place in a text. */
interface FoundEmail {
  readonly email: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The address around the `@` at `at`; null if there is none. Reads at most 64 characters before and 254 after
 * it, so a text of nothing but `a@a@a@` takes time proportional to its length.
 */
function emailAround(text: string, at: number): FoundEmail | null {
  const local = localPartBefore(text, at);
  if (local === null) return null;
  const domain = domainAfter(text, at);
  if (domain === null || isPlaceholderEmail(local.name, domain.name)) return null;
  return { email: `${local.name}@${domain.name}`, start: at - local.length, end: at + 1 + domain.length };
}

/** One of the parts of an address, with the number of characters that it takes in the text. */
interface Part {
  readonly name: string;
  readonly length: number;
}

/** The local part before `at`; null if there is none, or if it is the user or password of a URL. */
function localPartBefore(text: string, at: number): Part | null {
  let start = at;
  while (start > 0 && at - start <= MAX_LOCAL && LOCAL_CHARACTER.test(text.charAt(start - 1))) start -= 1;
  if (at - start > MAX_LOCAL || WORD_BEFORE.test(text.charAt(start - 1))) return null;
  if (/\/\/[\w.~%:-]*$/.test(text.slice(Math.max(0, start - 100), start))) return null;
  // Text that was escaped twice still has `r&amp;d@firm.org`.
  const before = text.slice(Math.max(0, start - 100), start).replace(/&amp;$/i, '&');
  const beginning = before.endsWith('&') ? (BEFORE_AMPERSAND.exec(before)?.[1] ?? '') : '';
  if (beginning === '' && JOINED.test(before)) return null;
  const written = beginning + text.slice(start, at);
  // The page can show JSON as text, with escapes such as `\u003Einfo@firm.org`.
  const unescaped =
    text.charAt(start - 1) === '\\' ? written.replace(/^(?:u00[0-9a-f]{2}|[nrt])/i, '') : written;
  const name = unescaped.replace(/^[.+'-]+/, '').toLowerCase();
  if (name === '' || /\.\.|[.']$/.test(name) || isHash(name)) return null;
  const isEscaped = beginning !== '' && text.slice(0, start).endsWith(';');
  return { name, length: name.length + (isEscaped ? '&amp;'.length - 1 : 0) };
}

/**
 * Whether a local part is a key, message id or tracking tag: hexadecimal, a UUID, or a long run with more
 * digits than people choose.
 */
function isHash(local: string): boolean {
  if (/^[0-9a-f]{16,}$/.test(local) && /\d/.test(local)) return true;
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(local)) return true;
  const digits = local.match(/\d/g)?.length ?? 0;
  return digits >= 16 || (digits >= 6 && local.length >= 24 && !/[._-]/.test(local));
}

function domainAfter(text: string, at: number): Part | null {
  let end = at + 1;
  while (end < text.length && end - at <= MAX_DOMAIN + 1 && DOMAIN_CHARACTER.test(text.charAt(end))) end += 1;
  const isForeign = end === at + 1 || text.charAt(end - 1) === '.';
  if (isForeign && ANY_LETTER.test(text.charAt(end))) return foreignDomainAfter(text, at);
  if (end - at > MAX_DOMAIN + 1 || WORD_AFTER.test(text.charAt(end))) return null;
  const written = text.slice(at + 1, end).replace(/[.-]+$/, '');
  // In `write to info@firm.org.We answer` the last label is the next sentence.
  const sentence = NEXT_SENTENCE.exec(written)?.index ?? 0;
  return mailDomain(written) ?? mailDomain(written.slice(0, sentence));
}

/** A label that begins a sentence. */
const NEXT_SENTENCE = /\.\p{Lu}[^.]*$/u;

/** A domain with labels in another script. Scripts without spaces can run directly up to its end. */
function foreignDomainAfter(text: string, at: number): Part | null {
  const end = at + MAX_DOMAIN + 1;
  let to = at + 1;
  while (to < end && ANY_DOMAIN_CHARACTER.test(text.charAt(to))) to += 1;
  if (text.charAt(to) === '@') return null;
  const written = text.slice(at + 1, to).replace(/[.-]+$/, '');
  return mailDomain(written) ?? mailDomain(written.replace(/(\.[a-z]{2,})[^\p{ASCII}]+$/iu, '$1'));
}

/** The domain in A-labels; null if the name cannot be a domain. */
function mailDomain(written: string): Part | null {
  const lower = written.toLowerCase();
  const name = ASCII.test(lower) ? lower : domainToASCII(lower);
  return isMailDomain(name) ? { name, length: written.length } : null;
}

function isMailDomain(domain: string): boolean {
  if (!/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/.test(domain))
    return false;
  // File names of images for dense screens look like addresses: logo@2x.png. zip, mov and others are top-level
  // domains by now.
  if (/^\d+(?:-\d+)?x[.-]/.test(domain)) return false;
  // Not a public suffix, but reserved for examples (RFC 2606); the sample sites use it.
  if (domain.endsWith('.example')) return true;
  const { isIcann, domain: registrable } = parse(domain, { allowPrivateDomains: false });
  return isIcann === true && registrable !== null;
}

/** An address has at most 320 characters; one more byte is the key. */
const MAX_HEX_DIGITS = 2 * 321;

/**
 * Decodes an address protected by Cloudflare: hexadecimal bytes, each XORed with the first.
 *
 * @param hex value of `data-cfemail`, or the fragment of `/cdn-cgi/l/email-protection#…`
 * @returns null if it is not of that form
 */
export function decodeCloudflareEmail(hex: string): string | null {
  if (hex.length < 4 || hex.length % 2 !== 0 || hex.length > MAX_HEX_DIGITS || !/^[0-9a-f]+$/i.test(hex))
    return null;
  const [key = 0, ...bytes] = Buffer.from(hex, 'hex');
  return Buffer.from(bytes.map((byte) => byte ^ key)).toString('utf8');
}

/** The protected part of a link that Cloudflare puts in the place of a `mailto:` link; null for other links. */
export function cloudflareLinkHex(href: string): string | null {
  if (!href.includes('/email-protection#')) return null;
  return /\/cdn-cgi\/l\/email-protection#([0-9a-f]+)$/i.exec(href.slice(-MAX_HEX_DIGITS - 40))?.[1] ?? null;
}
