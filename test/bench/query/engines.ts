// Times patterns over the sources of captured pages: the matcher of packages/patterns, V8's regular expressions, and V8's
// linear engine, one after the other on each page. Prints milliseconds a page; the two of V8 ignore no case.
//
//   npx node test/bench/query/engines.ts [--pages 300] FILE.warc.gz
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { extractPage } from '@sitegrep/facts';
import { compilePattern, parsePattern } from '@sitegrep/patterns';
import { readWarc } from '@sitegrep/warc';

/** Patterns that people search for: most have a literal, some begin with a class. */
const PATTERNS = [
  'UA-\\d{4,9}-\\d',
  'G-[A-Z0-9]{10}',
  'wp-content/plugins/([a-z0-9-]+)/',
  'brevo\\.com|sibforms\\.com',
  '<form[^>]+action="http://[^"]*"',
  '(?s)<!--.{0,200}?password.{0,200}?-->',
  '[a-z0-9._%+-]+@[a-z0-9-]+\\.[a-z]{2,}',
  '\\bwoocommerce[ -]\\d+\\.\\d+',
  '(\\w+)-widget\\b',
  'no such text in any page [0-9]',
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pages: { type: 'string', default: '300' } },
});
const [file] = positionals;
if (file === undefined) {
  console.error('Usage: npx node test/bench/query/engines.ts [--pages 300] FILE.warc.gz');
  process.exit(2);
}
// The flag l exists only with this.
setFlagsFromString('--enable-experimental-regexp-engine');

type Test = (text: string) => boolean;

interface Engine {
  readonly name: string;
  /** Null if the engine cannot run the pattern. */
  readonly compile: (source: string) => Test | null;
}

const ENGINES: readonly Engine[] = [
  { name: 'patterns, case', compile: (source) => matcherOf(source, true) },
  { name: 'patterns', compile: (source) => matcherOf(source, false) },
  { name: 'V8', compile: (source) => regexOf(source, '') },
  { name: 'V8, linear', compile: (source) => regexOf(source, 'l') },
];

function matcherOf(source: string, caseSensitive: boolean): Test {
  const pattern = parsePattern(source);
  if (!pattern.ok) throw new Error(`${source}: ${pattern.error.problem}`);
  return compilePattern(pattern.value, { caseSensitive }).test;
}

/** @returns null if the engine is not able to run the pattern */
function regexOf(source: string, flag: string): Test | null {
  const dotAll = source.startsWith('(?s)') ? 's' : '';
  try {
    const regex = new RegExp(source.replace('(?s)', ''), `${flag}${dotAll}`);
    return (text) => regex.test(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const texts: string[] = [];
for await (const page of readWarc(file)) {
  texts.push(extractPage(page).source);
  if (texts.length === Number(values.pages)) break;
}
const characters = texts.reduce((sum, { length }) => sum + length, 0);
console.log(`${texts.length} pages of ${Math.round(characters / texts.length)} characters in the mean`);
console.log(['pattern'.padEnd(44), 'pages', ...ENGINES.map(({ name }) => name.padStart(14))].join('  '));
for (const source of PATTERNS) {
  const lanes = ENGINES.map(({ compile }) => ({ test: compile(source), ms: 0, matches: 0 }));
  // The first round pays for compiling and for the automata.
  for (const isTimed of [false, true]) {
    for (const text of texts) {
      for (const lane of lanes) {
        if (lane.test === null) continue;
        const startedAt = performance.now();
        const isMatch = lane.test(text);
        if (!isTimed) continue;
        lane.ms += performance.now() - startedAt;
        if (isMatch) lane.matches++;
      }
    }
  }
  const figures = lanes.map(({ test, ms }) =>
    (test === null ? '–' : (ms / texts.length).toFixed(3)).padStart(14),
  );
  console.log([source.padEnd(44), String(lanes[0]?.matches).padStart(5), ...figures].join('  '));
}
