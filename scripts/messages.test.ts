import { expect, test } from 'vitest';
import { errorClasses, textsOf } from './message-texts.ts';
import { documentMessages, readMessages } from './messages.ts';

const classes = errorClasses([
  'class Refused extends Error {}',
  'class FullDisk extends Refused {}',
  'class Walker extends Base {}',
]);
const textsIn = (source: string, scope: 'all' | 'messages' = 'messages'): readonly string[] =>
  textsOf('a.ts', source, scope, classes).map(({ kind, text }) => (kind === '' ? text : `${kind}: ${text}`));

test('the errors of modules are those that extend an error, however far away', () => {
  expect([...classes].toSorted()).toEqual(['FullDisk', 'Refused']);
});

test.each([
  ['new Refused(`the file ${path} is empty`)', ['the file {path} is empty']],
  ["new FullDisk('the disk is full: ' + remedy)", ['the disk is full: {remedy}']],
  ['new Refused(`no line of ${resolve(file)} names a site`)', ['no line of {file} names a site']],
  [
    'new Refused(`in use by ${pid === null ? "a process" : `process ${pid}`}`)',
    ['in use by (a process | process {pid})'],
  ],
  ["new Refused(`it ended${isLate ? ' too late' : ''}`)", ['it ended[ too late]']],
  ["new Refused(`${counted(sites, 'site')} failed to answer`)", ['{sites} sites failed to answer']],
  [
    "badRequest({ field, problem: 'is not a number', remedy: 'give one' })",
    ['problem: is not a number', 'remedy: give one'],
  ],
  ["logger.warn({ err }, 'the queue is away')", ['log: the queue is away']],
  ["const remedyOf = () => 'free some space';", ['free some space']],
  // What no user reads.
  ["throw new Error('a fault of the program')", []],
  ["const text = 'not for users';", []],
  ["new Refused('SELECT name FROM domain')", []],
  ["new Refused('one')", []],
  ["import type { A } from 'some module name';", []],
])('%s', (source, texts) => {
  expect(textsIn(source)).toEqual(texts);
});

test('of the command line every text counts, with the call that shows it', () => {
  const source = `new Command('stats')
    .description('Show how much is stored')
    .option('--json', 'print it as JSON', false)
    .action(() => { write(\`\${rows} rows are stored\\n\`); });`;
  expect(textsIn(source, 'all')).toEqual([
    'description: Show how much is stored',
    'option: print it as JSON',
    '{rows} rows are stored\n',
  ]);
});

test('the list has texts of every area, each area once', () => {
  const text = documentMessages(readMessages(new URL('..', import.meta.url).pathname));
  const areas = text.split(/^## /m).slice(1);
  expect(areas.map((area) => area.split('\n', 1)[0])).toEqual([
    'Command line',
    'HTTP API',
    'Settings',
    'Sites and crawls',
    'Lists and captures',
    'Stores',
    'Providers',
    'Client',
  ]);
  for (const area of areas) expect(area).toMatch(/^### [\w/.-]+\n\n- /m);
  // One of the command line, one of the settings, one with values.
  expect(text).toContain('- `Find the domains, pages or versions of pages that a query matches`');
  expect(text).toContain('- doc: `Port to listen on; 0 takes any free one.`');
  expect(text).toContain("- `the data folder {folder} can't be written ({reason}): check its permissions");
});
