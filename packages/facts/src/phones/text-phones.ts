// Finds phone numbers in visible text: beside a word that announces one, or in a form that only phone numbers have.
import { foldWhiteSpace, LINE_END, type VisibleText } from '@sitegrep/html';
import type { PhoneKind } from '@sitegrep/site';
import { announcesOther, CUE_AFTER, CUE_BEFORE, isOfConference, isOwnWords, phoneCue } from './phone-cues.ts';
import { countryNamed } from '../countries/countries.ts';
import type { FoundAddress } from '../postal-addresses/address.ts';
import type { SiteOwner } from '../ownership/site-owner.ts';
import { isInProse, standingInText } from '../ownership/standing.ts';
import type { Zones } from '../ownership/zones.ts';
import { vanityPhones } from './vanity-phones.ts';

/** A number as it is written. */
export interface WrittenPhone {
  readonly text: string;
  /** The number with the words that stand for its digits; absent if it has none. */
  readonly inWords?: string;
  /** Offset in the lines. */
  readonly at: number;
  readonly kind: PhoneKind;
  /** Whether a word says that it is a phone number, so that a number without a calling code can be read. */
  readonly isAnnounced: boolean;
  /** Whether it continues a list of numbers, so that it can be the end of the one before it. */
  readonly follows: boolean;
  /** Country of the address that it is written after; null if there is none. */
  readonly countryBefore: string | null;
}

/** Maximum digit groups that are looked at, and numbers that are returned. */
const MAX_CANDIDATES = 1_500;
const MAX_PHONES = 100;
/** Maximum characters between an address and its numbers. */
const MAX_GAP = 45;

/** Seven digits and more, with the signs that are written between those of a phone number. */
const CANDIDATE =
  /(?:\+[^\S\u2028]?|\([^\S\u2028]?\+?|（)?\d(?:[^\S\u2028]?[-–‐‑−—()./（）][^\S\u2028]?[()]?|[^\S\u2028]{1,2}|\)[^\S\u2028]?-[^\S\u2028]?)?(?:\d(?:[^\S\u2028]?[-–‐‑−—()./（）][^\S\u2028]?[()]?|[^\S\u2028]{1,2}|\)[^\S\u2028]?\n[^\S\u2028]{0,12})?){4,20}\d/g;

/** Forms that only phone numbers have: a calling code with its plus, and the groups of North America and Russia. */
const UNAMBIGUOUS =
  /^\(?\+\s?\d|^\(?(?:1[\s.-]?)?(?:\([2-9]\d\d\)\s?[2-9]\d\d[\s.-]?\d{4}|[2-9]\d\d([.-])[2-9]\d\d\1\d{4})$|^(?:8[\s-]?)?\(\d{3,5}\)\s?\d{1,3}-\d\d-\d\d$/;

/** A trunk prefix and several groups: `020 7946 0000`, `(0341) 25 18`. */
const NATIONAL =
  /^\(?0(?:\d{1,5}|\d?(?: \d\d){1,2})\)?(?:[\s/]|\s?[-–]\s?)\(?\d|^\(0\d{1,4}\)\d|^400-\d{2,4}-\d{3,5}$/;

/** Dates, times, ranges of years, IP addresses, decimal numbers. */
const NO_PHONE =
  /^(?:(?:19|20)\d\d[-–./\s]{1,3}(?:19|20)\d\d|(?:19|20)\d\d[-./]\d{1,2}[-./]\d{1,2}(?:\D.*)?|\d{1,2}[-./]\d{1,2}[-./](?:19|20)?\d\d(?:\s.*)?|\d{1,3}(?:\.\d{3}){2,}|\d{1,3}(?:\.\d{1,3}){3}|\d{1,2}[.:]\d\d\s?[-–]\s?\d{1,2}[.:]\d\d|\d{1,3}(?: \d{3})*[.,]\d\d|\d{5}[-–]\d{4})$/;

/** Separators between two numbers of which the first is announced. */
const LIST_GAP = /^[\s,;/|&+]*(?:(?:or|and|oder|und|ou|et|o|e|y|eller|of|en|или|и|lub)\s*)?(?:\(\s*)?$/iu;

/**
 * Phone numbers in the text of a page, in the order of the text, then those with words for digits.
 *
 * @param addresses addresses of the owner in the text, in its order
 */
export function textPhones(
  visible: VisibleText,
  addresses: readonly FoundAddress[],
  owner: SiteOwner,
  around: Zones,
): readonly WrittenPhone[] {
  const { lines } = visible;
  const found: WrittenPhone[] = [];
  const ends = addresses.flatMap(({ end, country }) => (country === null ? [] : [{ end, country }]));
  let last: Neighbour | null = null;
  /** End of the last number by which one joins a meeting; a list of them goes on after it. */
  let meeting = Number.NEGATIVE_INFINITY;
  /** End of the address that a number follows, or of the number after it. */
  let block: { readonly end: number; readonly country: string } | null = null;
  for (const { text, at } of candidatesIn(lines)) {
    const end = at + text.length;
    while (ends[0] !== undefined && ends[0].end <= at) block = ends.shift() ?? null;
    const countryBefore: string | null = block !== null && at - block.end <= MAX_GAP ? block.country : null;
    const isBeside: boolean = last !== null && lines.slice(last.end, at) === '/';
    const phone: WrittenPhone | null =
      !isBeside && isWithinWord(lines, at, end) ? null : phoneAt(lines, text, at, last, countryBefore);
    const isListed = last !== null && isListGap(lines, last.end, at);
    last = null;
    if (phone !== null && (isOfMeeting(lines, at, end) || isListGap(lines, meeting, at))) {
      meeting = end;
      continue;
    }
    if (phone === null || !isOwners(visible, phone, end, isListed, owner, around)) continue;
    if (countryBefore !== null) block = { end, country: countryBefore };
    last = { end, phone };
    if (found.push(phone) === MAX_PHONES) break;
  }
  for (const { text, at, end } of vanityPhones(lines)) {
    const isAnnounced = phoneCue(lines.slice(Math.max(0, at - CUE_BEFORE), at), '')?.isStrong === true;
    const phone: WrittenPhone = { ...BARE, text, inWords: lines.slice(at, end), at, isAnnounced };
    if (found.length < MAX_PHONES && isOwners(visible, phone, end, false, owner, around)) found.push(phone);
  }
  return found;
}

/** Maximum characters between two numbers of a list. */
const MAX_LIST_GAP = 12;

/** Tells whether a number goes on with a list in which another one ends at `from`. */
function isListGap(lines: string, from: number, at: number): boolean {
  return at - from <= MAX_LIST_GAP && LIST_GAP.test(lines.slice(from, at));
}

function isOfMeeting(lines: string, at: number, end: number): boolean {
  return isOfConference(lines.slice(Math.max(0, at - CUE_BEFORE), at), lines.slice(end, end + CUE_AFTER));
}

/** Tells whether a number is one of the owner of the page. @param isListed whether it continues a list of the owner's */
function isOwners(
  visible: VisibleText,
  { at, isAnnounced }: WrittenPhone,
  end: number,
  isListed: boolean,
  owner: SiteOwner,
  around: Zones,
): boolean {
  const { lines } = visible;
  const standing = standingInText(visible, at, end, around, owner);
  if (standing === 'others') return false;
  const before = lines.slice(Math.max(0, at - CUE_BEFORE), at);
  const after = lines.slice(end, end + CUE_AFTER);
  if (standing === 'owner' || isListed || isOwnWords(before, after)) return true;
  const isProse = isInProse(lines, at, end);
  if (owner.pageKind === 'home') return standing === 'plain' || !isProse;
  return standing === 'plain' && ((isAnnounced && !isProse) || isAlone(lines, at, end));
}

/** The number before another one. */
interface Neighbour {
  readonly end: number;
  readonly phone: WrittenPhone;
}

/** Groups of digits, in the order of a text. */
function* candidatesIn(lines: string): Generator<{ readonly text: string; readonly at: number }> {
  CANDIDATE.lastIndex = 0;
  for (let count = 0; count < MAX_CANDIDATES; count++) {
    const match = CANDIDATE.exec(lines);
    if (match === null) return;
    // A bracket after enough digits begins another number, and so does a slash before enough.
    const cut =
      /^(?:\D*\d){7,}?(?=\s\((?!0\))|\s?\/\s?\(?\+?\d{6}|\s0\d{2,4}\s?-\s?\d)/.exec(match[0])?.[0] ??
      match[0];
    CANDIDATE.lastIndex = match.index + cut.length;
    yield { text: cut, at: match.index };
  }
}

function phoneAt(
  lines: string,
  text: string,
  at: number,
  last: Neighbour | null,
  countryBefore: string | null,
): WrittenPhone | null {
  if (NO_PHONE.test(text.trim())) return null;
  const end = at + text.length;
  const after = lines.slice(end, end + CUE_AFTER);
  const gap = last === null ? null : lines.slice(last.end, at);
  if (last !== null && gap !== null && isListGap(lines, last.end, at) && !gap.includes(LINE_END)) {
    const kind = phoneCue('', after)?.kind ?? last.phone.kind;
    return { text, at, kind, isAnnounced: true, follows: true, countryBefore };
  }
  const before = lines.slice(Math.max(0, at - CUE_BEFORE), at);
  const country = countryLabel(before);
  if (country !== null) return { ...BARE, text, at, isAnnounced: true, countryBefore: country };
  const phone = announced(text, before, after);
  if (phone !== null) {
    // `Tel. 0832-222 4202, Fax 222 5622`: the second one leaves out what both begin with.
    const follows = phone.isAnnounced && gap !== null && gap.length <= MAX_GAP && !gap.includes(LINE_END);
    return { ...phone, at, follows, countryBefore };
  }
  if (countryBefore === null || announcesOther(before)) return null;
  return { ...BARE, text, at, countryBefore };
}

/** A name and a colon at the end of a text: `USA: `. */
const NAME_AND_COLON = /(?:^|[^\p{L}])(\p{Lu}[\p{L}. ]{1,20}?)\s?:\s?$/u;

/** The country that a label before a number names; null if there is none. */
function countryLabel(before: string): string | null {
  const name = NAME_AND_COLON.exec(before)?.[1];
  return name === undefined || (name.length === 2 && name !== 'UK' && name !== 'US')
    ? null
    : countryNamed(name);
}

/** A number that nothing is said about. */
const BARE = { kind: 'phone', isAnnounced: false, follows: false, countryBefore: null } as const;

function announced(
  written: string,
  before: string,
  after: string,
): Pick<WrittenPhone, 'text' | 'kind' | 'isAnnounced'> | null {
  const text = foldWhiteSpace(written);
  const cue = phoneCue(before, after);
  if (cue !== null && (cue.isStrong || UNAMBIGUOUS.test(text) || NATIONAL.test(text)))
    return { text, kind: cue.kind, isAnnounced: cue.isStrong };
  if (!UNAMBIGUOUS.test(text) || announcesOther(before)) return null;
  return { text, kind: 'phone', isAnnounced: false };
}

/** Whether a number is a line of its own. */
function isAlone(lines: string, start: number, end: number): boolean {
  return lines[start - 1] === LINE_END && (lines[end] ?? LINE_END) === LINE_END;
}

/** Whether digits belong to a word, an address of the web, or a longer number. */
function isWithinWord(lines: string, start: number, end: number): boolean {
  return (
    /[\p{Script=Latin}\p{Script=Cyrillic}\p{N}_@=&%$€£¥+,#]$/u.test(lines[start - 1] ?? '') ||
    /^[\p{Script=Latin}_@%€$£]/u.test(lines[end] ?? '') ||
    /^(?:[.,:-]\d|\/\d{1,5}(?!\d))/.test(lines.slice(end, end + 7)) ||
    /[\p{L}\d][/-]$/u.test(lines.slice(Math.max(0, start - 2), start))
  );
}
