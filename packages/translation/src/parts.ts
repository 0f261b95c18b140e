// Parts of queries in our language: texts and patterns of pages in a scope, and conditions on domains.
import { quotedPattern, quotedText } from '@sitegrep/search/quoted';
import type { Formula } from './formula.ts';

/** Scopes that other engines have a field for; `body` is the source. */
export type Scope = 'body' | 'title' | 'url' | 'script' | 'link' | 'headers' | 'file';

export function text(value: string, scope: Scope = 'body'): Formula {
  return scope === 'body' ? ofPage(quotedText(value)) : within(scope, quotedText(value));
}

/** One of several texts. */
export function anyText(values: readonly string[], scope: Scope): Formula {
  const [only = ''] = values;
  return values.length === 1 ? text(only, scope) : within(scope, `(${values.map(quotedText).join(' OR ')})`);
}

/** @param isSensitive whether case counts */
export function pattern(expression: string, scope: Scope = 'body', isSensitive = false): Formula {
  return anyPattern([expression], scope, isSensitive);
}

export function anyPattern(expressions: readonly string[], scope: Scope, isSensitive = false): Formula {
  const written = expressions.map((one) => `re:${quotedPattern(one)}`).join(' OR ');
  if (isSensitive) return ofPage(`(case:yes ${written})`);
  return scope === 'body' && expressions.length === 1 ? ofPage(written) : within(scope, `(${written})`);
}

export function sensitiveText(value: string): Formula {
  return ofPage(`(case:yes ${quotedText(value)})`);
}

/** A condition on a domain. */
export function condition(field: string, value: string): Formula {
  return { kind: 'part', query: `${field}:${quotedText(value)}`, isOfPage: false };
}

/** A header field of a page with all of a value, or with a part of it. */
export function header(name: string, value: string, compares: 'part' | 'whole'): Formula {
  const written = value.trim().replaceAll(/["\\*]/g, String.raw`\$&`);
  return ofPage(`header:"${name}=${compares === 'whole' ? written : `*${written}*`}"`);
}

/** A cookie that a page sets. @param name a token of HTTP */
export function cookie(name: string): Formula {
  return ofPage(`cookie:"${name.replaceAll('*', String.raw`\*`)}"`);
}

/** @param written a text, or a group */
function within(scope: Scope, written: string): Formula {
  // The field `file` names a file.
  return ofPage(scope === 'file' ? `(in:file ${written})` : `${scope}:${written}`);
}

function ofPage(query: string): Formula {
  return { kind: 'part', query, isOfPage: true };
}

/** A text as a pattern. */
export function escaped(value: string): string {
  return value.replaceAll(/[\\^$.*+?{}[\]()|]/g, String.raw`\$&`);
}
