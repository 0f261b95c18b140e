import { parse } from 'tldts';
import { percentDecoded } from './percent-encoding.ts';
import { isPlaceholderEmail } from './placeholder-emails.ts';
import { copied } from './text.ts';

const MAX_EMAILS = 100;
/** Lengths of RFC 5321: local part, domain. */
const MAX_LOCAL = 64;
const MAX_DOMAIN = 253;

/** Characters that addresses on web pages really have; the RFC's others are far more often punctuation around one. */
const LOCAL_CHARACTER = /[\w.+'-]/;
const DOMAIN_CHARACTER = /[a-z0-9.-]/i;
/**
 * An address in a text is set off from words, but scripts without spaces run right up to it. `@name@host` and
 * `!group@host` are handles of social networks; a percent sign makes the next letters part of an escape.
 */
const WORD_BEFORE = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d@!%]/u;
const WORD_BEHIND = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d@]/u;

/** Collects the addresses of one page: lower case, unique, in the order found, at most 100. */
export interface EmailCollector {
  addText(text: string): void;
  /** The part of a `mailto:` link behind the scheme; entities decoded, percent-encoding not. */
  addMailto(target: string): void;
  emails(): string[];
}

export function collectEmails(): EmailCollector {
  const found = new Set<string>();
  const addText = (text: string): void => {
    let at = text.indexOf('@');
    while (at !== -1 && found.size < MAX_EMAILS) {
      const email = emailAround(text, at);
      if (email !== null) found.add(copied(email));
      at = text.indexOf('@', at + 1);
    }
  };
  return {
    addText,
    addMailto: (target) => {
      const [recipients = ''] = target.slice(0, 10_000).split('?', 1);
      addText(percentDecoded(recipients).replaceAll(/[,;]/g, ' '));
    },
    emails: () => [...found],
  };
}

/**
 * The address whose `@` stands at `at`. Looks at no more than 64 characters before and 254 behind it, so a text of
 * nothing but `a@a@a@` takes time proportional to its length.
 */
function emailAround(text: string, at: number): string | null {
  const local = localPartBefore(text, at);
  if (local === null) return null;
  const domain = domainBehind(text, at);
  if (domain === null) return null;
  const email = `${local}@${domain}`;
  return isPlaceholderEmail(local, domain) ? null : email;
}

function localPartBefore(text: string, at: number): string | null {
  let start = at;
  while (start > 0 && at - start <= MAX_LOCAL && LOCAL_CHARACTER.test(text.charAt(start - 1))) start -= 1;
  if (at - start > MAX_LOCAL || WORD_BEFORE.test(text.charAt(start - 1))) return null;
  const local = text
    .slice(start, at)
    .replace(/^[.+'-]+/, '')
    .toLowerCase();
  if (local === '' || /\.\.|[.']$/.test(local)) return null;
  return isHash(local) ? null : local;
}

/** Keys, message ids and tracking tags: hexadecimal, UUIDs, or long runs with more digits than a person would choose. */
function isHash(local: string): boolean {
  if (/^[0-9a-f]{16,}$/.test(local) && /\d/.test(local)) return true;
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(local)) return true;
  const digits = local.match(/\d/g)?.length ?? 0;
  return digits >= 16 || (digits >= 6 && local.length >= 24 && !/[._-]/.test(local));
}

function domainBehind(text: string, at: number): string | null {
  let end = at + 1;
  while (end < text.length && end - at <= MAX_DOMAIN + 1 && DOMAIN_CHARACTER.test(text.charAt(end))) end += 1;
  if (end - at > MAX_DOMAIN + 1 || WORD_BEHIND.test(text.charAt(end))) return null;
  const written = text
    .slice(at + 1, end)
    .replace(/[.-]+$/, '')
    .toLowerCase();
  if (isMailDomain(written)) return written;
  // `write to info@firm.org.We answer`: the last label is the next sentence.
  const shorter = written.slice(0, Math.max(0, written.lastIndexOf('.')));
  return isMailDomain(shorter) ? shorter : null;
}

function isMailDomain(domain: string): boolean {
  if (!/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/.test(domain))
    return false;
  // Images for dense screens: logo@2x.png, and zip, mov and the like are top-level domains by now.
  if (/^\d+(?:-\d+)?x[.-]/.test(domain)) return false;
  // No public suffix, but reserved for sites such as the sample ones (RFC 2606), whose addresses are theirs.
  if (domain.endsWith('.example')) return true;
  const { isIcann, domain: registrable } = parse(domain, { allowPrivateDomains: false });
  return isIcann === true && registrable !== null;
}
