// Compares the facts of real pages with the truth, and prints precision and recall of each. One file a fact.
//   technologies.ts (technology-rules.ts, technology-labels.json)    technologies
//   country.ts (country-labels.json)                                 country
//   hashed.ts, emails.ts, profiles.ts, phones.ts (their labels)      emails, profiles, phones
//   languages.ts (language-labels.json), text-languages.ts            languages
//
//   npm run bench:facts -- [--only FACT,…] [--pages N] [--errors N] [--texts FOLDER] [--out FILE.json] FILE.warc.gz…
//
// --errors: errors of each value to list, with the address of the page.
// --texts: sentences with known languages, one a line in files such as de.txt (language-testdata/sentences of lingua-py).
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { extractPage, languageDetector, loadOwnerDetails } from '@sitegrep/facts';
import { loadLanguages } from '@sitegrep/facts/data';
import { readWarc } from '@sitegrep/warc';
import { numberOf, refuse } from '../arguments.ts';
import { runRecord } from '../run-record.ts';
import { countryBench } from './country.ts';
import { EMAILS } from './emails.ts';
import type { FactBench } from './fact.ts';
import { hashedBench } from './hashed.ts';
import { languagesBench } from './languages.ts';
import { PHONES } from './phones.ts';
import { PROFILES } from './profiles.ts';
import { technologiesBench } from './technologies.ts';

const USAGE =
  'Usage: npm run bench:facts -- [--only FACT,…] [--pages N] [--errors N] [--texts FOLDER] [--out FILE.json] FILE.warc.gz…';

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    pages: { type: 'string', default: 'Infinity' },
    errors: { type: 'string', default: '0' },
    texts: { type: 'string' },
    out: { type: 'string' },
  },
});
if (files.length === 0) refuse(USAGE);

const errors = numberOf('errors', values.errors, 0);
const FACTS: Readonly<Record<string, () => FactBench>> = {
  technologies: () => technologiesBench(errors),
  country: () => countryBench(errors),
  emails: () => hashedBench(EMAILS, errors),
  profiles: () => hashedBench(PROFILES, errors),
  phones: () => hashedBench(PHONES, errors),
  languages: () => languagesBench(errors, values.texts ?? null),
};

const names = values.only?.split(',') ?? Object.keys(FACTS);
const facts = names.map(
  (name) => FACTS[name]?.() ?? refuse(`--only takes ${Object.keys(FACTS).join(', ')}, not ${name}`),
);
const most = values.pages === 'Infinity' ? Infinity : numberOf('pages', values.pages);
const languageOf = languageDetector(loadLanguages());
const ownerDetails = await loadOwnerDetails();
let pages = 0;
for (const file of files) {
  for await (const page of readWarc(file)) {
    if (pages >= most) break;
    pages++;
    // Reading a page moves its bytes nowhere, so each fact sees the same page.
    const judged = { page, extracted: extractPage(page, { languageOf, ownerDetails }) };
    for (const fact of facts) fact.add(judged);
  }
}
console.log(`${pages} pages`);
for (const fact of facts) {
  console.log(`\n${fact.name}`);
  for (const line of fact.report()) console.log(line);
}
if (values.out !== undefined) {
  const figures = Object.fromEntries(facts.map((fact) => [fact.name, fact.figures()]));
  await writeFile(
    values.out,
    `${JSON.stringify({ ...(await runRecord(files)), pages, ...figures }, null, 2)}\n`,
  );
}
