import { readShared } from '@sitegrep/sections';

export const COMPILED_FILE = new URL('../data/fingerprints.compiled', import.meta.url);

/**
 * Reads the compiled set into memory that threads can share; once per process is enough.
 *
 * @throws Error if the file can't be read
 */
export function loadFingerprints(): SharedArrayBuffer {
  return readShared(COMPILED_FILE);
}
