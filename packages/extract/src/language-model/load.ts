import { readShared } from '@sitegrep/sections';

export const COMPILED_FILE = new URL('../../data/languages.compiled', import.meta.url);

/**
 * Reads the committed model of languages into memory that threads can share: once a process is enough.
 *
 * @throws Error if the file can't be read
 */
export function loadLanguages(): SharedArrayBuffer {
  return readShared(COMPILED_FILE);
}
