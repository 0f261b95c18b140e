import { readFileSync } from 'node:fs';

/**
 * Reads a file into memory that threads can share: once a process is enough.
 *
 * @throws Error if the file can't be read
 */
export function readShared(path: URL): SharedArrayBuffer {
  const file = readFileSync(path);
  const memory = new SharedArrayBuffer(file.length);
  new Uint8Array(memory).set(file);
  return memory;
}
