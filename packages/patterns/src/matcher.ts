import { alphabetOf, type Alphabet } from './alphabet.ts';
import { Automaton } from './automaton.ts';
import { capturesOf } from './captures.ts';
import { Machine } from './machine.ts';
import type { Pattern } from './parse.ts';
import { programOf, type Program, type ProgramOptions } from './program.ts';
import { skipOf } from './skipping.ts';

/** A match. Positions are in UTF-16 units of the text. */
export interface Found {
  readonly start: number;
  readonly end: number;
  /** Texts of the groups in their order; null for a group that took no part. */
  readonly captures: readonly (string | null)[];
  /** Texts of the groups that have names. */
  readonly names: Readonly<Record<string, string | null>>;
}

/**
 * Decides for texts. Time is linear in the text, and memory is bounded whatever the text: a look at a table for each
 * character, with bad patterns at most about as many steps as the pattern has parts. A matcher learns from text to text,
 * so keep it; it belongs to one thread.
 */
export interface Matcher {
  /** Whether a text has a match. */
  readonly test: (text: string) => boolean;
  /**
   * Finds the first match that starts at `from` or later: the one that starts first, and of those the one that RE2 and Perl
   * prefer. Assertions look at the text before `from` too. Linear as well; a search for all matches takes a time for each.
   */
  readonly find: (text: string, from: number) => Found | null;
}

export interface MatcherOptions {
  /** Whether case counts where the pattern does not say by a flag. Otherwise it is ignored by simple case folding. */
  readonly caseSensitive: boolean;
  /** Called again and again during long work, after some milliseconds each. It ends the work by throwing. */
  readonly onWork?: () => void;
}

/** Makes a matcher. Its automata are built when they are first needed. */
export function compilePattern(
  pattern: Pattern,
  { caseSensitive, onWork = () => undefined }: MatcherOptions,
): Matcher {
  const { tree, groups } = pattern;
  const compile = (options: Omit<ProgramOptions, 'caseSensitive'>): Program =>
    programOf(tree, { caseSensitive, ...options });
  const program = compile({ isReversed: false, hasGroups: false });
  const alphabet = alphabetOf(program.sets);
  const forward = new Automaton({
    machine: new Machine(program, alphabet, false),
    alphabet,
    direction: 1,
    isSeeking: true,
    skip: skipOf(tree, caseSensitive),
    onWork,
  });
  const backward = once(() =>
    backwardAutomaton(compile({ isReversed: true, hasGroups: false }), alphabet, onWork),
  );
  const capturing = once(() => compile({ isReversed: false, hasGroups: true }));
  return {
    test: (text) => forward.run(text, 0, text.length, true) !== -1,
    find: (text, from) => {
      const first = isWithinPair(text, from) ? from + 1 : from;
      if (first > text.length) return null;
      const end = forward.run(text, first, text.length, false);
      if (end === -1) return null;
      const start = backward().run(text, end, first, false);
      const borders = groups.length === 0 ? [] : capturesOf(capturing(), text, start, groups.length, onWork);
      const captures = groups.map((_, index) => textAt(text, borders[2 * index], borders[2 * index + 1]));
      const names = groups.flatMap((name, index) =>
        name === null ? [] : [[name, captures[index] ?? null] as const],
      );
      return { start, end, captures, names: Object.fromEntries(names) };
    },
  };
}

/** Finds the start of a match from its end: the longest way back is the first start. */
function backwardAutomaton(program: Program, alphabet: Alphabet, onWork: () => void): Automaton {
  const machine = new Machine(program, alphabet, true);
  return new Automaton({ machine, alphabet, direction: -1, isSeeking: false, skip: null, onWork });
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

function isWithinPair(text: string, at: number): boolean {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

function textAt(text: string, start: number | undefined, end: number | undefined): string | null {
  return start === undefined || end === undefined || start < 0 || end < 0 ? null : text.slice(start, end);
}
