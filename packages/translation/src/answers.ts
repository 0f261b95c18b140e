// What servers answer beside sources, as other engines ask for it: status, header fields, cookies, the icon and the certificate.
// Headers are texts of a page, one field a line; icons and certificates are of the site.
import { ALL, NONE, or, type Formula } from './formula.ts';
import { type Leaf, unknown } from './meaning.ts';
import { condition, cookie, escaped, pattern, text } from './parts.ts';

/** Matches a token of HTTP, of which names of cookies and fields are made. */
const TOKEN = String.raw`[\w!#$%&'*+.^|~\x60-]+`;
const SET_COOKIE = new RegExp(String.raw`^set-cookie:\s*(${TOKEN})\s*=(.*)$`, 'is');
const ASSIGNMENT = new RegExp(`^(${TOKEN})=(.*)$`, 's');
const ATTRIBUTE = /;\s*(?:path|domain|expires|max-age|secure|httponly|samesite|partitioned|priority)\b/i;
const STATUS_LINE = /^HTTP\/[\d.]+(?:\s+([1-5]\d\d)?(?:\s+[a-z' -]*)?)?$/i;
const STATUS_IN_WORDS = /^([1-5]\d\d) [a-z' -]+$/i;

const COOKIE_VALUES = 'values of cookies are not stored';

/** A text of the head of an answer, as it is received: status line, fields, Set-Cookie with its values. */
export function inHead(value: string): Leaf {
  const [, named, given = ''] = SET_COOKIE.exec(value) ?? [];
  if (named !== undefined) return ofCookie(cookie(named), given);
  const ofStatus = statusLine(value);
  if (ofStatus !== null) return ofStatus;
  const plain = text(value, 'headers');
  const [, name, rest = ''] = ASSIGNMENT.exec(value) ?? [];
  if (name !== undefined) {
    const ending = pattern(String.raw`(?m)^set-cookie: [^;\n]*${escaped(name)};`, 'headers');
    const either = or([plain, ending]);
    return rest === '' ? either : withoutValue(either, plain);
  }
  const at = value.search(ATTRIBUTE);
  return at > 0 ? withoutValue(text(value.slice(at), 'headers'), plain) : plain;
}

/** The text before the value of a cookie, of a text that may have one; null: it has none. */
export function beforeCookieValue(value: string): string | null {
  const [, named] = SET_COOKIE.exec(value) ?? [];
  if (named !== undefined) return `set-cookie: ${named}`;
  return ASSIGNMENT.exec(value)?.[1] ?? null;
}

function ofCookie(found: Formula, given: string): Leaf {
  return given.trim() === '' ? found : withoutValue(found, NONE);
}

function withoutValue(most: Formula, least: Formula): Leaf {
  return { kind: 'between', most, least, lost: 'the value of a cookie in', reason: COOKIE_VALUES };
}

/** A text that a status line may have; null: it can't be of one. */
export function statusLine(value: string): Leaf | null {
  const line = STATUS_LINE.exec(value.trim());
  const code = line?.[1] ?? STATUS_IN_WORDS.exec(value.trim())?.[1];
  if (code === undefined)
    return line === null ? null : unknown('every answer begins with the version of the protocol');
  const most = line === null ? or([statusIs(code), text(value, 'headers')]) : statusIs(code);
  return {
    kind: 'between',
    most,
    least: line === null ? text(value, 'headers') : NONE,
    lost: 'version and words of the status in',
    reason: 'of a status line the number alone is stored',
  };
}

/** Status of an answer by its number. */
export function status(value: string): Leaf {
  return /^[1-5]\d\d$/.test(value.trim())
    ? statusIs(value.trim())
    : unknown('it is not the number of a status');
}

function statusIs(code: string): Formula {
  return pattern(String.raw`^HTTP ${code}\n`, 'headers');
}

/** A hash of an icon: MurmurHash3 as a number, as Shodan and FOFA have it. */
export function iconNumber(value: string): Leaf {
  return /^-?\d{1,10}$/.test(value.trim())
    ? condition('icon', value.trim())
    : unknown('a hash of an icon is a number here, as icon_hash and http.favicon.hash have it');
}

/** Version of TLS, as engines write it: `TLS 1.3`, `tlsv1.2`. */
export function tlsVersion(value: string): Leaf {
  const [, minor = null] = /^tls\s?v?1(?:\.([0-3]))?$/i.exec(value.trim()) ?? [];
  if (minor === null && !/^tls\s?v?1$/i.test(value.trim())) return unknown('it is not a version of TLS');
  return condition('tls', minor === null || minor === '0' ? 'TLSv1' : `TLSv1.${minor}`);
}

const DOMAIN_NAME = /^(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]+$/u;

/** A text of a certificate, which may be of its issuer or of a domain that it is for. */
export function inCertificate(value: string): Leaf {
  return ofCertificate(namesBelow(value) ?? condition('cert', value.trim()));
}

/** A certificate that is for a domain or for names below it. */
export function certificateFor(value: string): Leaf {
  const least = namesBelow(value);
  return least === null
    ? unknown('of the texts of a certificate only whole domains can be asked for, such as example.com')
    : ofCertificate(least);
}

function ofCertificate(least: Formula): Leaf {
  return {
    kind: 'between',
    most: ALL,
    least,
    lost: 'further texts of certificates in',
    reason: 'of a certificate its issuer, 100 names, its end and the version of TLS are stored',
  };
}

/** Null if the text is not a domain. */
function namesBelow(value: string): Formula | null {
  const name = value.trim().toLowerCase().replace(/^\*\./, '');
  return DOMAIN_NAME.test(name) ? or([condition('cert', name), condition('cert', `*.${name}`)]) : null;
}

/** A certificate by its issuer. */
export function issuedBy(value: string): Leaf {
  return {
    kind: 'between',
    most: condition('cert', value.trim()),
    least: NONE,
    lost: 'the part of the issuer in',
    reason: 'organisation and common name of an issuer are stored together, and a part of them is compared',
  };
}

/** Whether the certificate has ended. */
export function expired(value: string): Leaf {
  switch (value.trim().toLowerCase()) {
    case 'true':
      return condition('cert_expires', '<0d');
    case 'false':
      return condition('cert_expires', '>=0d');
    default:
      return unknown('it is true or false');
  }
}
