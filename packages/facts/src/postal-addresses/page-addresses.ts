// Postal addresses of a page: those that its structured data states, then those in its text.
import { copied, foldWhiteSpace, type VisibleText } from '@sitegrep/html';
import { type PostalAddress, uniqueAddresses } from '@sitegrep/site';
import { countryNamed } from '../countries/countries.ts';
import type { StatedAddress } from '../contacts/contacts.ts';
import type { SiteOwner } from '../ownership/site-owner.ts';
import { standingOf } from '../ownership/standing.ts';
import type { Zones } from '../ownership/zones.ts';
import type { FoundAddress } from './address.ts';
import { readAddresses } from './read-addresses.ts';

const MAX_ADDRESSES = 20;
const MAX_TEXT = 300;

/**
 * Addresses of the owner of a page in its text, in the order of the text.
 *
 * @param home as in `readAddresses`
 */
export function ownAddresses(
  visible: VisibleText,
  owner: SiteOwner,
  around: Zones,
  home: string | null,
): readonly FoundAddress[] {
  return readAddresses(visible.lines, home).filter(({ at }) => {
    const standing = standingOf(around.of(visible.elementAt(at)), owner);
    return standing === 'owner' || (standing !== 'others' && owner.pageKind === 'home');
  });
}

/**
 * Postal addresses of the owner of a page, unique, at most 20.
 *
 * @param inText those in its text
 * @param home country of addresses whose form several countries share; null if it is not known
 */
export function pageAddresses(
  stated: readonly StatedAddress[],
  inText: readonly FoundAddress[],
  home: string | null,
): readonly PostalAddress[] {
  return uniqueAddresses(
    [
      ...stated.flatMap((address) => statedAddress(address, home) ?? []),
      ...inText.map(({ at: _at, end: _end, ...address }) => ({
        ...address,
        text: address.text.slice(0, MAX_TEXT),
        source: 'text' as const,
      })),
    ],
    MAX_ADDRESSES,
  );
}

/** An address of structured data; null if it names neither a street nor a city. */
function statedAddress(stated: StatedAddress, home: string | null): PostalAddress | null {
  const [street, postcode, city, region] = [stated.street, stated.postcode, stated.city, stated.region].map(
    valueOf,
  );
  const country = stated.country === undefined ? null : countryNamed(stated.country);
  const written = valueOf(stated.text);
  if (written !== null) {
    const [read] = readAddresses(written, home);
    if (read === undefined) return null;
    const { at: _at, end: _end, ...address } = read;
    return { ...address, text: cut(written), country: address.country ?? country, source: 'structured_data' };
  }
  if (street == null || (city == null && postcode == null) || isPlaceholder(street)) return null;
  const town = [postcode, city].filter((part) => part != null).join(' ');
  const text = [street, town, region, valueOf(stated.country)].filter((part) => part != null).join(', ');
  return {
    text: cut(text),
    street,
    postcode: postcode ?? null,
    city: city ?? null,
    region: region ?? null,
    country,
    source: 'structured_data',
  };
}

/** Whether a street is one of a template: `123 Main Street`. */
function isPlaceholder(street: string): boolean {
  return /^(?:your |123 (?:main|fake|any|example|street) |street address|musterstr|address)/i.test(street);
}

function valueOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  const folded = foldWhiteSpace(text.replaceAll(/<[^<>]{1,20}>/g, ' ')).replace(/^[\s,]+|[\s,]+$/g, '');
  return folded === '' || /^(?:null|undefined|n\/a|-+)$/i.test(folded) ? null : copied(folded);
}

function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : copied(text.slice(0, MAX_TEXT).toWellFormed());
}
