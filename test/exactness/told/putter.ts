// Takes steps of many sites, some at a time, and fills saved searches meanwhile, until it is killed; prints the numbers of sites whose
// step was acknowledged.
// Usage: putter.ts STORAGE LOCATION PLAN.json
import { readFileSync } from 'node:fs';
import { wholeSite } from '@sitegrep/storage';
import { documentAfter } from '../../../packages/storage/test/searched-steps.ts';
import { openIndex, type StorageName } from './open-index.ts';

export interface Plan {
  readonly sites: readonly string[];
  /** Steps that each site has taken. */
  readonly taken: readonly number[];
  /** Number of the site with which it begins. */
  readonly first: number;
}

/** Sites that take their steps at the same time. */
const TOGETHER = 40;
const LANES = 3;

const [storage, location = '', planFile = ''] = process.argv.slice(2);
const { index } = await openIndex(storage as StorageName, location);
const { sites, taken, first } = JSON.parse(readFileSync(planFile, 'utf8')) as Plan;
const steps = [...taken];
const groups = Array.from({ length: Math.ceil(sites.length / TOGETHER) }, (_, group) =>
  Array.from(
    { length: Math.min(TOGETHER, sites.length - group * TOGETHER) },
    (_site, at) => (first + group * TOGETHER + at) % sites.length,
  ),
);

async function takeStep(group: readonly number[]): Promise<void> {
  const documents = group.map((site) => {
    const domain = sites[site] ?? '';
    return { site, domain, document: documentAfter(domain, steps[site] ?? 0) };
  });
  const put = documents.flatMap(({ document }) => (document === null ? [] : [wholeSite(document)]));
  const [results] = await Promise.all([
    put.length === 0 ? [] : index.put(put),
    ...documents.map(async ({ document, domain }) => document === null && (await index.delete(domain))),
  ]);
  if (results.some(({ stored }) => !stored)) throw new Error('a step was not stored');
  for (const site of group) steps[site] = (steps[site] ?? 0) + 1;
  process.stdout.write(`${group.join(' ')}\n`);
}

/** Each group belongs to one lane, so that a site takes one step after the other. */
async function takeAll(own: readonly (readonly number[])[]): Promise<void> {
  while (own.length > 0) for (const group of own) await takeStep(group);
}

await Promise.all([
  index.searches.fill(),
  ...Array.from({ length: LANES }, (_, lane) => takeAll(groups.filter((_group, at) => at % LANES === lane))),
]);
