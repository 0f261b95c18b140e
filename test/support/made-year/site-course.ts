// What happens to a site: which markers it has from when to when, when its titles and texts change, when it is away or moves. It
// follows from the seed, the name of the site and the rates alone.
import { keyedRandom, type Random } from './keyed-random.ts';
import { type Marker, type MarkerKind, MARKERS } from './markers.ts';
import type { ChangeRates } from './rates.ts';
import { moments, type Span, type Spell } from './spells.ts';

/** A marker in one of its versions. */
export interface Placed {
  readonly marker: Marker;
  readonly version: number;
}

/** Markers of which a site has one at a time, or none. */
interface Slot {
  /** Number of the page that has it; null: all have it. */
  readonly page: number | null;
  readonly spells: readonly Spell<Placed | null>[];
}

interface PageCourse {
  /** Number of its title: 0 is that of the base page. */
  readonly titles: readonly Spell<number>[];
  /** Moments at which its text is edited, ascending. */
  readonly edits: readonly number[];
  readonly isNoisy: boolean;
}

export interface SiteCourse {
  readonly slots: readonly Slot[];
  readonly pages: readonly PageCourse[];
  /** Spans in which the site is gone; the last may have no end. */
  readonly gone: readonly Span[];
  /** Moment at which it moves to another domain; Infinity if it stays. */
  readonly movesAt: number;
  readonly alternates: boolean;
  /** Markers that its pages have no trace of by themselves. */
  readonly markers: readonly Marker[];
}

/** Slots of each kind, and the share of them that have a marker at first. */
const SLOTS: Readonly<Record<MarkerKind, readonly [slots: number, filled: number]>> = {
  tech: [4, 0.7],
  platform: [1, 0.7],
  host: [4, 0.9],
  email: [1, 0.6],
};
/** Rate, of `lostAYear`, at which markers of a kind go. */
const LOST: Readonly<Record<MarkerKind, keyof ChangeRates['lostAYear']>> = {
  tech: 'tech',
  platform: 'generator',
  host: 'host',
  email: 'email',
};
/** Share of markers that go for another one in the same moment. */
const REPLACED = 0.6;
/** Times a year that an empty slot is filled. */
const FILLED_A_YEAR = 4;
/** Versions that markers have at first, from 0 to below. */
const FIRST_VERSIONS = 12;
const DAYS_A_YEAR = 365.25;

export interface CourseOptions {
  readonly seed: string;
  readonly rates: ChangeRates;
  readonly span: Span;
  /** Number of its pages. */
  readonly pages: number;
  /** True if its pages have a text, in lower case, by themselves. */
  readonly hasTrace: (text: string) => boolean;
}

export function siteCourse(domain: string, options: CourseOptions): SiteCourse {
  const { seed, rates, span, pages, hasTrace } = options;
  const random = keyedRandom(seed, 'course', domain);
  const markers: Marker[] = [];
  const slots = Object.entries(SLOTS).flatMap(([key, [count, filled]]) => {
    const kind = key as MarkerKind;
    const usable = MARKERS[kind].filter(({ traces }) => !traces.some(hasTrace));
    markers.push(...usable);
    const shares = random.shuffled(usable);
    return Array.from({ length: count }, (_, number): Slot => {
      const own = shares.filter((__, at) => at % count === number);
      return { page: pageOf(random, pages), spells: spellsOf(random, own, rates, kind, span, filled) };
    });
  });
  return {
    slots,
    markers,
    pages: Array.from({ length: pages }, () => ({
      titles: [
        { from: -Infinity, value: 0 },
        ...moments(random, rates.lostAYear.title, span).map((from, at) => ({ from, value: at + 1 })),
      ],
      edits: moments(random, rates.editsAYear, span),
      isNoisy: random.chance(rates.noisyPages),
    })),
    gone: goneSpans(random, rates, span),
    movesAt: moments(random, rates.movedAYear, span)[0] ?? Infinity,
    alternates: random.chance(rates.alternatingSites),
  };
}

/** Most markers are on all pages or on the home page. */
function pageOf(random: Random, pages: number): number | null {
  const drawn = random.share();
  if (drawn < 0.6) return null;
  return drawn < 0.85 ? 0 : random.below(pages);
}

function spellsOf(
  random: Random,
  own: readonly Marker[],
  { lostAYear }: ChangeRates,
  kind: MarkerKind,
  span: Span,
  filled: number,
): Slot['spells'] {
  const spells: Spell<Placed | null>[] = [];
  let marker = own.length > 0 && random.chance(filled) ? random.one(own) : null;
  for (let from = span.from; ;) {
    const end = moments(random, marker === null ? FILLED_A_YEAR : lostAYear[LOST[kind]], {
      from,
      until: span.until,
    })[0];
    const first = spells.length === 0 ? -Infinity : from;
    spells.push(
      ...versionsOf(random, marker, lostAYear.tech_version, first, { from, until: end ?? span.until }),
    );
    if (end === undefined || own.length === 0) return spells;
    const others = own.filter((other) => other !== marker);
    const next = others.length > 0 ? random.one(others) : null;
    marker = marker === null || random.chance(REPLACED) ? next : null;
    from = end;
  }
}

/** The spells of a marker in its versions, which only rise. */
function versionsOf(
  random: Random,
  marker: Marker | null,
  aYear: number,
  first: number,
  span: Span,
): readonly Spell<Placed | null>[] {
  if (marker === null) return [{ from: first, value: null }];
  const least = marker.isVersioned ? random.below(FIRST_VERSIONS) : 0;
  const rises = marker.isVersioned ? moments(random, aYear, span) : [];
  return [first, ...rises].map((from, rise) => ({ from, value: { marker, version: least + rise } }));
}

function goneSpans(
  random: Random,
  { goneAYear, backShare, backDays }: ChangeRates,
  span: Span,
): readonly Span[] {
  const spans: Span[] = [];
  for (let from = span.from; ;) {
    const [gone] = moments(random, goneAYear, { from, until: span.until });
    if (gone === undefined) return spans;
    const back = random.chance(backShare)
      ? moments(random, DAYS_A_YEAR / backDays, { from: gone, until: span.until })[0]
      : undefined;
    spans.push({ from: gone, until: back ?? Infinity });
    if (back === undefined) return spans;
    from = back;
  }
}
