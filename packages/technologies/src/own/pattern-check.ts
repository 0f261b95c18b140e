// Patterns that somebody wrote: whether they are taken, and how costly one start of them can be.
import { type AST, RegExpParser } from '@eslint-community/regexpp';
import core from 'wappalyzer-core';
import { SLOWNESS } from '../compiled-set.ts';
import { graphOf } from '../regex-nodes.ts';

/** Maximum characters of a pattern with its attributes. */
const MAX_PATTERN = 4_096;

/** Why a pattern is not taken; null if it is. */
export function patternProblem(pattern: unknown): string | null {
  if (typeof pattern !== 'string')
    return `${JSON.stringify(pattern)} is not a text; write a regular expression in quotes, or '' for any value`;
  if (pattern.length > MAX_PATTERN)
    return `has ${pattern.length} characters, but at most ${MAX_PATTERN} are taken`;
  try {
    const { confidence, regex } = core.parsePattern(pattern);
    if (!Number.isInteger(confidence) || confidence < 0 || confidence > 100)
      return `the confidence of ${pattern} is not a whole number from 0 to 100`;
    graphOf(regex);
    return null;
  } catch (error) {
    return `${pattern}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Paths through an expression at one start up to which it is run as it is, and up to which each start is run by itself. */
const FEW_PATHS = 1_000;
const MANY_PATHS = 100_000;

/**
 * Slowness (compiled-set.ts) of an expression that nobody has measured, at worst: more paths through it than can be tried at once are
 * walked by a matcher that counts its steps and stops.
 */
export function worstSlowness(source: string): number {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode: false });
  const paths = pathsOfAlternatives(pattern.alternatives);
  if (paths <= FEW_PATHS) return SLOWNESS.none;
  return paths <= MANY_PATHS ? SLOWNESS.slow : SLOWNESS.endless;
}

function pathsOfAlternatives(alternatives: readonly AST.Alternative[]): number {
  return alternatives.reduce(
    (sum, { elements }) => sum + elements.reduce((product, element) => product * pathsOf(element), 1),
    0,
  );
}

function pathsOf(element: AST.Element): number {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return pathsOfAlternatives(element.alternatives);
    case 'Assertion':
      return 'alternatives' in element ? pathsOfAlternatives(element.alternatives) : 1;
    case 'Quantifier': {
      const { element: repeated, min, max } = element;
      const paths = pathsOf(repeated);
      // Of a body with one path, each number of repetitions is one.
      return paths === 1 ? max - min + 1 : paths ** max;
    }
    case 'Backreference':
    case 'Character':
    case 'CharacterClass':
    case 'CharacterSet':
    case 'ExpressionCharacterClass':
      return 1;
  }
}
