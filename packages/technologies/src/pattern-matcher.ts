import { countTexts, readLists, readTexts, type Sections } from '@sitegrep/sections';
import type { BoundSignals } from './bounds.ts';
import { lastAtMost } from './last-at-most.ts';
import { createTextScan, Positions, ScanMemory, type TextScan } from './literal-scan.ts';
import type { PatternTable, Trials } from './pattern-table.ts';
import { plainTags } from './tags.ts';

interface PatternMatcher {
  /**
   * Tries all patterns except for those of `tryGatedText`.
   */
  readonly tryAll: (signals: BoundSignals, trials: Trials) => FoundLiterals;
  /** Tries the patterns for text of technologies behind a gate. */
  readonly tryGatedText: (signals: BoundSignals, trials: Trials) => void;
}

/** Positions of literals that are not of patterns. */
interface FoundLiterals {
  /** Those of searches for elements, by number of the search: in the source, and in visible text. */
  readonly elements: readonly Positions[];
  /** Those of the folders of WordPress (wordpress-folders.ts) in the source, in no particular order. */
  readonly folders: readonly number[];
}

/**
 * Creates the matcher of a set. Each text of a page is scanned once for the literals of all patterns; only
 * patterns with an occurrence are run.
 */
export function createPatternMatcher(sections: Sections, patterns: PatternTable): PatternMatcher {
  const memory = new ScanMemory();
  const source = createSourceMatcher(sections, patterns, memory);
  const css = createTextMatcher(sections, 'css', patterns, memory);
  const robots = createTextMatcher(sections, 'robots', patterns, memory);
  const text = createTextMatcher(sections, 'text', patterns, memory);
  const gatedText = createTextMatcher(sections, 'gatedText', patterns, memory);
  const values = createValueMatcher(sections, patterns, memory);
  return {
    tryAll: (signals, trials) => {
      values(signals, trials);
      const { elements, folders } = source(signals, trials);
      return {
        elements: [
          elements,
          css(signals.css, trials),
          robots(signals.robots, trials),
          text(signals.text, trials),
        ],
        folders,
      };
    },
    tryGatedText: (signals, trials) => {
      gatedText(signals.text, trials);
    },
  };
}

/**
 * Tries the patterns for one long text, each near its literals.
 *
 * @returns positions of the literals of searches for elements (dom.ts), by number of the search
 */
type TextMatcher = (text: string, trials: Trials) => Positions;

function createTextMatcher(
  sections: Sections,
  name: 'css' | 'gatedText' | 'robots' | 'text',
  patterns: PatternTable,
  memory: ScanMemory,
): TextMatcher {
  const scan = createTextScan(sections, name, memory);
  return (text, trials) => {
    const positions = new Positions();
    const elements = new Positions();
    if (text === '') return elements;
    scan.scan(text, (target, position) => {
      if (target >= patterns.count) elements.add(target - patterns.count, position);
      else positions.add(target, position);
    });
    tryAll(scan, positions, patterns, () => text, trials);
    return elements;
  };
}

/**
 * Tries the patterns for the source and its scripts, in one scan. A literal within a script's part of the
 * source is one in that script; scripts that are not found in the source are scanned separately.
 */
type SourceMatcher = (
  signals: Pick<BoundSignals, 'html' | 'layout' | 'scriptPieces' | 'scripts'>,
  trials: Trials,
) => { readonly elements: Positions; readonly folders: readonly number[] };

function createSourceMatcher(sections: Sections, patterns: PatternTable, memory: ScanMemory): SourceMatcher {
  const scan = createTextScan(sections, 'page', memory);
  const searches = countTexts(sections, 'searches');
  const ofFolders = patterns.count + searches;
  const isOfScripts = (target: number): boolean =>
    target < patterns.count && patterns.fieldOf(target) === 'scripts';
  return ({ html, layout, scripts, scriptPieces }, trials) => {
    const positions = new Positions();
    const elements = new Positions();
    const folders: number[] = [];
    const located = scriptPieces.filter(({ inHtml }) => inHtml !== -1);
    scan.scan(html, (target, position) => {
      if (target === ofFolders) folders.push(position);
      else if (target >= patterns.count) elements.add(target - patterns.count, position);
      else if (!isOfScripts(target)) positions.add(target, position);
      else {
        // Script pieces are in the order of the source.
        const piece = located[lastAtMost(located.length, (index) => located[index]?.inHtml ?? 0, position)];
        if (piece !== undefined && position < piece.inHtml + piece.length)
          positions.add(target, position - piece.inHtml + piece.start);
      }
    });
    for (const { start, text } of searches > 0 ? plainTags(html, layout.startTags) : []) {
      scan.scan(text, (target) => {
        if (target >= patterns.count && target < ofFolders) elements.add(target - patterns.count, start);
      });
    }
    for (const { start, length, inHtml } of scriptPieces) {
      if (inHtml !== -1) continue;
      scan.scan(scripts().slice(start, start + length), (target, position) => {
        if (isOfScripts(target)) positions.add(target, position + start);
      });
    }
    const textOf = (pattern: number): string => (isOfScripts(pattern) ? scripts() : html);
    tryAll(scan, positions, patterns, textOf, trials);
    return { elements, folders };
  };
}

function tryAll(
  { always }: TextScan,
  positions: Positions,
  patterns: PatternTable,
  textOf: (pattern: number) => string,
  trials: Trials,
): void {
  for (const [pattern, found] of positions.each()) trials.try(pattern, 0, textOf(pattern), found);
  for (const pattern of always) {
    const text = pattern < patterns.count ? textOf(pattern) : '';
    if (text !== '') trials.try(pattern, 0, text, null);
  }
}

/** Tries the patterns for short values, each on the values with one of its literals. */
type ValueMatcher = (signals: BoundSignals, trials: Trials) => void;

function createValueMatcher(sections: Sections, patterns: PatternTable, memory: ScanMemory): ValueMatcher {
  const { scan } = createTextScan(sections, 'values', memory);
  const unconditional = readLists(sections, 'values.always');
  const names = readNames(sections);
  return (signals, trials) => {
    const values = listValues(signals, names);
    const run = (pattern: number, value: number): void =>
      trials.try(pattern, values.items[value] ?? 0, values.texts[value] ?? '', null);
    // A literal that occurs twice in a value must not run its patterns twice.
    const tried = new Set<number>();
    scan(values.joined, (pattern, position) => {
      const value = values.at(position);
      if (patterns.keyOf(pattern) !== values.names[value]) return;
      const pair = value * patterns.count + pattern;
      if (tried.has(pair)) return;
      tried.add(pair);
      run(pattern, value);
    });
    for (const [value, name] of values.names.entries()) {
      const end = unconditional.starts[name + 1] ?? 0;
      for (let at = unconditional.starts[name] ?? 0; at < end; at++) run(unconditional.items[at] ?? 0, value);
    }
  };
}

function readNames(sections: Sections): ValueNames {
  const [count = 0] = sections.get('values.count', 'u32');
  const nameOf = readTexts(sections, 'values.names');
  const byField = new Map<string, Map<string, number>>();
  for (let name = 0; name < count; name++) {
    const text = nameOf(name);
    const blank = text.indexOf(' ');
    const field = text.slice(0, blank);
    const names = byField.get(field) ?? new Map<string, number>();
    byField.set(field, names.set(text.slice(blank + 1), name));
  }
  return byField;
}

/** Numbers of the named values that patterns refer to, by field and key; '' for a field without keys. */
type ValueNames = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Short values of a page that patterns refer to, joined so that one scan finds the literals of all. */
interface Values {
  /** Number of each value's name (ValueNames), its index among those of the same name, and its text. */
  readonly names: readonly number[];
  readonly items: readonly number[];
  readonly texts: readonly string[];
  /** Texts joined by line feeds, which no literal contains. */
  readonly joined: string;
  /** The value at a position of `joined`. */
  readonly at: (position: number) => number;
}

const KEYED = ['cookies', 'dns', 'headers', 'js', 'meta'] as const;

export function listValues(signals: BoundSignals, known: ValueNames): Values {
  const names: number[] = [];
  const items: number[] = [];
  const texts: string[] = [];
  const starts: number[] = [];
  let length = 0;
  const add = (name: number | undefined, values: readonly string[]): void => {
    if (name === undefined) return;
    for (const [item, text] of values.entries()) {
      names.push(name);
      items.push(item);
      texts.push(text);
      starts.push(length);
      length += text.length + 1;
    }
  };
  if (signals.url !== '') add(known.get('url')?.get(''), [signals.url]);
  if (signals.certIssuer !== '') add(known.get('certIssuer')?.get(''), [signals.certIssuer]);
  add(known.get('scriptSrc')?.get(''), signals.scriptSrc);
  add(known.get('xhr')?.get(''), signals.xhr);
  for (const field of KEYED) {
    const keys = known.get(field);
    if (keys === undefined) continue;
    for (const [key, values] of signals[field]) add(keys.get(key), values);
  }
  return {
    names,
    items,
    texts,
    joined: texts.join('\n'),
    at: (position) => lastAtMost(starts.length, (index) => starts[index] ?? 0, position),
  };
}
