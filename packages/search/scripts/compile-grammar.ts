// Makes src/language/parser.ts and terms.ts of query.grammar, with Lezer's generator.
import { readFileSync, writeFileSync } from 'node:fs';
import { buildParserFile } from '@lezer/generator';
import { format, resolveConfig } from 'prettier';

const folder = new URL('../src/language/', import.meta.url);
const HEADER = '// Made from query.grammar by `npm run grammar:compile`.\n';

/** The generated files, by their names. */
export async function compiledGrammar(): Promise<Readonly<Record<string, string>>> {
  const { parser, terms } = buildParserFile(readFileSync(new URL('query.grammar', folder), 'utf8'), {
    fileName: 'query.grammar',
    moduleStyle: 'es',
    // Tokens that nothing takes are what errors are told by.
    warn: () => {},
  });
  const options = { ...(await resolveConfig(folder)), parser: 'typescript' };
  const files = { 'parser.ts': parser, 'terms.ts': terms };
  const formatted = Object.entries(files).map(
    async ([name, text]) => [name, await format(HEADER + text.replace(/^\/\/.*\n/, ''), options)] as const,
  );
  return Object.fromEntries(await Promise.all(formatted));
}

if (import.meta.main) {
  for (const [name, text] of Object.entries(await compiledGrammar())) {
    writeFileSync(new URL(name, folder), text);
  }
}
