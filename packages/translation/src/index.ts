// Queries in the languages of other search engines, translated into the language of sitegrep: exactly, or with what is left out
// and how a count is then wrong, or refused.
export { type Engine, ENGINES } from './engine-query.ts';
export { type Bound, type FaultOf, type LeftOut, translate, type Translation } from './translation.ts';
