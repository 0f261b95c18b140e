// Compiles data/fingerprints.json into data/fingerprints.compiled. Run it after a change of the set, of the
// frequencies of literals, or of the compiler. Usage: npm run fingerprints:compile
import { writeFile } from 'node:fs/promises';
import { compileFingerprints } from './compile.ts';
import { readFingerprints } from '../src/fingerprints.ts';
import { readFrequencies } from '../src/literals.ts';
import { readSlowPatterns, slownessBySource } from './slow-patterns.ts';
import { COMPILED_FILE } from '../src/data.ts';

const compiled = compileFingerprints(
  readFingerprints(),
  readFrequencies(),
  slownessBySource(readSlowPatterns()),
);
await writeFile(COMPILED_FILE, compiled);
console.log(`${(compiled.length / 1024 / 1024).toFixed(1)} MiB written`);
