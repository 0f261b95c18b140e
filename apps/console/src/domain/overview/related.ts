// Sites that share something of their own with a domain: identifiers in its sources, its e-mail addresses and phone numbers, its icon.
import type { DomainDetails, Extraction, FoundDomain } from '@sitegrep/client';
import { quotedText } from '@sitegrep/search/quoted';
import type { OVERVIEW_TEXT } from '../../text/overview.ts';
import { valueOf } from '../../query/language.ts';

type SharedKind = keyof (typeof OVERVIEW_TEXT)['shared'];

/** Something that sites of one owner share. */
export interface Shared {
  readonly kind: SharedKind;
  /** The value as people read it. */
  readonly value: string;
  /** Query that finds the sites that have it. */
  readonly query: string;
  /** Texts whose matches show that a site has it; none: a field of the site does. */
  readonly terms: readonly string[];
}

/** Things of each kind that are looked for, each of which is work for the index: a site of a newspaper has hundreds of addresses. */
const MAX_OF_KIND = 3;
/** Digits from which a phone number is its own. */
const MIN_DIGITS = 7;

const ACCOUNTS: readonly (readonly [kind: SharedKind, pattern: RegExp])[] = [
  ['analytics', /^(?:G|UA)-/],
  ['tagManager', /^GTM-/],
  ['ads', /^AW-/],
  ['adSense', /^ca-pub-/],
];

/** Values that are read out of the sources of a domain: ids of accounts, and what proves that a site is somebody's. */
export const EXTRACTIONS: readonly Extraction[] = [
  {
    as: 'accounts',
    pattern: String.raw`(?-i)\b(?:G-[A-Z0-9]{8,12}|UA-[0-9]{4,10}-[0-9]{1,4}|GTM-[A-Z0-9]{5,9}|AW-[0-9]{8,12}|ca-pub-[0-9]{16})\b`,
    group: 0,
    all: true,
  },
  { as: 'pixels', pattern: String.raw`fbq\(\s*['"]init['"]\s*,\s*['"]([0-9]{10,20})['"]`, all: true },
  { as: 'proofs', select: 'meta[name="google-site-verification" i]', attribute: 'content', all: true },
];

/** Identifiers in the extracted values of a domain. */
function identifiersIn(extracted: Readonly<Record<string, unknown>>): readonly Shared[] {
  const valuesOf = (name: string): readonly string[] => {
    const { [name]: values } = extracted;
    return Array.isArray(values)
      ? values.filter((one) => typeof one === 'string').map((one) => one.trim())
      : [];
  };
  const accounts = valuesOf('accounts').flatMap((value) => {
    const kind = ACCOUNTS.find(([, pattern]) => pattern.test(value))?.[0];
    return kind === undefined || isDummy(value) ? [] : [ofText(kind, value)];
  });
  const pixels = valuesOf('pixels').map((value) => ofText('pixel', value));
  const proofs = valuesOf('proofs')
    .filter((value) => /^[\w-]{20,100}$/.test(value))
    .map((value) => ofText('proof', value));
  return [...accounts, ...pixels, ...proofs];
}

/** Tells whether an identifier stands for one that its writer forgot to fill in: `G-XXXXXXXXXX`. */
function isDummy(value: string): boolean {
  return /^(?:G|UA|GTM|AW|ca-pub)-(?:X{2,}.*|0+(?:-\d+)?|12345.*|([A-Z0-9])\1+)$/.test(value);
}

function ofText(kind: SharedKind, value: string): Shared {
  return { kind, value, query: quotedText(value), terms: [value] };
}

/** Everything of a domain that sites of the same owner may share, of each kind the first. */
export function sharedOf(
  details: Pick<DomainDetails, 'email' | 'phone_numbers' | 'registration_numbers'>,
  extracted: Readonly<Record<string, unknown>>,
): readonly Shared[] {
  const emails = details.email.map((value): Shared => ({
    kind: 'email',
    value,
    query: `email:${valueOf(value)}`,
    terms: [],
  }));
  const phones = details.phone_numbers
    .filter(({ number }) => number.replaceAll(/\D/g, '').length >= MIN_DIGITS)
    .map(({ number, written }): Shared => {
      // A link has the number, a text what people read.
      const terms = [...new Set([number, written.replace(/^tel:/i, '').trim()])].filter(
        (term) => term.length >= MIN_DIGITS,
      );
      return { kind: 'phone', value: number, query: `(${terms.map(quotedText).join(' OR ')})`, terms };
    });
  const numbers = details.registration_numbers
    .filter(({ number }) => number.length >= MIN_DIGITS)
    .map(({ number }) => ofText('registration', number));
  const byKind = Map.groupBy(
    [...identifiersIn(extracted), ...phones, ...numbers, ...emails],
    ({ kind }) => kind,
  );
  return [...byKind.values()].flatMap((some) =>
    some.filter(({ value }, at) => some.findIndex((one) => one.value === value) === at).slice(0, MAX_OF_KIND),
  );
}

/** A query for the sites that share any of it with a domain. */
export function relatedQuery(shared: readonly Shared[], domain: string): string {
  const any = shared.map(({ query }) => query).join(' OR ');
  return `${shared.length === 1 ? any : `(${any})`} -site:${domain}`;
}

export interface RelatedSite {
  readonly domain: string;
  readonly reasons: readonly Shared[];
}

/** The sites with what they share; those that share most come first. */
export function relatedSites(
  found: readonly Pick<FoundDomain, 'domain' | 'email' | 'matches'>[],
  shared: readonly Shared[],
  alike: readonly { readonly domain: string; readonly icon: Shared }[],
): readonly RelatedSite[] {
  const reasons = new Map<string, readonly Shared[]>();
  for (const { domain, email, matches = [] } of found) {
    const terms = new Set(matches.map(({ term }) => term.toLowerCase()));
    const own = new Set(email);
    reasons.set(
      domain,
      shared.filter((one) =>
        one.kind === 'email' ? own.has(one.value) : one.terms.some((term) => terms.has(term.toLowerCase())),
      ),
    );
  }
  for (const { domain, icon } of alike) reasons.set(domain, [...(reasons.get(domain) ?? []), icon]);
  return [...reasons]
    .flatMap(([domain, why]) => (why.length === 0 ? [] : [{ domain, reasons: why }]))
    .sort((a, b) => b.reasons.length - a.reasons.length);
}

/** The icon of a site as something to share. @param hash mmh3 */
export function sharedIcon(hash: number): Shared {
  return { kind: 'icon', value: String(hash), query: `icon:${hash}`, terms: [] };
}
