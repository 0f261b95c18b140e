// The one rule of ownership, for every kind of contact: a value is the owner's by where it stands.
//   zones.ts        the parts of a page, by elements and their names
//   site-owner.ts   names of the owner, and pages about the owner
//   words.ts        words around a value that give it to somebody
//   parties.ts      types and properties of structured data that are of other parties
import { LINE_END, type VisibleText } from '@sitegrep/html';
import type { SiteOwner } from './site-owner.ts';
import { OF_PARTY, OF_PARTY_AFTER, OF_SPONSOR, PARTY_REACH } from './words.ts';
import { TOLD, ZONES, type Zones } from './zones.ts';

/**
 * The standing of a value, by the part of the page that it is in.
 *
 * - `owner`: in head, foot, side bar, a block of contacts, or anywhere on a page about the owner.
 * - `plain`: in a part of the page that says nothing; a sign of its own has to tell whose it is.
 * - `told`: in an article or a caption, or beside an author. It counts only if the words before it offer it.
 * - `others`: in a comment, a quotation, an advertisement, source code, or an entry of a list: an event, a job, a listed or reviewed place, a
 *   sponsor. It never counts, whatever the words say.
 */
export type Standing = 'owner' | 'plain' | 'told' | 'others';

const OTHERS = ZONES.comment | ZONES.code | ZONES.others | ZONES.listing | ZONES.quotation;
const OWNERS = ZONES.frame | ZONES.contact | ZONES.ends;

/** @param zones bits of ZONES */
export function standingOf(zones: number, { pageKind, isPublicBody }: SiteOwner): Standing {
  // Offices and schools hold the events that their sites announce themselves.
  if ((zones & OTHERS) !== 0 || ((zones & ZONES.event) !== 0 && !isPublicBody)) return 'others';
  if (pageKind === 'owner' || (zones & OWNERS) !== 0) return 'owner';
  return (zones & TOLD) !== 0 && (zones & ZONES.page) === 0 ? 'told' : 'plain';
}

/** Characters at the start and end of the text of a page, where head and foot are. */
const HEAD = 500;
const FOOT = 900;
/** Characters after a value in which words give it to another party. */
const AFTER = 60;

/**
 * The standing of a value in the text of a page. Where no element says what a part of the page is, its first and last lines are
 * its head and foot; captions and broad words of classes say little there.
 *
 * @param start offset of the value in the lines
 * @param end offset of its end
 */
export function standingInText(
  { lines, elementAt }: VisibleText,
  start: number,
  end: number,
  around: Zones,
  owner: SiteOwner,
): Standing {
  const zones = around.of(elementAt(start));
  const standing = standingOf(zones, owner);
  if (standing === 'others') return standing;
  if (
    OF_PARTY.test(lines.slice(Math.max(0, start - PARTY_REACH), start)) ||
    OF_PARTY_AFTER.test(lines.slice(end, end + AFTER))
  )
    return 'others';
  const isEdge = start < HEAD || end > lines.length - FOOT;
  if (standing === 'owner' || !isEdge || isInProse(lines, start, end)) return standing;
  return (zones & TOLD & ~ZONES.caption) === 0 ? 'owner' : standing;
}

/** Minimum characters of a line that is a paragraph, which tells of others as often as of the owner. */
const PARAGRAPH = 180;

/** Tells whether a part of a text is in a paragraph, as opposed to a line of its own or a short one. */
export function isInProse(lines: string, start: number, end: number): boolean {
  const next = lines.indexOf(LINE_END, end);
  return (next === -1 ? lines.length : next) - lines.lastIndexOf(LINE_END, start) > PARAGRAPH;
}

/** Tells whether a number or a name of a register, at an offset of the lines, is one of another party: a sponsor, or an entry of a list. */
export function isRegisteredOther(
  { lines, elementAt }: VisibleText,
  at: number,
  around: Zones,
  owner: SiteOwner,
): boolean {
  if (standingOf(around.of(elementAt(at)), owner) === 'others') return true;
  return OF_SPONSOR.test(lines.slice(Math.max(0, at - PARTY_REACH), at));
}
