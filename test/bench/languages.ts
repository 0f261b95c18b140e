// Measures the language detector beside eld, whose model and answers it has: on the pieces of text that captured pages are
// judged by, in this process, in turns; what each takes to be there, in a process of its own.
//
//   node test/bench/languages.ts [--out FILE.json] FILE.warc.gz…
//
// Exits with 1 if the two differ about a text.
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { extractPage, languageDetector } from '@sitegrep/extract';
import { loadLanguages } from '@sitegrep/extract/data';
import { readWarc } from '@sitegrep/warc';
import { eld } from 'eld/small';
import { refuse } from './arguments.ts';
import { runRecord } from './run-record.ts';

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' } },
});
if (files.length === 0) refuse('name at least one WARC file');

const EXTRACT = new URL('../../packages/extract/', import.meta.url);
const DETECTOR = new URL('src/language-model/detector.ts', EXTRACT).href;
const DATA = new URL('src/data.ts', EXTRACT).href;
const ELD = import.meta.resolve('eld/small');
/** Loaded before anything is measured, since the first module in TypeScript brings what takes types away. */
const FIRST = new URL('../../packages/sections/src/index.ts', import.meta.url).href;
const ROUNDS = 5;

const detect = languageDetector(loadLanguages());
const texts = await readTexts();
const differing = texts.filter((text) => ownAnswer(text) !== eldAnswer(text));
for (const text of differing) console.error(`${ownAnswer(text)}, not ${eldAnswer(text)}: ${text}`);

const seconds = { own: Infinity, eld: Infinity };
for (let round = 0; round < ROUNDS; round++) {
  seconds.own = Math.min(seconds.own, processorSeconds(ownAnswer));
  seconds.eld = Math.min(seconds.eld, processorSeconds(eldAnswer));
}
const figures = {
  texts: texts.length,
  differing: differing.length,
  own: {
    microsecondsAText: microseconds(seconds.own),
    ...opened(`const { languageDetector } = await import('${DETECTOR}');
      const { loadLanguages } = await import('${DATA}');
      globalThis.kept = languageDetector(loadLanguages());`),
  },
  eld: {
    microsecondsAText: microseconds(seconds.eld),
    ...opened(`globalThis.kept = await import('${ELD}');`),
  },
};
console.log(`${figures.texts} texts, ${figures.differing} judged differently`);
console.table({ own: figures.own, eld: figures.eld });
if (values.out !== undefined) {
  await writeFile(values.out, `${JSON.stringify({ ...(await runRecord(files)), ...figures }, null, 2)}\n`);
}
process.exitCode = differing.length === 0 ? 0 : 1;

async function readTexts(): Promise<readonly string[]> {
  const read: string[] = [];
  for (const file of files) {
    for await (const page of readWarc(file)) {
      extractPage(page, {
        links: false,
        languageOf: (text) => {
          read.push(text);
          return detect(text);
        },
      });
    }
  }
  return read;
}

function ownAnswer(text: string): string {
  const { language, isReliable } = detect(text);
  return `${language ?? ''} ${isReliable}`;
}

function eldAnswer(text: string): string {
  const result = eld.detect(text);
  return `${result.language} ${result.isReliable()}`;
}

function processorSeconds(answer: (text: string) => string): number {
  const before = process.cpuUsage();
  for (const text of texts) answer(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function microseconds(of: number): number {
  return Number(((of * 1e6) / texts.length).toFixed(1));
}

interface Opened {
  /** Processor time until it can be asked. */
  readonly openMs: number;
  /** By how much resident memory has grown by then. */
  readonly residentMiB: number;
  /** The same after a full garbage collection. */
  readonly collectedMiB: number;
}

function opened(script: string): Opened {
  const measured = `
    const MiB = (before) => Math.round((process.memoryUsage.rss() - before) / 2 ** 20 * 10) / 10;
    await import('${FIRST}');
    gc();
    const before = process.memoryUsage.rss();
    const used = process.cpuUsage();
    ${script}
    const { user, system } = process.cpuUsage(used);
    const residentMiB = MiB(before);
    gc();
    console.log(JSON.stringify({ openMs: Math.round((user + system) / 1e3), residentMiB, collectedMiB: MiB(before) }));`;
  const answer = execFileSync(process.execPath, [
    '--expose-gc',
    '--input-type=module',
    '--eval',
    measured,
  ]).toString();
  return JSON.parse(answer) as Opened;
}
