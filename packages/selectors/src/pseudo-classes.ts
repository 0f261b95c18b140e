import type { PositionSelector, SimpleSelector } from './selector.ts';

/** Argument of a pseudo-class in parentheses, and meaning of it. */
export type PseudoClass =
  | { readonly takes: 'nothing'; readonly tests: readonly SimpleSelector[] }
  | { readonly takes: 'selectors'; readonly kind: 'has' | 'not' }
  | { readonly takes: 'forgiven selectors' }
  | { readonly takes: 'position'; readonly fromEnd: boolean; readonly among: 'all' | 'type' }
  | { readonly takes: 'text'; readonly ignoresCase: boolean };

function end(among: 'all' | 'type', fromEnd: boolean): PositionSelector {
  return { kind: 'position', step: 0, offset: 1, fromEnd, among };
}

/**
 * Pseudo-classes of the standard that a source decides, by their names in small letters, and two of cheerio for elements with a
 * text. `:link`, `:lang`, `:checked`, `:disabled` and the like are not among them: attributes say nearly the same.
 */
export const PSEUDO_CLASSES: ReadonlyMap<string, PseudoClass> = new Map(
  Object.entries({
    contains: { takes: 'text', ignoresCase: false },
    empty: { takes: 'nothing', tests: [{ kind: 'empty' }] },
    'first-child': { takes: 'nothing', tests: [end('all', false)] },
    'first-of-type': { takes: 'nothing', tests: [end('type', false)] },
    has: { takes: 'selectors', kind: 'has' },
    icontains: { takes: 'text', ignoresCase: true },
    is: { takes: 'forgiven selectors' },
    'last-child': { takes: 'nothing', tests: [end('all', true)] },
    'last-of-type': { takes: 'nothing', tests: [end('type', true)] },
    not: { takes: 'selectors', kind: 'not' },
    'nth-child': { takes: 'position', fromEnd: false, among: 'all' },
    'nth-last-child': { takes: 'position', fromEnd: true, among: 'all' },
    'nth-last-of-type': { takes: 'position', fromEnd: true, among: 'type' },
    'nth-of-type': { takes: 'position', fromEnd: false, among: 'type' },
    'only-child': { takes: 'nothing', tests: [end('all', false), end('all', true)] },
    'only-of-type': { takes: 'nothing', tests: [end('type', false), end('type', true)] },
    root: { takes: 'nothing', tests: [{ kind: 'root' }] },
    where: { takes: 'forgiven selectors' },
  } satisfies Readonly<Record<string, PseudoClass>>),
);

/**
 * Pseudo-classes of the standards that are not decided here. A forgiving list passes over what nobody knows; what a browser
 * knows would then select something else there.
 */
export const UNDECIDED: ReadonlySet<string> = new Set(
  (
    'active any-link autofill blank buffering checked current default defined dir disabled enabled focus focus-visible ' +
    'focus-within fullscreen future heading host host-context hover in-range indeterminate invalid lang link local-link modal ' +
    'muted nth-col nth-last-col open optional out-of-range past paused picture-in-picture placeholder-shown playing ' +
    'popover-open read-only read-write required scope seeking stalled state target target-within user-invalid user-valid ' +
    'valid visited volume-locked'
  ).split(' '),
);
