import type { BoundSignals } from './bounds.ts';
import type { Hit } from './hits.ts';
import { createSourceMatcher, createTextMatcher } from './match-texts.ts';
import { createValueMatcher } from './match-values.ts';
import type { PatternTable } from './pattern-table.ts';
import type { Positions } from './positions.ts';
import type { Sections } from './sections.ts';
import { createTextLoader } from './text.ts';

/** What the patterns of a set say of a page. */
interface PageMatches {
  /** In no order. */
  readonly hits: readonly Hit[];
  /** Places of literals of searches for elements, by the search's number: in the source, and in the visible text. */
  readonly elements: readonly Positions[];
}

export interface PatternMatcher {
  /** All matches but those that `matchGatedText` finds. */
  readonly match: (signals: BoundSignals) => PageMatches;
  /** Matches in the text of a page, of technologies that stand behind a gate. */
  readonly matchGatedText: (signals: BoundSignals) => readonly Hit[];
}

/** Each text of a page is scanned once for the literals of all patterns; only patterns whose literal was seen are run. */
export function createPatternMatcher(sections: Sections, patterns: PatternTable): PatternMatcher {
  const load = createTextLoader();
  const source = createSourceMatcher(sections, patterns, load);
  const css = createTextMatcher(sections, 'css', patterns, load);
  const robots = createTextMatcher(sections, 'robots', patterns, load);
  const text = createTextMatcher(sections, 'text', patterns, load);
  const gatedText = createTextMatcher(sections, 'gatedText', patterns, load);
  const values = createValueMatcher(sections, patterns, load);
  return {
    match: (signals) => {
      const texts = [source(signals), css(signals.css), robots(signals.robots), text(signals.text)];
      return {
        hits: [...texts.flatMap(({ hits }) => hits), ...values(signals)],
        elements: texts.map(({ elements }) => elements),
      };
    },
    matchGatedText: (signals) => gatedText(signals.text).hits,
  };
}
