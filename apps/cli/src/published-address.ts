// Where commands reach the process that holds a data folder. It writes its address and a secret into the folder: whoever may
// read the file may read the index anyway.
import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface PublishedAddress {
  readonly url: string;
  /** Sent in place of an API key. Each process has its own, so the file of one that was killed opens nothing. */
  readonly secret: string;
  readonly pid: number;
}

const FILE = 'server.json';

/** Makes the secret that a process publishes. */
export function newSecret(): string {
  return `sg_local_${randomBytes(24).toString('base64url')}`;
}

/** Publishes the address of this process, which holds the folder. @returns a function that withdraws it */
export function publishAddress(dataDir: string, address: Omit<PublishedAddress, 'pid'>): () => void {
  const file = join(dataDir, FILE);
  const draft = `${file}.new`;
  rmSync(draft, { force: true });
  writeFileSync(draft, `${JSON.stringify({ ...address, pid: process.pid })}\n`, { mode: 0o600 });
  renameSync(draft, file);
  return () => rmSync(file, { force: true });
}

/**
 * Reads what the process with this id published.
 *
 * @returns null if it has published nothing, so far or at all; `private` if only another user may read it
 */
export function readAddress(dataDir: string, pid: string | null): PublishedAddress | 'private' | null {
  let text: string;
  try {
    text = readFileSync(join(dataDir, FILE), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    if (error instanceof Error && 'code' in error && error.code === 'EACCES') return 'private';
    throw error;
  }
  const address = JSON.parse(text) as PublishedAddress;
  // A process that was killed leaves its file behind.
  return String(address.pid) === pid ? address : null;
}
