// Queries in the languages of other search engines, translated into the language of sitegrep: exactly, or with what is left out
// and how a count is then wrong, or refused.
//
// dialects/    one file a language: what it writes, and what that means here
// meaning.ts   a meaning between what a query finds for certain and what it may find; formula.ts writes it
// operators.ts operators and groups, scanner.ts the text: what all languages have
export { type Engine, ENGINES } from './engines.ts';
export type { FaultOf, LeftOut } from './meaning.ts';
export { type Bound, translate, type Translation } from './translation.ts';
