// Measures reading markup beside htmlparser2, which tells the same: all elements, texts and the attributes that facts are
// made of, in this process, in turns; processor time of all its threads.
//
//   node test/bench/markup.ts [--pages 1000] FILE.warc.gz…
import { parseArgs } from 'node:util';
import { visitHtml } from '../../packages/extract/src/html-parser.ts';
import { NameTable } from '../../packages/extract/src/html/name-table.ts';
import { extractPage } from '@sitegrep/extract';
import { readWarc } from '@sitegrep/warc';
import { Parser } from 'htmlparser2';
import { refuse } from './arguments.ts';

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { pages: { type: 'string', default: '1000' } },
});
if (files.length === 0) refuse('name at least one WARC file');

const ROUNDS = 5;
const ATTRIBUTES = new NameTable(
  'alt class content href itemprop lang name property rel src style type'.split(' '),
);
const wanted = new Set(ATTRIBUTES.names);

const sources: string[] = [];
for (const file of files) {
  for await (const page of readWarc(file)) {
    if (sources.length === Number(values.pages)) break;
    sources.push(extractPage(page).source);
  }
}

/** What was told, so that both are seen to tell as much. */
interface Told {
  elements: number;
  attributes: number;
  characters: number;
}

function own(): Told {
  const told = { elements: 0, attributes: 0, characters: 0 };
  for (const source of sources) {
    visitHtml(
      source,
      {
        open: () => undefined,
        attribute: () => void told.attributes++,
        opened: () => void told.elements++,
        text: (start, end) => (told.characters += end - start),
        close: () => undefined,
      },
      ATTRIBUTES,
    );
  }
  return told;
}

function htmlparser2(): Told {
  const told = { elements: 0, attributes: 0, characters: 0 };
  for (const source of sources) {
    const parser = new Parser(
      {
        onopentagname: () => void told.elements++,
        onattribute: (name) => (told.attributes += wanted.has(name) ? 1 : 0),
        ontext: ({ length }) => (told.characters += length),
        onclosetag: () => undefined,
      },
      { decodeEntities: false },
    );
    parser.end(source);
  }
  return told;
}

const best = new Map<string, number>();
for (let round = 0; round < ROUNDS; round++) {
  for (const read of [own, htmlparser2]) {
    const before = process.cpuUsage();
    const told = read();
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1000 / sources.length;
    best.set(read.name, Math.min(best.get(read.name) ?? Infinity, ms));
    console.log(`${read.name.padEnd(12)}${ms.toFixed(3)} ms a page ${JSON.stringify(told)}`);
  }
}
for (const [name, ms] of best) console.log(`best: ${name.padEnd(12)}${ms.toFixed(3)} ms a page`);
