// Schemas that are given out have patterns that clients in any language compile, and converters of schemas to grammars.
import { openApiDocument } from '@sitegrep/openapi';
import { describe, expect, test } from 'vitest';
import { serve } from '../test/served-api.ts';

/** The values of the keyword `pattern` in the schemas of a document, with where they stand. Examples are data. */
function patternsIn(value: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]): readonly (readonly [string, string])[] => {
    if (/^(?:examples?|enum|const)$/.test(name)) return [];
    return name === 'pattern' && typeof inner === 'string'
      ? [[path, inner]]
      : patternsIn(inner, `${path}/${name}`);
  });
}

/**
 * Literals, classes in brackets, groups, alternatives and bounded repetition between `^` and `$`: what ECMAScript, RE2, Rust's
 * regex and .NET read alike, and what converters to GBNF know. Escapes, lookarounds and modes differ between them.
 */
function isPortable(pattern: string): boolean {
  const inner = pattern.slice(1, -1);
  return (
    pattern.startsWith('^') &&
    pattern.endsWith('$') &&
    !/[\\^$]|\(\?|[*+?}][+?*]|[^ -~]/.test(inner) &&
    new RegExp(pattern, 'u').source === pattern
  );
}

describe('portable', () => {
  test.each(['^(?=.*x).*$', String.raw`^\d+$`, '^a', 'a$', '^(?:a|b)$', '^a+?$', '^[^a]$', '^\u{e0041}$'])(
    'is not %s',
    (pattern) => {
      expect(isPortable(pattern)).toBe(false);
    },
  );
});

test('are all of the OpenAPI document', () => {
  const patterns = patternsIn(openApiDocument());
  expect(patterns.length).toBeGreaterThan(20);
  expect(patterns.filter(([, pattern]) => !isPortable(pattern))).toEqual([]);
});

test('are all of the tools for models', async () => {
  const api = await serve();
  const key = await api.key(['search', 'source', 'serp', 'video', 'admin']);
  const answer = await fetch(`${api.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-api-key': key,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  const text = await answer.text();
  expect(answer.status).toBe(200);
  const message: unknown = JSON.parse(text.replace(/^[\s\S]*?data: /, ''));
  expect(JSON.stringify(message)).toContain('"web_search"');
  expect(patternsIn(message).filter(([, pattern]) => !isPortable(pattern))).toEqual([]);
  await api.close();
});
