// What the reading of a query takes, over all its parts together: each alone is bounded where it is read.
import { parsePattern, sizeOf } from '@sitegrep/patterns';
import { SEARCH_BOUNDS } from '../bounds.ts';
import { invalid, type InvalidInput } from '../invalid-input.ts';
import { partsOf, type Expression } from './expression.ts';

const { maxCharacters, maxSteps } = SEARCH_BOUNDS;

/** Members of a tree that are read character by character. */
const READ = new Set(['text', 'pattern', 'q', 'keyword']);

/** The fault of a tree whose texts are too long to be read; null: there is none. */
export function textFault(tree: unknown): InvalidInput | null {
  const characters = charactersIn(tree);
  if (characters <= maxCharacters) return null;
  const problem = `has ${characters} characters in its texts and patterns`;
  return invalid('query', problem, `give at most ${maxCharacters}`).error;
}

function charactersIn(tree: unknown): number {
  let characters = 0;
  const left = [tree];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner !== 'string') left.push(inner);
      else if (READ.has(name)) characters += inner.length;
    }
  }
  return characters;
}

/** The fault of patterns that would take too many steps to be made; null: there is none. */
export function patternFault(field: string, patterns: readonly string[]): InvalidInput | null {
  const characters = patterns.reduce((sum, pattern) => sum + pattern.length, 0);
  // Most queries are far below the bound without being read once more.
  if (characters * STEPS_A_CHARACTER <= maxSteps && patterns.every((one) => !one.includes('{'))) return null;
  const steps = patterns.reduce((sum, pattern) => sum + stepsOf(pattern), 0);
  if (steps <= maxSteps) return null;
  const problem = `has patterns of ${steps} parts together if repetitions are written out`;
  return invalid(field, problem, `give at most ${maxSteps}`).error;
}

/** A pattern without counted repetitions has at most so many parts for each of its characters. */
const STEPS_A_CHARACTER = 3;

function stepsOf(pattern: string): number {
  const read = parsePattern(pattern);
  if (!read.ok) throw new TypeError(`a query has a pattern that can not be read: ${pattern}`);
  return sizeOf(read.value.tree);
}

/** The patterns of an expression. */
export function patternsOf(expression: Expression): readonly string[] {
  return Array.from(partsOf(expression)).flatMap((part) => {
    if (part.kind === 'pattern') return [part.pattern];
    return part.kind === 'condition' && part.condition.kind === 'regex' ? [part.condition.pattern] : [];
  });
}
