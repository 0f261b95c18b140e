// Which addresses of a page are those of the site's owner: not those of people who comment, of firms that an article or a
// list names, or of who made the site.
import type { EmailAddress } from '@sitegrep/site';
import type { EmailSighting } from './emails.ts';
import { isMailProvider } from './mail-providers.ts';
import type { SiteOwner } from '../ownership/site-owner.ts';
import { BY_US, CREDITED, EXAMPLE, OFFERED, THEIRS } from '../ownership/words.ts';
import { ZONES, type Zones } from '../ownership/zones.ts';
import { PLATFORM_NAMES } from '../profiles/platform-accounts.ts';

/** Number of other domains in one page from which on the page is a list of other parties. */
const MIN_LISTED = 7;

/**
 * Addresses that belong to the owner of the site, each as it is written where it first is one of the owner.
 *
 * @param sightings places of each address
 */
export function ownEmails(
  sightings: ReadonlyMap<string, readonly EmailSighting[]>,
  owner: SiteOwner,
  around: Zones,
): EmailAddress[] {
  const listed = owner.pageKind === 'owner' ? NO_LIST : listOfOthers(sightings, owner, around);
  return [...sightings].flatMap(([email, all]) => {
    const own = ownSighting(email, all, listed, owner, around);
    return own === undefined ? [] : [{ email, source: own.source, written: own.written }];
  });
}

/** The first place that shows an address as one of the owner; undefined if there is none. */
function ownSighting(
  email: string,
  sightings: readonly EmailSighting[],
  listed: ListOfOthers,
  owner: SiteOwner,
  around: Zones,
): EmailSighting | undefined {
  const domain = domainOf(email);
  const isFree = isMailProvider(domain);
  // At the site of a mail provider the addresses of its users stand, too.
  if (owner.owns(domain) && !isFree) return sightings[0];
  if (owner.resembles(email.slice(0, email.lastIndexOf('@'))))
    return sightings.find(({ tag }) => (around.of(tag) & OTHERS) === 0);
  if (PLATFORM_NAMES.has(domain.split('.').at(-2) ?? '') && !owner.owns(domain)) return undefined;
  return sightings.find((sighting) => isOwnZone(sighting, isFree, listed, owner, around));
}

function isOwnZone(
  { tag, before }: EmailSighting,
  isFree: boolean,
  listed: ListOfOthers,
  owner: SiteOwner,
  around: Zones,
): boolean {
  const zones = around.of(tag);
  if ((zones & OTHERS) !== 0 || CREDITED.test(before) || EXAMPLE.test(before)) return false;
  if (owner.pageKind === 'owner') return true;
  // Who writes for a site has an address of its company, or is somebody else.
  if ((zones & ZONES.author) !== 0) return !isFree || BY_US.test(before);
  const isTold =
    (zones & (ZONES.quotation | ZONES.caption)) !== 0 ||
    ((zones & ZONES.article) !== 0 && (zones & ZONES.page) === 0);
  if (isTold) return (isFree ? OFFERED : BY_US).test(before);
  if ((zones & ZONES.frame) === 0 && THEIRS.test(before)) return false;
  return isFree || !((zones & ZONES.frame) === 0 ? listed.inText : listed.inFrame);
}

/** Parts of a page whose addresses are of others, whatever the words around them are. */
const OTHERS = ZONES.comment | ZONES.code | ZONES.others;

/** Whether a page lists other parties: outside of what seems to be its frame, and there. */
interface ListOfOthers {
  readonly inText: boolean;
  readonly inFrame: boolean;
}

const NO_LIST: ListOfOthers = { inText: false, inFrame: false };

function listOfOthers(
  sightings: ReadonlyMap<string, readonly EmailSighting[]>,
  owner: SiteOwner,
  around: Zones,
): ListOfOthers {
  const inText = new Set<string>();
  const inFrame = new Set<string>();
  for (const [email, zones] of sightings) {
    const domain = domainOf(email);
    if (owner.owns(domain) || isMailProvider(domain)) continue;
    for (const { tag } of zones) ((around.of(tag) & ZONES.frame) === 0 ? inText : inFrame).add(domain);
  }
  return { inText: inText.size >= MIN_LISTED, inFrame: inFrame.size >= MIN_LISTED };
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}
