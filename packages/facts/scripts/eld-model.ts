// Data of eld's language model, read from the modules of its package. Only the compiler of the model and its
// test use it.
import { readFile } from 'node:fs/promises';

/** Size of eld's model; the second smallest of four. */
const SIZE = 'small';

export interface EldModel {
  /** `eld` and its version. */
  readonly source: string;
  readonly languages: readonly string[];
  /** Average score by language. */
  readonly averages: Readonly<Record<string, number>>;
  /**
   * Weights by n-gram and index of the language. Bytes of an n-gram are characters of the alphabet; spaces mark
   * the ends of its word.
   */
  readonly ngrams: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Characters by byte; a space for a byte without one. */
  readonly alphabet: readonly string[];
  /** Matches the characters between words. */
  readonly separators: RegExp;
}

/** Reads the model of the installed package. @throws Error if the package has an unexpected form */
export async function readEldModel(): Promise<EldModel> {
  const entry = import.meta.resolve(`eld/${SIZE}`);
  const at = (path: string): URL => new URL(`../${path}`, entry);
  const manifest: unknown = JSON.parse(await readFile(new URL('../../package.json', entry), 'utf8'));
  const parts: unknown[] = await Promise.all(
    [`ngrams/${SIZE}.js`, 'avgScore.js', 'dictionary.js', 'regexPatterns.js'].map(
      (path) => import(at(path).href),
    ),
  );
  const [version, data, averages, alphabet, separators] = [
    fieldOf(manifest, 'version'),
    fieldOf(parts[0], 'ngramsData'),
    fieldOf(parts[1], 'avgScore'),
    fieldOf(parts[2], 'dictionary'),
    fieldOf(parts[3], 'separators'),
  ];
  const languages = fieldOf(data, 'languages');
  const ngrams = fieldOf(data, 'ngrams');
  if (
    typeof version !== 'string' ||
    !isRecordOf(languages, (code) => typeof code === 'string') ||
    !isRecordOf(averages, isNumber) ||
    !isRecordOf(ngrams, (weights) => isRecordOf(weights, isNumber)) ||
    !isListOfTexts(alphabet) ||
    !(separators instanceof RegExp)
  ) {
    throw new Error('the package eld is not as this script knows it');
  }
  return {
    source: `eld ${version}, ${SIZE}`,
    languages: Object.values(languages),
    averages,
    ngrams,
    alphabet,
    separators,
  };
}

function fieldOf(holder: unknown, name: string): unknown {
  if (typeof holder !== 'object' || holder === null) throw new Error(`the package eld has no ${name}`);
  return Reflect.get(holder, name);
}

function isRecordOf<T>(
  value: unknown,
  isOne: (item: unknown) => item is T,
): value is Readonly<Record<string, T>> {
  return typeof value === 'object' && value !== null && Object.values(value).every((item) => isOne(item));
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
