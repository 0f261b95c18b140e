// The one rule of ownership, for every kind of contact: a value is the owner's by where it stands.
//   zones.ts        the parts of a page, by elements and their names
//   site-owner.ts   names of the owner, and pages about the owner
//   words.ts        words around a value that give it to somebody
//   parties.ts      types and properties of structured data that are of other parties
import type { VisibleText } from '@sitegrep/html';
import type { SiteOwner } from './site-owner.ts';
import { OF_PARTY, OF_PARTY_AFTER, PARTY_REACH } from './words.ts';
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
export function standingOf(zones: number, { pageKind }: SiteOwner): Standing {
  if ((zones & OTHERS) !== 0) return 'others';
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
  if (standing === 'others' || (zones & ZONES.ends) !== 0) return standing;
  if (
    OF_PARTY.test(lines.slice(Math.max(0, start - PARTY_REACH), start)) ||
    OF_PARTY_AFTER.test(lines.slice(end, end + AFTER))
  )
    return 'others';
  if (standing === 'owner' || (start >= HEAD && end <= lines.length - FOOT)) return standing;
  const isTold = (zones & TOLD & ~ZONES.caption & ~ZONES.story) !== 0;
  return isTold || (zones & ZONES.story) !== 0 ? standing : 'owner';
}
