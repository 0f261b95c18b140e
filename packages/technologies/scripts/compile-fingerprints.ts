// Compiles data/fingerprints.json with our layer into data/fingerprints.compiled, and lists hosts of third parties. Run it after a change of the set, of
// the layer, of the frequencies of literals, or of the compiler. Usage: npm run fingerprints:compile
import { writeFile } from 'node:fs/promises';
import { COMPILED_FILE } from '../src/data.ts';
import { compileWithData } from './compiled.ts';
import { THIRD_PARTIES_FILE } from '../src/third-parties.ts';
import { readHosts, readLayeredFingerprints } from './layer.ts';
import { thirdPartyHosts } from './third-party-hosts.ts';

const fingerprints = readLayeredFingerprints();
const compiled = compileWithData(fingerprints);
await writeFile(COMPILED_FILE, compiled);
const hosts = thirdPartyHosts(fingerprints, readHosts());
await writeFile(THIRD_PARTIES_FILE, `${JSON.stringify(hosts, null, 1)}\n`);
console.log(`${(compiled.length / 1024 / 1024).toFixed(1)} MiB written`);
