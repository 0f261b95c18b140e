// Compiles the model of eld into data/languages.compiled: after an update of eld, or a change of the form.
// usage: npm run languages:compile
import { writeFile } from 'node:fs/promises';
import { LANGUAGES_FILE } from '../src/data.ts';
import { compileLanguageModel } from './language-model.ts';
import { readEldModel } from './eld-model.ts';

const compiled = compileLanguageModel(await readEldModel());
await writeFile(LANGUAGES_FILE, compiled);
console.log(`${(compiled.length / 1024 / 1024).toFixed(1)} MiB written`);
