// The files in the body of a request, which is multipart/form-data (RFC 7578).
import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { badRequest, type Failure } from '../failure.ts';

export interface RequestFile {
  /** Name that the request gives it; empty if it gives none. */
  readonly name: string;
  readonly bytes: Readable;
}

/**
 * Gives the files of a body one after the other, as they arrive. Each must be read to its end before the next comes.
 *
 * @throws Failure bad_request if the body is incomplete, or no multipart
 */
export async function* requestFiles(body: IncomingMessage): AsyncGenerator<RequestFile, void, undefined> {
  const parser = parserOf(body);
  const files: RequestFile[] = [];
  const state = { isOver: false, failure: null as Failure | null, wake: () => {} };
  const end = (failure: Failure | null): void => {
    if (!state.isOver) Object.assign(state, { isOver: true, failure });
    state.wake();
  };
  parser.on('file', (_field: string, bytes: Readable, name: string) => {
    const file = new PassThrough();
    // The parser's stream ends with an error if the body does, which must not go unheard.
    bytes.on('error', (error: Error) => file.destroy(error)).pipe(file);
    files.push({ name, bytes: file });
    state.wake();
  });
  parser.on('finish', () => end(null));
  parser.on('error', () => end(broken()));
  body.on('aborted', () => {
    const failure = incomplete();
    for (const file of files) file.bytes.destroy(failure);
    end(failure);
  });
  body.pipe(parser);
  let isEmpty = true;
  try {
    for (;;) {
      while (files.length === 0 && !state.isOver) {
        await new Promise<void>((resolve) => {
          state.wake = resolve;
        });
      }
      const [file] = files;
      if (file === undefined) break;
      isEmpty = false;
      yield file;
      files.shift();
    }
  } finally {
    // A client that is still sending does not read our answer.
    body.unpipe(parser).resume();
  }
  if (state.failure !== null) throw state.failure;
  if (isEmpty) throw noFiles();
}

function parserOf(body: IncomingMessage) {
  const type = body.headers['content-type'] ?? '';
  try {
    return new Busboy({ headers: { ...body.headers, 'content-type': type }, preservePath: true });
  } catch (error) {
    throw Object.assign(broken(), { cause: error });
  }
}

function incomplete(): Failure {
  return badRequest({ field: 'The body', problem: 'is incomplete', remedy: 'send all of it' });
}

function broken(): Failure {
  const remedy = 'send files as parts with a filename, as curl -F does';
  return badRequest({ field: 'The body', problem: 'is not valid multipart/form-data', remedy });
}

function noFiles(): Failure {
  const remedy = 'send each as a part with a filename, as curl -F does';
  return badRequest({ field: 'The body', problem: 'has no file', remedy });
}
