import { readFileSync } from 'node:fs';

export const COMPILED_FILE = new URL('../data/fingerprints.compiled', import.meta.url);

/**
 * Reads the committed set, compiled, into memory that threads can share: once a process is enough.
 *
 * @throws Error if the file can't be read
 */
export function loadFingerprints(): SharedArrayBuffer {
  const file = readFileSync(COMPILED_FILE);
  const memory = new SharedArrayBuffer(file.length);
  new Uint8Array(memory).set(file);
  return memory;
}
