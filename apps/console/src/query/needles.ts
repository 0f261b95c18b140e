// The texts and patterns of a query, to be marked in a source. The server decides what matches; this only marks it.
import { compilePattern, parsePattern } from '@sitegrep/patterns';
import { readQuoted, readRaw } from '@sitegrep/search/quoted';
import { isOfSource, isScope } from '@sitegrep/search/scopes';
import { readSlashes } from '@sitegrep/search/slashes';
import type { Syntax } from '@sitegrep/search/syntax';
import { treeOf } from './language.ts';

export interface Match {
  readonly from: number;
  readonly to: number;
}

/** Maximum matches that are marked, and time for which they are looked for, in milliseconds. */
const MAX_MATCHES = 10_000;
const TIME_MS = 1_500;

interface Needle {
  readonly text: string;
  readonly isPattern: boolean;
}

/** The texts and patterns of a query that are not left out. */
function needlesOf(query: string): readonly Needle[] {
  const tree = treeOf(query);
  return (tree === null ? [] : needlesIn(tree, query, false)).filter(({ text }) => text !== '');
}

function needlesIn(node: Syntax, query: string, isPattern: boolean): readonly Needle[] {
  const written = query.slice(node.from, node.to);
  switch (node.kind) {
    case 'or':
    case 'and':
      return node.of.flatMap((one) => needlesIn(one, query, false));
    case 'not':
    case 'same_change':
      return [];
    case 'group':
    case 'same_page':
      return needlesIn(node.of, query, false);
    case 'near':
      return [node.left, node.right].flatMap((one) => needlesIn(one, query, false));
    case 'field': {
      const { name, value } = node;
      const isOfPattern = name === 're' || name === 'regex';
      const isOfText = name === 'lit' || name === 'word' || name === 'content';
      const isShown = isOfPattern || isOfText || (isScope(name) && isOfSource(name));
      return isShown ? needlesIn(value, query, isOfPattern) : [];
    }
    case 'pattern': {
      const slashes = readSlashes(written);
      return [{ text: slashes.isPattern ? slashes.inner : written, isPattern: slashes.isPattern }];
    }
    case 'quoted':
      return [{ text: isPattern ? readRaw(written) : readQuoted(written).text, isPattern }];
    case 'joined':
    case 'word':
    case 'literal':
      return [{ text: written, isPattern }];
  }
}

export interface Matches {
  /** Matches in their order; those within others are left out. */
  readonly all: readonly Match[];
  /** Whether there may be more: they are too many, or finding them takes too long. */
  readonly isCut: boolean;
}

/** Finds the texts and patterns of a query in a source. */
export function matchesIn(source: string, query: string): Matches {
  const found: Match[] = [];
  let isCut = false;
  const until = performance.now() + TIME_MS;
  try {
    for (const needle of needlesOf(query)) {
      for (const match of eachMatch(source, needle, until)) {
        if (found.length === MAX_MATCHES) throw CUT;
        found.push(match);
      }
    }
  } catch (error) {
    if (error !== CUT) throw error;
    isCut = true;
  }
  found.sort((a, b) => a.from - b.from || b.to - a.to);
  let end = -1;
  const all = found.filter(({ from, to }) => {
    const isWithin = from < end;
    end = Math.max(end, to);
    return !isWithin;
  });
  return { all, isCut };
}

function* eachMatch(source: string, { text, isPattern }: Needle, until: number): Generator<Match, void> {
  if (!isPattern) {
    // With the flags i and u, case is folded as the index does.
    const literal = new RegExp(text.replaceAll(/[\\^$.*+?{}[\]()|/]/g, String.raw`\$&`), 'giu');
    for (const { 0: match, index } of source.matchAll(literal))
      yield { from: index, to: index + match.length };
    return;
  }
  const pattern = parsePattern(text);
  if (!pattern.ok) return;
  const onWork = (): void => {
    if (performance.now() > until) throw CUT;
  };
  const matcher = compilePattern(pattern.value, { caseSensitive: false, onWork });
  for (let at = 0, match = matcher.find(source, at); match !== null; match = matcher.find(source, at)) {
    yield { from: match.start, to: match.end };
    at = match.end;
  }
}

const CUT = new Error('there are too many matches, or finding them takes too long');
