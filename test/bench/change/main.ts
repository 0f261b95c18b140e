// Replaces all documents of a data folder again and again while clients search it and walk by token, over HTTP. Every answer
// is judged: those that no replacement changes against a plain scan, those that name a round by what was asked for and
// acknowledged meanwhile. Latencies beside those of the same index with nothing written, before and after; what lies on
// the disk in the end beside a folder that was made of the last documents at once. Exits with 1 if an answer is wrong.
//
//   npm run bench:change -- [--rounds 5] [--clients 16] [--pages N] [--terms 120] [--seconds 60] [--rate N] [--write-rate N]
//     [--closed] [--seed 1] [--keep DIR] [--out FILE.json] [--server-option OPTION]… FILE.warc.gz…
//
// --rate: requests a second of all clients together; if absent, a third of what they get when each asks without a pause.
// --write-rate: documents that are replaced a second at most; if absent, as many as can be.
// --closed: one phase of change more, in which each client asks without a pause.
// --keep: a folder for the captures, which are used again.
// --server-option: of Node, for the process that is searched, e.g. --cpu-prof.
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { numberOf, refuse } from '../arguments.ts';
import { runRecord } from '../run-record.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { importCaptures } from './captures.ts';
import { readCorpus } from './corpus.ts';
import { MAX_ROUNDS } from './marks.ts';
import { measureChange, type ChangeFigures } from './measure.ts';
import { goalsOf, report } from './report.ts';

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    clients: { type: 'string', default: '16' },
    pages: { type: 'string', default: 'Infinity' },
    terms: { type: 'string', default: '120' },
    seconds: { type: 'string', default: '60' },
    rate: { type: 'string' },
    'write-rate': { type: 'string', default: 'Infinity' },
    closed: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    keep: { type: 'string' },
    out: { type: 'string' },
    'server-option': { type: 'string', multiple: true, default: [] },
  },
});

const rounds = numberOf('rounds', values.rounds);
if (rounds * (values.closed ? 2 : 1) > MAX_ROUNDS) refuse(`--rounds: marks tell ${MAX_ROUNDS} at most`);
const clients = numberOf('clients', values.clients);
const seed = numberOf('seed', values.seed);
const maxPages = values.pages === 'Infinity' ? Infinity : numberOf('pages', values.pages);
if (files.length === 0) refuse('name at least one WARC file');

const folder = temporaryFolder('change');
const captures = await openCaptures(values.keep ?? folder);
progress('look for the terms in a plain scan');
const corpus = await readCorpus(captures, numberOf('terms', values.terms), values.seed);
const [changedDir, freshDir] = ['changed', 'fresh'].map((name) => join(folder, name));
const figures = await measureChange({
  corpus,
  capturesDir: captures,
  changedDir: made(changedDir),
  freshDir: made(freshDir),
  rounds,
  clients,
  seconds: numberOf('seconds', values.seconds),
  rate: values.rate === undefined ? null : numberOf('rate', values.rate),
  writeRate: values['write-rate'] === 'Infinity' ? Infinity : numberOf('write-rate', values['write-rate']),
  closed: values.closed,
  seed,
  execArgv: values['server-option'],
  progress,
});
const { domains, bytes, terms } = corpus;
console.log(`${domains.length} domains, ${(bytes / 1e6).toFixed(0)} MB of source, ${terms.length} terms`);
report(figures);
if (values.out !== undefined)
  await writeFile(values.out, `${JSON.stringify(await recordOf(figures), null, 2)}\n`);
process.exitCode = figures.faults.length === 0 ? 0 : 1;

/** Imported as a whole, or not there. */
async function openCaptures(keep: string): Promise<string> {
  const dataDir = join(keep, 'captures');
  if (existsSync(dataDir)) return dataDir;
  progress('import the captures');
  const unfinished = made(join(keep, 'captures-unfinished'));
  await importCaptures(files, maxPages, unfinished);
  renameSync(unfinished, dataDir);
  return dataDir;
}

async function recordOf({ faults, ...rest }: ChangeFigures): Promise<object> {
  return {
    ...(await runRecord(files)),
    domains: domains.length,
    bytes,
    terms: terms.length,
    clients,
    goals: goalsOf({ faults, ...rest }),
    wrong: faults.length,
    ...rest,
  };
}

function made(dataDir = ''): string {
  mkdirSync(dataDir, { recursive: true });
  return dataDir;
}

function progress(line: string): void {
  console.error(line);
}
