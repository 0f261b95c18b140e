// The substring index beside SQLite's FTS5 as the release before it used it, in one run on the same pages: time and memory
// of building, sizes, and latencies of searches with and without the system's page cache, every answer compared; ripgrep
// and a plain scan beside them. At several times the number of sites, too (variants.ts). Exits with 1 if answers differ.
//
//   npm run bench:index -- [--scale 1,4,16] [--pages N] [--terms 500] [--cold 500] [--repeats 7] [--seed 1] [--keep DIR]
//     [--out FILE.json] FILE.warc.gz…
//
// --pages: of the captures, at most. --cold: of the drawn terms, those that are looked for cold, too. --keep: a folder
// for texts and indexes, which stay and are used again; else they are in a temporary one. 16 × takes an hour and 7 times
// the text on the disk.
import { existsSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { integer, readOptions, refuse, text } from '../harness/options.ts';
import { writeRecord } from '../harness/record.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { madeOf } from './captures.ts';
import { inChild } from './child.ts';
import { measureScale, type ScaleFigures } from './measure-scale.ts';
import { scaleRecord } from './record.ts';
import { report } from './report.ts';
import { summaryOf } from './summary.ts';
import { drawTerms } from './terms.ts';
import { readTable, Texts } from './texts.ts';

const options = readOptions({
  scale: text('1'),
  pages: integer(Infinity),
  terms: integer(500, 0),
  cold: integer(Infinity, 0),
  repeats: integer(7),
  seed: text('1'),
  keep: text(null),
});
const { files, pages: maxPages, cold: coldTerms, repeats, keep } = options;

/** Texts, segments settled and merged, FTS5 and the sources beside it, files for ripgrep: so many times the text. */
const DISK = 7;

const scales = options.scale.split(',').map((scale) => integer(1).read(scale, [], 'scale'));
const folder = keep ?? temporaryFolder('index');
mkdirSync(folder, { recursive: true });
await readTexts();
const drawn = draw();
const measured: ScaleFigures[] = [];
for (const scale of scales) {
  refuseFullDisk(scale);
  const progress = (line: string): void => console.error(`${scale} ×: ${line}`);
  const figures = await measureScale({ folder, scale, drawn, repeats, coldTerms, progress });
  report(figures, summaryOf(figures));
  measured.push(figures);
  if (keep === null) rmSync(join(folder, `${scale}`), { recursive: true });
  await writeRecord(options, { scales: measured.map(scaleRecord) });
}
process.exitCode = measured.every(({ disagreements }) => disagreements.length === 0) ? 0 : 1;

/** Reads the captures, unless the folder has as many copies of their texts. */
async function readTexts(): Promise<void> {
  const copies = Math.max(...scales);
  if (existsSync(join(folder, 'texts.json'))) {
    const table = readTable(folder);
    if (table.madeOf !== madeOf({ files, maxPages }))
      refuse(`${folder} has texts of other captures: remove it`);
    if (table.copies >= copies) return;
  }
  console.error(`read the captures, ${copies} ×`);
  await inChild('captures', { files, maxPages, copies, folder });
}

function draw(): readonly string[] {
  const texts = new Texts(folder, 1);
  const terms = drawTerms((n) => texts.page(n), options.terms, options.seed);
  texts.close();
  return terms;
}

function refuseFullDisk(scale: number): void {
  if (existsSync(join(folder, `${scale}`, 'built.json'))) return;
  const texts = new Texts(folder, scale);
  const needed = DISK * texts.bytes;
  texts.close();
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < needed) {
    const [gigabytes, free] = [needed, bavail * bsize].map((bytes) => (bytes / 1e9).toFixed(1));
    refuse(
      `${scale} × takes ${gigabytes} GB in ${folder}, which has ${free} GB: name another place by --keep`,
    );
  }
}
