import core from 'wappalyzer-core';
import type { BoundSignals } from './bounds.ts';
import type { FieldFrequencies, Frequencies } from './frequencies.ts';
import { anchorOf, costBy, groupByLiteral } from './literals.ts';
import { byCoreOrder, PAGE_FIELDS, type Hit, type Pattern } from './patterns.ts';
import { createLiteralIndex } from './scan.ts';
import { createTextLoader, type TextLoader } from './text.ts';
import { listValues, type Value } from './values.ts';
import { windowedSearch, type WindowedSearch } from './windows.ts';

/** What a page's signals say by patterns. */
export interface PatternHit {
  /** The technology's place in the list that the patterns were drawn from. */
  readonly technology: number;
  readonly confidence: number;
  /** '' if it says nothing. */
  readonly version: string;
}

/** All matches of all patterns in a page, in wappalyzer-core's order. */
export type PatternMatcher = (signals: BoundSignals) => readonly PatternHit[];

/** Compiles patterns to one index a page text, and one over all short values. */
export function compilePatterns(patterns: readonly Pattern[], frequencies: FieldFrequencies): PatternMatcher {
  const load = createTextLoader();
  const pages = PAGE_FIELDS.map((field) => ({
    field,
    match: compileText(
      patterns.filter((pattern) => pattern.field === field),
      frequencies[field],
      load,
    ),
  }));
  const values = compileValues(
    patterns.filter(({ field }) => field !== 'html' && field !== 'scripts'),
    frequencies.values,
    load,
  );
  return (signals) =>
    [...pages.flatMap(({ field, match }) => match(signals[field])), ...values(signals)]
      .sort(byCoreOrder)
      .map(({ pattern: { technology, confidence }, version }) => ({ technology, confidence, version }));
}

interface Anchored {
  readonly pattern: Pattern;
  readonly search: WindowedSearch;
}

/** Patterns of a long text: each is run near its literals. */
function compileText(
  patterns: readonly Pattern[],
  frequencies: Frequencies,
  load: TextLoader,
): (text: string) => readonly Hit[] {
  const cost = costBy(frequencies);
  const always: Pattern[] = [];
  const entries: { anyOf: readonly string[]; target: Anchored }[] = [];
  for (const pattern of patterns) {
    const anchor = anchorOf(pattern.regex, cost);
    if (anchor === null) always.push(pattern);
    else
      entries.push({
        anyOf: anchor.anyOf,
        target: { pattern, search: windowedSearch(pattern.regex, anchor) },
      });
  }
  const { literals, targets } = groupByLiteral(entries);
  const index = createLiteralIndex(literals);
  return (text) => {
    if (text === '') return [];
    const found = new Map<Anchored, number[]>();
    index.scan(load(text), (literal, position) => {
      for (const target of targets[literal] ?? []) {
        const positions = found.get(target);
        if (positions === undefined) found.set(target, [position]);
        else positions.push(position);
      }
    });
    const hits: Hit[] = [];
    for (const [{ pattern, search }, positions] of found) addHit(hits, pattern, 0, search(text, positions));
    for (const pattern of always) addHit(hits, pattern, 0, pattern.regex.exec(text));
    return hits;
  };
}

/** Patterns of short values: each is run on the values that hold one of its literals. */
function compileValues(
  patterns: readonly Pattern[],
  frequencies: Frequencies,
  load: TextLoader,
): (signals: BoundSignals) => readonly Hit[] {
  const cost = costBy(frequencies);
  const always = new Map<string, Pattern[]>();
  const keys = new Set<string>();
  const entries: { anyOf: readonly string[]; target: Pattern }[] = [];
  for (const pattern of patterns) {
    const name = `${pattern.field} ${pattern.key}`;
    keys.add(name);
    const anchor = anchorOf(pattern.regex, cost);
    if (anchor === null) always.set(name, [...(always.get(name) ?? []), pattern]);
    else entries.push({ anyOf: anchor.anyOf, target: pattern });
  }
  const { literals, targets } = groupByLiteral(entries);
  const index = createLiteralIndex(literals);
  return (signals) => {
    const values = listValues(signals, keys);
    const candidates = new Map<Value, Set<Pattern>>();
    index.scan(load(values.text), (literal, position) => {
      const value = values.at(position);
      for (const pattern of targets[literal] ?? []) {
        if (pattern.field !== value.field || pattern.key !== value.key) continue;
        const patterns = candidates.get(value);
        if (patterns === undefined) candidates.set(value, new Set([pattern]));
        else patterns.add(pattern);
      }
    });
    const hits: Hit[] = [];
    for (const [{ item, text }, patterns] of candidates) {
      for (const pattern of patterns) addHit(hits, pattern, item, pattern.regex.exec(text));
    }
    for (const { field, key, item, text } of values.all) {
      for (const pattern of always.get(`${field} ${key}`) ?? [])
        addHit(hits, pattern, item, pattern.regex.exec(text));
    }
    return hits;
  };
}

function addHit(hits: Hit[], pattern: Pattern, item: number, match: RegExpExecArray | null): void {
  if (match === null) return;
  const version =
    pattern.version === ''
      ? ''
      : core.resolveVersion({ version: pattern.version, regex: { exec: () => match } }, '');
  hits.push({ pattern, item, version });
}
