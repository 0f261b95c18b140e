// Postal addresses of a page: those that its structured data states, then those in its text.
import { copied, foldWhiteSpace, type VisibleText } from '@sitegrep/html';
import { type PostalAddress, uniqueAddresses } from '@sitegrep/site';
import { countryNamed } from '../countries/countries.ts';
import type { StatedAddress } from '../contacts/contacts.ts';
import type { SiteOwner } from '../ownership/site-owner.ts';
import { standingInText } from '../ownership/standing.ts';
import { BY_US } from '../ownership/words.ts';
import { ZONES, type Zones } from '../ownership/zones.ts';
import type { FoundAddress } from './address.ts';
import { readAddresses } from './read-addresses.ts';

const MAX_ADDRESSES = 20;
const MAX_TEXT = 300;

/** Maximum addresses in the body of a page that is not about its owner; a list of firms has more. */
const MAX_IN_BODY = 4;

/**
 * Addresses of the owner of a page in its text, in the order of the text.
 *
 * @param isReport whether the page reports on another party, so that only its head and foot are about the owner
 * @param home as in `readAddresses`
 */
export function ownAddresses(
  visible: VisibleText,
  owner: SiteOwner,
  around: Zones,
  isReport: boolean,
  home: string | null,
): readonly FoundAddress[] {
  const inBody = new Set<string>();
  const own = readAddresses(visible.lines, home).filter((address) => {
    if (!isOwners(address, visible, owner, around)) return false;
    if (isInBody(address, visible, around)) inBody.add(address.text);
    return true;
  });
  const isList = isReport || (owner.pageKind === 'other' && inBody.size > MAX_IN_BODY);
  return isList ? own.filter((address) => !isInBody(address, visible, around)) : own;
}

function isInBody({ at }: FoundAddress, visible: VisibleText, around: Zones): boolean {
  return (around.of(visible.elementAt(at)) & ZONES.ends) === 0;
}

function isOwners({ at, end }: FoundAddress, visible: VisibleText, owner: SiteOwner, around: Zones): boolean {
  const standing = standingInText(visible, at, end, around, owner);
  if (standing === 'others' || standing === 'owner') return standing === 'owner';
  if (owner.pageKind === 'home') return true;
  const before = visible.lines.slice(Math.max(0, at - BEFORE), at);
  return BY_US.test(before) || (standing === 'plain' && ANNOUNCED.test(before));
}

/** Characters before an address in which words announce it. */
const BEFORE = 120;
/** Words that announce an address of the owner, and names of the owner after them. */
const ANNOUNCED =
  /(?<![\p{L}])(?:contact (?:info(?:rmation)?|details|us)|(?:mailing|postal|street|office|our) address|address|(?:head|main|our|registered|principal) office|headquarters?|visit us|our location|find us|anschrift|adresse|adres|indirizzo|dirección|endereço|адрес(?: редакции)?|sede legale|siège social|所在地|住所)(?![\p{L}])[^.!?]{0,90}$/iu;

/**
 * Postal addresses of the owner of a page, unique, at most 20.
 *
 * @param inText those in its text
 * @param home country of addresses whose form several countries share; null if it is not known
 */
export function pageAddresses(
  stated: readonly StatedAddress[],
  inText: readonly FoundAddress[],
  owner: SiteOwner,
  home: string | null,
): readonly PostalAddress[] {
  const marked = uniqueAddresses(
    stated.flatMap((address) => statedAddress(address, home) ?? []),
    MAX_ADDRESSES,
  );
  return uniqueAddresses(
    [
      ...(owner.pageKind === 'other' && marked.length > MAX_IN_BODY ? [] : marked),
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
