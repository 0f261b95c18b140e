// How pages change, from captures of one address under one title.
import { LABELS } from '@sitegrep/site';
import { median, rounded } from '../harness/figures.ts';
import type { Capture } from './captures.ts';

export interface PageChanges {
  /** Pairs of captures of one page that are at most 15 days apart, and the sites that they are of. */
  readonly pairs: number;
  readonly sites: number;
  /** Share of these pairs, the mean of sites, in which values differ that stand in the same line, whatever else differs. */
  readonly noisy: number;
  /** Values that differ in a pair that has any, and share of the characters in lines that an edit changed: medians. */
  readonly noiseValues: number;
  readonly editedShare: number;
  /** Share of pairs, the mean of sites, whose labels differ. */
  readonly otherLabels: number;
  /** Addresses below `/` with captures that lie apart, how many years in all, and in how many of them the title changed. */
  readonly titles: { readonly years: number; readonly changed: number; readonly aYear: number };
}

const DAY_MS = 24 * 3_600_000;
const YEAR_MS = 365.25 * DAY_MS;
const SOON_MS = 15 * DAY_MS;
/** Captures of one address and title from which on the title names a form rather than a page. */
const MANY = 4;
/** Share of common lines below which two captures are of different designs of a page. */
const ALIKE = 0.5;

export function pageChanges(captures: readonly Capture[]): PageChanges {
  const bySite = new Map<string, Difference[]>();
  for (const same of Map.groupBy(captures, ({ address, title }) => `${address}\0${title ?? ''}`).values()) {
    const [first, ...others] = same;
    if (first?.title == null || same.length >= MANY) continue;
    for (const other of others) {
      if (Math.abs((first.at ?? 0) - (other.at ?? 0)) > SOON_MS) continue;
      const difference = differenceOf(first, other);
      if (difference.common < ALIKE) continue;
      bySite.set(first.site, [...(bySite.get(first.site) ?? []), difference]);
    }
  }
  const sites = [...bySite.values()];
  const all = sites.flat();
  const share = (holds: (difference: Difference) => boolean): number =>
    rounded(
      sites.reduce((sum, some) => sum + some.filter(holds).length / some.length, 0) / sites.length,
      1_000,
    );
  return {
    pairs: all.length,
    sites: sites.length,
    noisy: share(({ values }) => values > 0),
    noiseValues: median(all.flatMap(({ values }) => (values === 0 ? [] : [values]))),
    editedShare: rounded(median(all.flatMap(({ edited }) => (edited === 0 ? [] : [edited]))), 1_000),
    otherLabels: share(({ labels }) => labels),
    titles: titleChanges(captures),
  };
}

interface Difference {
  /** Share of characters in lines that both have. */
  readonly common: number;
  /** Share of characters in lines that differ in more than values. */
  readonly edited: number;
  /** Values in lines that are the same but for them. */
  readonly values: number;
  readonly labels: boolean;
}

function differenceOf(a: Capture, b: Capture): Difference {
  const [ours, theirs] = [linesOf(a.source), linesOf(b.source)];
  const characters = sizeOf(ours) + sizeOf(theirs);
  const [oursAlone, theirsAlone] = [without(ours, theirs), without(theirs, ours)];
  const [oursEdited, theirsEdited] = [
    without(oursAlone, theirsAlone, masked),
    without(theirsAlone, oursAlone, masked),
  ];
  return {
    common: 1 - (sizeOf(oursAlone) + sizeOf(theirsAlone)) / characters,
    edited: (sizeOf(oursEdited) + sizeOf(theirsEdited)) / characters,
    values: valuesIn(oursAlone) - valuesIn(oursEdited),
    labels: !sameLabels(a, b),
  };
}

/** A word with a digit: what may be a number, a time, a token. */
const VALUE = /[\w+/=-]*\d[\w+/=-]*/g;

function masked(line: string): string {
  return line.replace(VALUE, '#');
}

function valuesIn(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + (line.match(VALUE)?.length ?? 0), 0);
}

function linesOf(source: string): readonly string[] {
  return source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}

/** The lines that others do not have as often. */
function without(
  lines: readonly string[],
  others: readonly string[],
  formOf: (line: string) => string = (line) => line,
): readonly string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(formOf(line), (left.get(formOf(line)) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(formOf(line)) ?? 0;
    left.set(formOf(line), count - 1);
    return count <= 0;
  });
}

function sameLabels(a: Capture, b: Capture): boolean {
  return LABELS.every(
    (kind) => new Set(a.labels[kind]).symmetricDifference(new Set(b.labels[kind])).size === 0,
  );
}

function titleChanges(captures: readonly Capture[]): PageChanges['titles'] {
  let [years, changed] = [0, 0];
  for (const same of Map.groupBy(captures, ({ address }) => address).values()) {
    if (new URL(same[0]?.address ?? '').pathname === '/') continue;
    const dated = same.flatMap(({ at, title }) => (at === null || title === null ? [] : [{ at, title }]));
    dated.sort((a, b) => a.at - b.at);
    for (const [number, { at, title }] of dated.slice(1).entries()) {
      const before = dated[number];
      if (before === undefined || at === before.at) continue;
      years += (at - before.at) / YEAR_MS;
      if (title !== before.title) changed += 1;
    }
  }
  return { years: rounded(years), changed, aYear: rounded(changed / years) };
}
