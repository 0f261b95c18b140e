// A history as a short text: of each label only that which differs from "shown by the home page at every visit" of a label of the
// stored document.
import type { History, PastVisit, Sighting } from './history.ts';
import type { KindedLabel } from './kinds.ts';
import { HOME, type VisitSource } from './visit.ts';

/** JSON of a history. */
interface HistoryText {
  /** Times of visits: the first in seconds since the epoch, then the seconds between two. */
  readonly at: readonly number[];
  /** Values of visits, each with the position of the first visit that has it; those after it have it, too. */
  readonly source: readonly Since<VisitSource>[];
  readonly facts: readonly Since<string>[];
  readonly pages: readonly Since<PastVisit['pages']>[];
  /** Sightings of labels by three numbers each: from, to, page. */
  readonly labels: Readonly<Record<KindedLabel, readonly number[]>>;
}

type Since<Value> = readonly [from: number, value: Value];

/** @param stored labels of the stored document, which `historyIn` has to be given again */
export function historyText({ visits, labels }: History, stored: Iterable<KindedLabel>): string {
  const text: HistoryText = {
    at: visits.map(({ at }, number) => at - (visits[number - 1]?.at ?? 0)),
    source: sinces(visits.map(({ source }) => source)),
    facts: sinces(visits.map(({ facts }) => facts)),
    pages: sinces(visits.map(({ pages }) => pages)),
    labels: Object.fromEntries(labelTexts({ visits, labels }, new Set(stored))),
  };
  return JSON.stringify(text);
}

function* labelTexts(
  { visits, labels }: History,
  stored: ReadonlySet<KindedLabel>,
): Iterable<readonly [KindedLabel, readonly number[]]> {
  const last = visits.length - 1;
  const isUsual = (sightings: readonly Sighting[]): boolean =>
    sightings.length === 1 &&
    sightings.every(({ from, to, page }) => from === 0 && to === last && page === HOME);
  for (const [label, sightings] of labels) {
    if (stored.has(label) && isUsual(sightings)) continue;
    yield [label, sightings.flatMap(({ from, to, page }) => [from, to, page])];
  }
  for (const label of stored) if (!labels.has(label)) yield [label, []];
}

/** The history that `historyText` gave a text of. @param stored labels of the document that was stored with it */
export function historyIn(text: string, stored: Iterable<KindedLabel>): History {
  // It was written by `historyText`; whoever keeps it sees that it is unchanged.
  const { at, source, facts, pages, labels } = JSON.parse(text) as HistoryText;
  const visits: PastVisit[] = [];
  const [sources, versions, looked] = [valuesOf(source), valuesOf(facts), valuesOf(pages)];
  for (const [number, gap] of at.entries()) {
    visits.push({
      at: (visits.at(-1)?.at ?? 0) + gap,
      source: sources(number) ?? 'crawl',
      facts: versions(number) ?? '',
      pages: looked(number) ?? [],
    });
  }
  const usual: readonly Sighting[] = [{ from: 0, to: visits.length - 1, page: HOME }];
  const found = new Map<KindedLabel, readonly Sighting[]>();
  for (const label of stored) if (!Object.hasOwn(labels, label)) found.set(label, usual);
  for (const [label, numbers] of Object.entries(labels)) {
    if (numbers.length > 0) found.set(label, sightingsIn(numbers));
  }
  return { visits, labels: found };
}

function sightingsIn(numbers: readonly number[]): readonly Sighting[] {
  return Array.from({ length: numbers.length / 3 }, (_, index): Sighting => {
    const [from = 0, to = 0, page = HOME] = numbers.slice(3 * index);
    return { from, to, page };
  });
}

function sinces<Value>(values: readonly Value[]): readonly Since<Value>[] {
  const found: Since<Value>[] = [];
  let last: string | null = null;
  for (const [number, value] of values.entries()) {
    const text = JSON.stringify(value);
    if (text !== last) found.push([number, value]);
    last = text;
  }
  return found;
}

/** Gives the value of a position; positions must be given in ascending order. */
function valuesOf<Value>(sinces: readonly Since<Value>[]): (number: number) => Value | undefined {
  let at = -1;
  return (number) => {
    while ((sinces[at + 1]?.[0] ?? Infinity) <= number) at++;
    return sinces[at]?.[1];
  };
}
