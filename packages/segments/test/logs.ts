import { markedDocument, ownerOf } from './workbench.ts';
import { encodeZones, NO_ZONES } from '../src/segment/zones.ts';
import { textChunks, type LoggedOperation, type Operation } from '../src/store/log-format.ts';
import type { LogReader } from '../src/store/log-reader.ts';

/** A document with these parts, of Latin-1 characters. */
export function put(sequence: number, parts: readonly string[], replaces: number | null = null): Operation {
  return {
    kind: 'put',
    sequence,
    replaces,
    owner: ownerOf(sequence),
    parts: parts.map((part) => Buffer.from(part, 'latin1')),
    zones: [],
  };
}

/** A document of one part with zones: see `markedDocument`. */
export function putMarked(sequence: number, marked: string, replaces: number | null = null): Operation {
  const { parts, zones } = markedDocument(sequence, marked);
  return { kind: 'put', sequence, replaces, owner: ownerOf(sequence), parts, zones };
}

export function remove(sequence: number, removes: number): Operation {
  return { kind: 'remove', sequence, removes };
}

/** An operation in one line, with its text, to compare what was appended with what a log holds. */
export function lineOf(operation: Operation): string {
  if (operation.kind === 'remove') return `${operation.sequence} removes ${operation.removes}`;
  const { parts, zones } = operation;
  const [part = NO_ZONES] = parts;
  return putLine(operation, encodeZones(zones, part), Buffer.concat([...textChunks(parts)]));
}

/** The same line of an operation of a log, its text read and verified. */
export function loggedLine(log: LogReader, operation: LoggedOperation): string {
  if (operation.kind === 'remove') return `${operation.sequence} removes ${operation.removes}`;
  const { text } = operation;
  const bytes = Buffer.alloc(text.bytes);
  const read = log.readPieces(text, 0, text.checksums.length, bytes);
  return putLine(operation, operation.zones, bytes.subarray(0, read));
}

function putLine(
  { sequence, replaces, owner }: { sequence: number; replaces: number | null; owner: number },
  zones: Uint8Array,
  text: Buffer,
): string {
  return `${sequence} of ${owner} replaces ${replaces} with ${text.toString('latin1')}, zones ${zones.join()}`;
}
