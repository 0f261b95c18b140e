// The files of an import: what there is to send, and the bytes of each, from the disk, standard input or servers.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { RemoteFiles, RemoteWait } from '@sitegrep/remote';
import { isRemote, shownUrl } from '@sitegrep/remote/urls';
import { systemProblem } from './failure.ts';
import { type Closers, readConfig } from './read-config.ts';

/** Files that can be opened, the size of all of them, and sentences about the others. */
export interface CaptureFiles {
  readonly files: readonly string[];
  /** Bytes of all files; null if standard input is among them, or a file whose server does not tell its size. */
  readonly totalBytes: number | null;
  readonly faults: readonly string[];
  /** Opens a file at an offset. @throws errors of the file system, RemoteError */
  readonly open: (name: string, offset: number) => Promise<AsyncIterable<Uint8Array>>;
}

export interface FindOptions {
  readonly signal: AbortSignal;
  /** Called when a server is waited for, and with null when no longer. */
  readonly onWait: (wait: RemoteWait | null) => void;
}

/**
 * Looks which files there are.
 *
 * @param names paths and URLs; `-` is standard input
 * @throws what the signal was aborted with; CommandFailed
 */
export async function findFiles(
  names: readonly string[],
  { signal, onWait }: FindOptions,
  closers: Closers,
): Promise<CaptureFiles> {
  const remote = names.some(isRemote)
    ? (await import('./remote-files.ts')).openRemote(readConfig(), onWait, closers)
    : null;
  const files: string[] = [];
  const faults: string[] = [];
  let totalBytes: number | null = 0;
  for (const name of names) {
    try {
      const size =
        remote !== null && isRemote(name) ? await remoteSize(remote, name, signal) : await sizeOf(name);
      totalBytes = size === null || totalBytes === null ? null : totalBytes + size;
      files.push(name);
    } catch (error) {
      signal.throwIfAborted();
      faults.push(faultOf(name, error));
    }
  }
  return {
    files,
    totalBytes,
    faults,
    open: async (name, offset) =>
      remote !== null && isRemote(name)
        ? remote.stream(name, { from: offset }, signal)
        : await openLocal(name, offset),
  };
}

/** Size of a file on a server; null if it does not tell. */
async function remoteSize(remote: RemoteFiles, url: string, signal: AbortSignal): Promise<number | null> {
  try {
    return await remote.size(url, signal);
  } catch (error) {
    if (error instanceof Error && 'fault' in error && error.fault === 'unsized') return null;
    throw error;
  }
}

/** Size of a file of this machine; null for standard input. */
async function sizeOf(path: string): Promise<number | null> {
  if (path === '-') return null;
  const found = await stat(path);
  if (found.isDirectory())
    throw new Error(
      `${path} is a folder: name the files in it, such as ${path.replace(/\/$/, '')}/*.warc.gz`,
    );
  return found.size;
}

async function openLocal(name: string, offset: number): Promise<AsyncIterable<Uint8Array>> {
  if (name === '-') return process.stdin;
  const stream = createReadStream(name, { start: offset, highWaterMark: 256 * 1024 });
  await new Promise((resolve, reject) => {
    stream.once('open', resolve).once('error', reject);
  });
  return stream;
}

/** Name of a file for messages. */
export function nameOf(file: string): string {
  if (isRemote(file)) return shownUrl(file);
  return file === '-' ? 'standard input' : file;
}

/** Sentence about a file that can't be read. @throws what is not an error */
export function faultOf(name: string, error: unknown): string {
  if (!(error instanceof Error)) throw error;
  const reason = systemProblem(error) || `${error.message}.`;
  return reason.startsWith(name) || isRemote(name) ? reason : `${nameOf(name)}: ${reason}`;
}
