// Which addresses of a page are those of the site's owner: not those of people who comment, of firms that an article or a
// list names, or of who made the site.
import type { EmailSighting } from './emails.ts';
import { isMailProvider } from './mail-providers.ts';
import type { SiteOwner } from './site-owner.ts';
import { PLATFORM_NAMES } from './social-networks.ts';
import { ZONES, type Zones } from './zones.ts';

/** Number of other domains in one page's own text from which on the page is a list of other parties. */
const MIN_LISTED = 7;

/** Text before an address by which the owner offers it. */
const BY_US =
  /(?:^|[^\p{L}])(?:me|us|our|my|uns|mir|nous|nos|moi|ons|mij|oss|noi|nosotros|nós|nas|нам|нас|мне)(?![\p{L}])[^@.!?¦]{0,40}$/iu;
/** The same, or a text that announces an address. */
const OFFERED =
  /(?:^|[^\p{L}])(?:me|us|our|my|uns|mir|nous|nos|moi|ons|mij|oss|noi|nosotros|nós|nas|нам|нас|мне)(?![\p{L}])[^@.!?¦]{0,40}$|(?:e-?mail(?:adres\w*)?|mailto|courriel|correo|kontakt|contact[oa]?|почт[аы]|редакци[яи]|tips|letters|邮箱|郵箱|信箱|メール)[^@.!?¦]{0,40}$/iu;
/** Text before an address that credits the maker of the site. */
const CREDITED =
  /(?:\b(?:web ?-?sites?|site|web ?-?design|design(?:ed)?|webmaster(?:ing)?|powered|developed|hosted|built|created) by|\bweb ?-?design|projekt i wykonanie|wykonanie|realizacja|realizzazione|réalisation|conception|diseño web|desarrollo web|umsetzung|webdesign|разработка(?: сайта)?|создание сайтов?)\W{0,4}$/iu;

/**
 * Addresses that belong to the owner of the site.
 *
 * @param sightings places of each address; none for addresses that are put together from the whole text
 */
export function ownEmails(
  sightings: ReadonlyMap<string, readonly EmailSighting[]>,
  owner: SiteOwner,
  around: Zones,
): string[] {
  const isList = !owner.isOwnerPage && isListOfOthers(sightings, owner, around);
  return [...sightings].flatMap(([email, zones]) => {
    const domain = domainOf(email);
    if (owner.owns(domain) || owner.resembles(email.slice(0, email.lastIndexOf('@')))) return [email];
    if (PLATFORM_NAMES.has(domain.replace(/\..*$/, ''))) return [];
    if (zones.length === 0) return [email];
    const isFree = isMailProvider(domain);
    return zones.some((zone) => isOwnZone(zone, isFree, isList, owner, around)) ? [email] : [];
  });
}

function isOwnZone(
  { tag, before }: EmailSighting,
  isFree: boolean,
  isList: boolean,
  owner: SiteOwner,
  around: Zones,
): boolean {
  const zones = around.of(tag);
  if ((zones & (ZONES.comment | ZONES.code | ZONES.others)) !== 0 || CREDITED.test(before)) return false;
  if (owner.isOwnerPage) return true;
  // Who writes for a site has an address of its company, or is somebody else.
  if ((zones & ZONES.author) !== 0) return !isFree || BY_US.test(before);
  const isTold =
    (zones & ZONES.quotation) !== 0 || ((zones & ZONES.article) !== 0 && (zones & ZONES.page) === 0);
  if (isTold) return (isFree ? OFFERED : BY_US).test(before);
  return !isList || isFree || (zones & ZONES.frame) !== 0;
}

function isListOfOthers(
  sightings: ReadonlyMap<string, readonly EmailSighting[]>,
  owner: SiteOwner,
  around: Zones,
): boolean {
  const domains = new Set<string>();
  for (const [email, zones] of sightings) {
    const domain = domainOf(email);
    if (owner.owns(domain) || isMailProvider(domain)) continue;
    if (zones.some(({ tag }) => (around.of(tag) & ZONES.frame) === 0)) domains.add(domain);
  }
  return domains.size >= MIN_LISTED;
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}
