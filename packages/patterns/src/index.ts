// Regular expressions in the syntax of RE2, for sources of pages.
//
//   parsePattern     reads an expression, or says in which column it is wrong and how to mend it
//   literalOf        the plain text that an expression is if it has no operator
//   necessaryTexts   which texts each match contains: a condition that the index decides before a source is looked at
//   compilePattern   a matcher whose time is linear in the text, whatever the expression and the text
//
// Matches and captures are those of RE2. A matcher is an automaton that is made while it runs (automaton.ts) over what a
// machine in several states at once does (machine.ts, program.ts), after RE2. V8's regular expressions only find where a
// match may start (skipping.ts). They decide nothing, because they go back and try again: the linear engine that V8 has as
// a way out takes over only after a number of returns that some patterns never make, such as `a[^b]*c` on many a's.
export { MAX_GROUPS, MAX_NESTING, MAX_PATTERN, MAX_REPETITION, MAX_SIZE } from './bounds.ts';
export { compilePattern, type Found, type Matcher, type MatcherOptions } from './matcher.ts';
export { literalOf, necessaryTexts } from './necessary-texts.ts';
export type { Necessity } from './necessity.ts';
export { parsePattern, type Pattern } from './parse.ts';
export type { PatternError } from './pattern-error.ts';
export { sizeOf } from './tree.ts';
