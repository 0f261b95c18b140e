// Parts of queries in our language: texts and patterns of pages in a scope, and conditions on domains.
import { quotedPattern, quotedText } from '@sitegrep/search/quoted';
import type { Formula } from './formula.ts';

/** Scopes that other engines have a field for; `body` is the source. */
export type Scope = 'body' | 'title' | 'url' | 'script' | 'link';

export function text(value: string, scope: Scope = 'body'): Formula {
  return ofPage(scope === 'body' ? quotedText(value) : `${scope}:${quotedText(value)}`);
}

/** One of several texts. */
export function anyText(values: readonly string[], scope: Scope): Formula {
  const [only = ''] = values;
  return values.length === 1 ? text(only, scope) : within(scope, values.map(quotedText).join(' OR '));
}

/** @param isSensitive whether case counts */
export function pattern(expression: string, scope: Scope = 'body', isSensitive = false): Formula {
  return anyPattern([expression], scope, isSensitive);
}

export function anyPattern(expressions: readonly string[], scope: Scope, isSensitive = false): Formula {
  const written = expressions.map((one) => `re:${quotedPattern(one)}`).join(' OR ');
  if (isSensitive) return ofPage(`(case:yes ${written})`);
  return scope === 'body' && expressions.length === 1 ? ofPage(written) : within(scope, written);
}

export function sensitiveText(value: string): Formula {
  return ofPage(`(case:yes ${quotedText(value)})`);
}

/** A condition on a domain. */
export function condition(field: string, value: string): Formula {
  return { kind: 'part', query: `${field}:${quotedText(value)}`, isOfPage: false };
}

function within(scope: Scope, written: string): Formula {
  return ofPage(`${scope}:(${written})`);
}

function ofPage(query: string): Formula {
  return { kind: 'part', query, isOfPage: true };
}

/** A text as a pattern. */
export function escaped(value: string): string {
  return value.replaceAll(/[\\^$.*+?{}[\]()|]/g, String.raw`\$&`);
}
