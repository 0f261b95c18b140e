// The files of an import: what there is to send, and the bytes of each.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { systemProblem } from './failure.ts';

/** Files that can be opened, the size of all of them, and sentences about the others. */
export interface CaptureFiles {
  readonly files: readonly string[];
  /** Bytes of all files; null if standard input is among them. */
  readonly totalBytes: number | null;
  readonly faults: readonly string[];
}

/** Looks which files there are. @param names paths; `-` is standard input */
export async function findFiles(names: readonly string[]): Promise<CaptureFiles> {
  const files: string[] = [];
  const faults: string[] = [];
  let totalBytes: number | null = 0;
  for (const name of names) {
    try {
      totalBytes = name === '-' || totalBytes === null ? null : totalBytes + (await sizeOf(name));
      files.push(name);
    } catch (error) {
      faults.push(faultOf(name, error));
    }
  }
  return { files, totalBytes, faults };
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path);
  if (found.isDirectory())
    throw new Error(
      `${path} is a folder: name the files in it, such as ${path.replace(/\/$/, '')}/*.warc.gz`,
    );
  return found.size;
}

/** Opens a file at an offset. @param name a path; `-` is standard input @throws errors of the file system */
export async function openFile(name: string, offset: number): Promise<AsyncIterable<Uint8Array>> {
  if (name === '-') return process.stdin;
  const stream = createReadStream(name, { start: offset, highWaterMark: 256 * 1024 });
  await new Promise((resolve, reject) => {
    stream.once('open', resolve).once('error', reject);
  });
  return stream;
}

/** Name of a file for messages. */
export function nameOf(file: string): string {
  return file === '-' ? 'standard input' : file;
}

/** Sentence about a file that can't be read. @throws what is not an error */
export function faultOf(name: string, error: unknown): string {
  if (!(error instanceof Error)) throw error;
  const reason = systemProblem(error) || `${error.message}.`;
  return reason.startsWith(name) ? reason : `${nameOf(name)}: ${reason}`;
}
