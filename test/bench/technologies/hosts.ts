// Lists the hosts of others that many sites of captures load and that have no technology. It fails if there is one that
// hosts-without-technology.json does not name, or one there that has a technology now.
//
//   npm run bench:hosts -- FILE.warc.gz…
import { readFileSync } from 'node:fs';
import { registrableDomain } from '@sitegrep/site';
import { readWarc } from '@sitegrep/warc';
import { readOptions } from '../harness/options.ts';
import { countHosts, MANY_SITES } from './unnamed-hosts.ts';

const { files } = readOptions({});
const exempt = JSON.parse(
  readFileSync(new URL('hosts-without-technology.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, string>>;
const count = countHosts();
for (const file of files)
  for await (const page of readWarc(file)) count.add(page, registrableDomain(new URL(page.url).hostname));

const unnamed = count.unnamed(exempt);
const needless = count.needless(exempt);
console.log(`${unnamed.length} hosts without a technology on ${MANY_SITES} sites or more`);
for (const { host, sites, example } of unnamed)
  console.log(`${sites}  ${host}\n    ${example.split('\n').slice(0, 3).join('\n    ').slice(0, 400)}`);
for (const host of needless) console.log(`hosts-without-technology.json names ${host} needlessly`);
if (unnamed.length + needless.length > 0) process.exitCode = 1;
