import type { BoundSignals } from './bounds.ts';
import { lastAtMost } from './last-at-most.ts';
import type { PatternTable } from './pattern-table.ts';
import { plainTags } from './plain-tags.ts';
import { Positions } from './positions.ts';
import type { ScanMemory } from './scan-memory.ts';
import type { Sections } from '@sitegrep/sections';
import { createTextScan, type TextScan } from './text-scan.ts';
import type { Trials } from './trials.ts';

/**
 * Tries the patterns for one long text, each near its literals.
 *
 * @returns places of literals of searches for elements (dom.ts), by the search's number
 */
export type TextMatcher = (text: string, trials: Trials) => Positions;

export function createTextMatcher(
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
 * The source and the scripts within it, in one scan. A literal that stands in the part of the source that is a script
 * stands in that script; where scripts can't be found in the source, they are scanned by themselves.
 *
 * @returns as of a TextMatcher
 */
export type SourceMatcher = (
  signals: Pick<BoundSignals, 'html' | 'layout' | 'scriptPieces' | 'scripts'>,
  trials: Trials,
) => Positions;

export function createSourceMatcher(
  sections: Sections,
  patterns: PatternTable,
  memory: ScanMemory,
): SourceMatcher {
  const scan = createTextScan(sections, 'page', memory);
  const hasSearches = sections.get('searches.starts', 'u32').length > 1;
  const isOfScripts = (target: number): boolean =>
    target < patterns.count && patterns.fieldOf(target) === 'scripts';
  return ({ html, layout, scripts, scriptPieces }, trials) => {
    const positions = new Positions();
    const elements = new Positions();
    const located = scriptPieces.filter(({ inHtml }) => inHtml !== -1);
    scan.scan(html, (target, position) => {
      if (target >= patterns.count) elements.add(target - patterns.count, position);
      else if (!isOfScripts(target)) positions.add(target, position);
      else {
        // They lie in the order of the source.
        const piece = located[lastAtMost(located.length, (index) => located[index]?.inHtml ?? 0, position)];
        if (piece !== undefined && position < piece.inHtml + piece.length)
          positions.add(target, position - piece.inHtml + piece.start);
      }
    });
    for (const { start, text } of hasSearches ? plainTags(html, layout.startTags) : []) {
      scan.scan(text, (target) => {
        if (target >= patterns.count) elements.add(target - patterns.count, start);
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
    return elements;
  };
}

function tryAll(
  { always }: TextScan,
  positions: Positions,
  patterns: PatternTable,
  textOf: (pattern: number) => string,
  trials: Trials,
): void {
  for (const [pattern, places] of positions.each()) trials.try(pattern, 0, textOf(pattern), places);
  for (const pattern of always) {
    const text = pattern < patterns.count ? textOf(pattern) : '';
    if (text !== '') trials.try(pattern, 0, text, null);
  }
}
