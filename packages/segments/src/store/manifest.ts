// The manifest names every file of a folder that is part of the index. Replacing it is what changes the index: the
// new manifest takes the place of the old one by a rename, and files that it does not name are removed. It is checked
// field by field when it is read, and changed by pure functions.
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Disk } from '../disk.ts';
import { SegmentsCorrupt, SegmentsUnsupported } from '../errors.ts';
import { createFile } from './index-files.ts';

/** Files of a folder, by the number in their names (NNNNNN.log, .segment, .dead). A number is used once. */
export interface Manifest {
  /** Number of this manifest: one more than that of the one before. */
  readonly generation: number;
  /** Number above all that were used. */
  readonly nextNumber: number;
  /** Sequence number: every operation up to it is in segments and tombstones; those after it are in logs. */
  readonly sequence: number;
  /** Segments in the order of their documents' ids, which do not overlap. */
  readonly segments: readonly SegmentEntry[];
  /** Logs, oldest first; the last one is appended to. Empty only before the first log was made. */
  readonly logs: readonly number[];
}

export interface SegmentEntry {
  readonly number: number;
  /** Length of the file. */
  readonly bytes: number;
  /** Checksum that tells this file from others (u32). */
  readonly checksum: number;
  /** Documents in the file, dead ones included. */
  readonly documents: number;
  /** Lowest and highest id of a document. */
  readonly firstId: number;
  readonly lastId: number;
  /** Length of all texts that were indexed. */
  readonly textBytes: number;
  /** File of tombstones, if any document is dead. */
  readonly dead: TombstonesEntry | null;
}

export interface TombstonesEntry {
  readonly number: number;
  readonly bytes: number;
  readonly checksum: number;
  /** Number of dead documents. */
  readonly documents: number;
}

/** Manifest of a new folder, which is written before any other file. */
export const FIRST_MANIFEST: Manifest = {
  generation: 1,
  nextNumber: 1,
  sequence: 0,
  segments: [],
  logs: [],
};

type Fields = Readonly<Record<string, unknown>>;

const MAX_CHECKSUM = 2 ** 32 - 1;

/**
 * Parses the JSON of a manifest, and checks every field and how they fit together.
 * @throws SegmentsCorrupt that names the field
 */
function parseManifest(json: string, path: string): Manifest {
  const check = new FieldCheck(path);
  const fields = check.object(parseJson(json, path), 'content');
  const sequence = check.integer(fields['sequence'], 'sequence', 0);
  const segments = check
    .array(fields['segments'], 'segments')
    .map((value, at) => readSegment(check, value, at));
  const logs = check.array(fields['logs'], 'logs').map((value, at) => check.integer(value, `logs[${at}]`, 1));
  const manifest: Manifest = {
    generation: check.integer(fields['generation'], 'generation', 1),
    nextNumber: check.integer(fields['nextNumber'], 'nextNumber', 1),
    sequence,
    segments,
    logs,
  };
  checkOrder(check, manifest);
  return manifest;
}

function readSegment(check: FieldCheck, value: unknown, at: number): SegmentEntry {
  const field = `segments[${at}]`;
  const fields = check.object(value, field);
  const firstId = check.integer(fields['firstId'], `${field}.firstId`, 1);
  const lastId = check.integer(fields['lastId'], `${field}.lastId`, firstId);
  const documents = check.integer(fields['documents'], `${field}.documents`, 1, lastId - firstId + 1);
  return {
    number: check.integer(fields['number'], `${field}.number`, 1),
    bytes: check.integer(fields['bytes'], `${field}.bytes`, 1),
    checksum: check.integer(fields['checksum'], `${field}.checksum`, 0, MAX_CHECKSUM),
    documents,
    firstId,
    lastId,
    textBytes: check.integer(fields['textBytes'], `${field}.textBytes`, 0),
    dead: fields['dead'] === null ? null : readTombstones(check, fields['dead'], `${field}.dead`, documents),
  };
}

function readTombstones(
  check: FieldCheck,
  value: unknown,
  field: string,
  maxDocuments: number,
): TombstonesEntry {
  const fields = check.object(value, field);
  return {
    number: check.integer(fields['number'], `${field}.number`, 1),
    bytes: check.integer(fields['bytes'], `${field}.bytes`, 1),
    checksum: check.integer(fields['checksum'], `${field}.checksum`, 0, MAX_CHECKSUM),
    documents: check.integer(fields['documents'], `${field}.documents`, 1, maxDocuments),
  };
}

function checkOrder(check: FieldCheck, { segments, logs, nextNumber, sequence }: Manifest): void {
  segments.forEach((segment, at) => {
    const before = segments[at - 1]?.lastId ?? 0;
    check.that(segment.firstId > before, `segments[${at}].firstId`, `is not above ${before}`);
  });
  const last = segments.at(-1)?.lastId ?? 0;
  check.that(last <= sequence, 'sequence', `is below ${last}, the id of a document in a segment`);
  logs.forEach((number, at) => {
    check.that(number > (logs[at - 1] ?? 0), `logs[${at}]`, 'is not above the one before');
  });
  const numbers = [
    ...segments.flatMap(({ number, dead }) => (dead === null ? [number] : [number, dead.number])),
    ...logs,
  ];
  check.that(new Set(numbers).size === numbers.length, 'numbers of files', 'are not all different');
  check.that(
    numbers.every((number) => number < nextNumber),
    'nextNumber',
    'is not above the number of every file',
  );
}

function parseJson(json: string, path: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new SegmentsCorrupt(path, 'content', 'is not JSON');
  }
}

/** Turns a value of any type into what a field must be, or throws SegmentsCorrupt. */
class FieldCheck {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  that(holds: boolean, field: string, problem: string): void {
    if (!holds) throw new SegmentsCorrupt(this.#path, field, problem);
  }

  object(value: unknown, field: string): Fields {
    if (!isObject(value)) throw new SegmentsCorrupt(this.#path, field, 'is not an object');
    return value;
  }

  array(value: unknown, field: string): readonly unknown[] {
    if (!Array.isArray(value)) throw new SegmentsCorrupt(this.#path, field, 'is not a list');
    return value;
  }

  integer(value: unknown, field: string, min: number, max: number = Number.MAX_SAFE_INTEGER): number {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
      throw new SegmentsCorrupt(this.#path, field, `is not an integer from ${min} to ${max}`);
    return value;
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// Name of the manifest's file.

export const MANIFEST_NAME = 'manifest';
/** Name of a manifest that has not taken its place yet. A process that ended while it wrote may have left one. */
export const NEW_MANIFEST_NAME = 'manifest.new';
const VERSION = 1;
/**
 * First line of the file: `sitegrep-segments <version> <CRC-32 of all bytes after this line, as 8 hexadecimal
 * digits>`. JSON follows.
 */
const FIRST_LINE = /^sitegrep-segments (\d{1,9}) ([0-9a-f]{8})\n/;

/** Name of one of a folder's numbered files. */
export function fileName(number: number, kind: 'log' | 'segment' | 'dead'): string {
  return `${String(number).padStart(6, '0')}.${kind}`;
}

/** Names of all files that a manifest names. */
export function filesOf({ segments, logs }: Manifest): readonly string[] {
  return [
    ...logs.map((number) => fileName(number, 'log')),
    ...segments.flatMap(({ number, dead }) => [
      fileName(number, 'segment'),
      ...(dead === null ? [] : [fileName(dead.number, 'dead')]),
    ]),
  ];
}

/**
 * Reads a folder's manifest; null if the folder is absent or nothing was ever committed in it.
 * @throws SegmentsCorrupt if it is damaged, or missing while other files are there; SegmentsUnsupported
 */
export function readManifest(disk: Disk, folder: string): Manifest | null {
  const path = join(folder, MANIFEST_NAME);
  const bytes = readFile(disk, path);
  if (bytes === null) {
    if (disk.stat(folder) === null || disk.list(folder).every((name) => name === NEW_MANIFEST_NAME))
      return null;
    throw new SegmentsCorrupt(path, 'file', 'is missing, but other files of the index are there');
  }
  const [line, version, checksum] = FIRST_LINE.exec(bytes.toString('latin1', 0, 64)) ?? [];
  if (line === undefined) throw new SegmentsCorrupt(path, 'first line', 'is not that of a manifest');
  if (Number(version) !== VERSION) throw new SegmentsUnsupported(path, Number(version), VERSION);
  const json = bytes.subarray(line.length);
  if (crc32(json) !== Number.parseInt(checksum ?? '', 16))
    throw new SegmentsCorrupt(path, 'content', 'does not match its checksum');
  return parseManifest(json.toString(), path);
}

/** Bytes of a manifest's file. */
export function encodeManifest(manifest: Manifest): Buffer {
  const json = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  const line = `sitegrep-segments ${VERSION} ${crc32(json).toString(16).padStart(8, '0')}\n`;
  return Buffer.concat([Buffer.from(line), json]);
}

/**
 * Replaces the folder's manifest. When it returns, the manifest and the names of all files that it names are durable;
 * the contents of these files must have been synced before. If it throws, the old manifest stands, unless only the
 * last sync of the folder failed: then either may stand after a loss of power, so the files that both name have to be
 * retained.
 */
export function writeManifest(disk: Disk, folder: string, manifest: Manifest): void {
  const path = join(folder, NEW_MANIFEST_NAME);
  if (disk.stat(path) !== null) disk.remove(path);
  disk.close(createFile(disk, path, encodeManifest(manifest)));
  // The files' names must be durable before the manifest that refers to them.
  disk.syncFolder(folder);
  disk.rename(path, join(folder, MANIFEST_NAME));
  disk.syncFolder(folder);
}

/**
 * Bytes of a file, or null if there is none. They are all of one file, even if another one takes its place meanwhile.
 */
function readFile(disk: Disk, path: string): Buffer | null {
  if (disk.stat(path) === null) return null;
  const file = disk.open(path, 'read');
  try {
    const bytes = Buffer.alloc(disk.size(file));
    return bytes.subarray(0, disk.read(file, bytes, 0));
  } finally {
    disk.close(file);
  }
}

/** Adds a new log after the others. */
export function withNewLog(manifest: Manifest, log: number): Manifest {
  return next(manifest, { logs: [...manifest.logs, log] });
}

/**
 * Replaces the oldest log by a segment, and by tombstones of the segments before.
 *
 * @param last sequence number of the log's last operation
 * @param segments all of them, the new one included
 */
export function withoutOldestLog(
  manifest: Manifest,
  last: number,
  segments: readonly SegmentEntry[],
): Manifest {
  return next(manifest, { sequence: last, logs: manifest.logs.slice(1), segments });
}

/** Replaces neighbouring segments, given by their numbers, by one, or by none. */
export function withMerged(
  manifest: Manifest,
  inputs: ReadonlySet<number>,
  output: SegmentEntry | null,
): Manifest {
  const at = manifest.segments.findIndex(({ number }) => inputs.has(number));
  const others = manifest.segments.filter(({ number }) => !inputs.has(number));
  return next(manifest, { segments: others.toSpliced(at, 0, ...(output === null ? [] : [output])) });
}

function next(manifest: Manifest, changes: Partial<Manifest>): Manifest {
  return { ...manifest, ...changes, generation: manifest.generation + 1 };
}
