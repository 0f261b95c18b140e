import { isJsonLdObject } from '@sitegrep/html';
import { type OpeningHours, WEEKDAYS, type Weekday } from '@sitegrep/site';
import type { MarkedUpProperty } from '../site-facts/marked-up-properties.ts';
import { listOf, type OwnerThing } from '../site-facts/owner-things.ts';
import { asWritten } from '../site-facts/stated.ts';
import { localName } from '../ownership/parties.ts';

const MAX_HOURS = 50;

const DAYS: ReadonlyMap<string, Weekday> = new Map(
  WEEKDAYS.flatMap((day): [string, Weekday][] =>
    day === 'public_holidays'
      ? [
          ['ph', day],
          ['publicholidays', day],
        ]
      : [2, 3, day.length].map((length) => [day.slice(0, length), day]),
  ),
);
const WEEK = WEEKDAYS.slice(0, 7);

/**
 * The hours of a site's first place that has any: `openingHoursSpecification`, then `openingHours`, of JSON-LD, then of
 * microdata. Hours of one date only, such as those of a holiday, are left out.
 */
export function openingHours(
  things: readonly OwnerThing[],
  markedUp: readonly MarkedUpProperty[],
): readonly OpeningHours[] {
  for (const { properties } of things) {
    const specified = listOf(properties['openingHoursSpecification']).flatMap(ofSpecification);
    const hours =
      specified.length > 0
        ? specified
        : listOf(properties['openingHours']).flatMap((text) => ofText(text, 'json-ld'));
    if (hours.length > 0) return inOrder(hours);
  }
  const texts = markedUp.filter(({ name }) => name === 'openingHours');
  return inOrder(texts.flatMap(({ value }) => ofText(value, 'microdata')));
}

function inOrder(hours: readonly OpeningHours[]): readonly OpeningHours[] {
  const unique = new Map(hours.map((one) => [`${one.day} ${one.from} ${one.to}`, one]));
  return [...unique.values()]
    .toSorted((a, b) => WEEKDAYS.indexOf(a.day) - WEEKDAYS.indexOf(b.day) || (a.from < b.from ? -1 : 1))
    .slice(0, MAX_HOURS);
}

function ofSpecification(value: unknown): readonly OpeningHours[] {
  if (!isJsonLdObject(value)) return [];
  const from = timeOf(value['opens']);
  const to = timeOf(value['closes']);
  // Equal times mean that the place is closed, and a period that it is about some dates only.
  if (from === null || to === null || from === to) return [];
  const [start, end] = [value['validFrom'], value['validThrough']];
  if (typeof start === 'string' && typeof end === 'string' && start.slice(0, 7) === end.slice(0, 7))
    return [];
  const days = listOf(value['dayOfWeek']).flatMap((day) =>
    daysOf(isJsonLdObject(day) ? (day['name'] ?? day['@id']) : day),
  );
  return (days.length === 0 ? WEEK : days).map((day) => ({
    day,
    from,
    to,
    source: 'json-ld',
    written: asWritten(
      JSON.stringify({ dayOfWeek: value['dayOfWeek'], opens: value['opens'], closes: value['closes'] }),
    ),
  }));
}

/** A day by its name or address, or a range or list of them. */
function daysOf(value: unknown): readonly Weekday[] {
  if (typeof value !== 'string' || value.length > 200) return [];
  return value.split(',').flatMap((part) => {
    const [first, last] = part.split(/[-–]/).map((day) => dayOf(day));
    if (first == null) return [];
    return last == null ? [first] : rangeOf(first, last);
  });
}

function dayOf(text: string): Weekday | null {
  return DAYS.get(localName(text.trim()).toLowerCase()) ?? null;
}

/** The days from one to another, which may be in the next week. */
function rangeOf(first: Weekday, last: Weekday): readonly Weekday[] {
  const [start, end] = [WEEK.indexOf(first), WEEK.indexOf(last)];
  if (start === -1 || end === -1) return [first, last];
  return start <= end ? WEEK.slice(start, end + 1) : [...WEEK.slice(start), ...WEEK.slice(0, end + 1)];
}

const TIME_FORM = String.raw`\d{1,2}(?:[:.]?\d{2}){0,2}(?:\s*[ap]\.?m\.?)?`;
/** A range of times, or a day, or a range of days; other words end a list of days. */
const TOKEN = new RegExp(
  String.raw`(?<from>${TIME_FORM})\s*(?:[-–—]|to|bis)\s*(?<to>${TIME_FORM})|(?<first>[A-Za-z]{2,})(?:\.?\s*(?:[-–—]|\bto\b|\bbis\b)\s*(?<last>[A-Za-z]{2,}))?`,
  'gi',
);

/** The hours of a text: `Mo-Fr 09:00-12:00,13:00-18:00`, `Mo,Tu 9am-5pm, Sa 10:00-14:00`, `Mo-Su`. */
function ofText(value: unknown, source: string): readonly OpeningHours[] {
  if (typeof value !== 'string' || value.length > 500) return [];
  const hours: OpeningHours[] = [];
  let days: readonly Weekday[] = [];
  let hasTimes = false;
  let hasOtherWords = false;
  const add = (from: string | null, to: string | null): void => {
    if (from === null || to === null || from === to) return;
    const some = days.length === 0 && !hasOtherWords ? WEEK : days;
    hours.push(...some.map((day) => ({ day, from, to, source, written: asWritten(value) })));
  };
  for (const { groups } of value.matchAll(TOKEN)) {
    if (groups?.['from'] !== undefined) {
      hasTimes = true;
      add(timeOf(groups['from']), timeOf(groups['to']));
      continue;
    }
    const [first, last] = [dayOf(groups?.['first'] ?? ''), dayOf(groups?.['last'] ?? '')];
    if (hasTimes || first === null) days = [];
    hasTimes = false;
    hasOtherWords ||= first === null;
    if (first !== null) days = [...days, ...(last === null ? [first] : rangeOf(first, last))];
  }
  // Days alone mean the whole day.
  if (days.length > 0 && hours.length === 0 && !hasOtherWords && !/\d/.test(value)) add('00:00', '24:00');
  return hours;
}

const TIME = /^T?(\d{1,2})(?:[:.]?(\d{2}))?(?:[:.]\d{2})?(?:Z|[+-]\d{2}:?\d{2})?\s*(?:([ap])\.?m\.?)?$/i;

/** `HH:MM` of a time: `9`, `09:00`, `9:00 PM`, `21:00:00+01:00`, `2026-01-01T09:00`; null if it is none. */
function timeOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const found = TIME.exec(value.trim().replace(/^\d{4}-\d{2}-\d{2}[T ]/, ''));
  if (found === null) return null;
  const [, written = '', minutes = '00', half] = found;
  const hour =
    half === undefined ? Number(written) : (Number(written) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (hour > 24 || Number(minutes) > 59 || (hour === 24 && minutes !== '00')) return null;
  return `${String(hour).padStart(2, '0')}:${minutes}`;
}
