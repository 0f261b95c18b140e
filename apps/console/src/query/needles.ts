// The texts and patterns of a query, to be marked in a source. The server decides what matches; this only marks it.
import { compilePattern, parsePattern } from '@sitegrep/patterns';
import { parser } from '@sitegrep/search/parser';
import { readQuoted } from '@sitegrep/search/quoted';
import { isOfSource, isScope } from '@sitegrep/search/scopes';

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
  const needles: Needle[] = [];
  let patternField = false;
  parser.parse(query).iterate({
    enter: ({ name, from, to }) => {
      const written = query.slice(from, to);
      if (name === 'Not') return false;
      if (name === 'Field') {
        const field = written.slice(0, written.indexOf(':'));
        patternField = field === 're';
        return patternField || (isScope(field) && isOfSource(field));
      }
      if (name === 'Pattern') needles.push({ text: written.slice(1, -1), isPattern: true });
      else if (name === 'Quoted') {
        const text = readQuoted(written);
        if (typeof text === 'string') needles.push({ text, isPattern: patternField });
      } else if (name === 'Word') needles.push({ text: written, isPattern: patternField });
      return true;
    },
    leave: ({ name }) => {
      if (name === 'Field') patternField = false;
    },
  });
  return needles.filter(({ text }) => text !== '');
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
