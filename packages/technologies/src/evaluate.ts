import type { BoundSignals } from './bounds.ts';
import { createSourceMatcher, createTextMatcher } from './match-texts.ts';
import { createValueMatcher } from './match-values.ts';
import type { PatternTable } from './pattern-table.ts';
import type { Positions } from './positions.ts';
import { ScanMemory } from './scan-memory.ts';
import type { Sections } from '@sitegrep/sections';
import type { Trials } from './trials.ts';

export interface PatternMatcher {
  /**
   * Tries all patterns but those of `tryGatedText`.
   *
   * @returns places of literals of searches for elements, by the search's number: in the source, and in visible text
   */
  readonly tryAll: (signals: BoundSignals, trials: Trials) => readonly Positions[];
  /** Tries patterns on the text of a page, of technologies that stand behind a gate. */
  readonly tryGatedText: (signals: BoundSignals, trials: Trials) => void;
}

/** Each text of a page is scanned once for the literals of all patterns; only patterns whose literal was seen are run. */
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
      return [
        source(signals, trials),
        css(signals.css, trials),
        robots(signals.robots, trials),
        text(signals.text, trials),
      ];
    },
    tryGatedText: (signals, trials) => {
      gatedText(signals.text, trials);
    },
  };
}
