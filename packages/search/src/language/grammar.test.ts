import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compiledGrammar } from '../../scripts/compile-grammar.ts';

test('the parser is the one that the grammar gives', async () => {
  const files = await compiledGrammar();
  expect(Object.keys(files)).toEqual(['parser.ts', 'terms.ts']);
  for (const [name, text] of Object.entries(files)) {
    expect(readFileSync(new URL(name, import.meta.url), 'utf8')).toBe(text);
  }
});
