// Compiles data/fingerprints.json with our layer into data/fingerprints.compiled. Run it after a change of the set, of
// the layer, of the frequencies of literals, or of the compiler. Usage: npm run fingerprints:compile
import { writeFile } from 'node:fs/promises';
import { compileWithData } from '../src/compile/compiled.ts';
import { readLayeredFingerprints } from '../src/compile/layer.ts';
import { COMPILED_FILE } from '../src/data.ts';

const compiled = compileWithData(readLayeredFingerprints());
await writeFile(COMPILED_FILE, compiled);
console.log(`${(compiled.length / 1024 / 1024).toFixed(1)} MiB written`);
