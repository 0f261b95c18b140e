// What the manifest of a folder says, and what has to hold of it. manifest-file.ts reads and writes it.
import { SegmentsCorrupt } from '../errors.ts';

/** Files of a folder, by the number in their names (NNNNNN.log, .segment, .dead). A number is used once. */
export interface Manifest {
  /** Of this manifest: one more than that of the one before. */
  readonly generation: number;
  /** Above every number that was used. */
  readonly nextNumber: number;
  /** Every operation up to this sequence number is in segments and tombstones; those after it are in logs. */
  readonly sequence: number;
  /** In the order of their documents' ids, which do not overlap. */
  readonly segments: readonly SegmentEntry[];
  /** Oldest first; the last one is appended to. Empty only before the first log was made. */
  readonly logs: readonly number[];
}

export interface SegmentEntry {
  readonly number: number;
  /** Length of the file. */
  readonly bytes: number;
  /** Tells this file from others (u32). */
  readonly checksum: number;
  /** Documents in the file, dead ones included. */
  readonly documents: number;
  /** Lowest and highest id of a document. */
  readonly firstId: number;
  readonly lastId: number;
  /** Length of all texts that were indexed. */
  readonly textBytes: number;
  /** The file of tombstones, if any document is dead. */
  readonly dead: TombstonesEntry | null;
}

export interface TombstonesEntry {
  readonly number: number;
  readonly bytes: number;
  readonly checksum: number;
  /** How many are dead. */
  readonly documents: number;
}

/** Of a new folder: written before any other file is made in it. */
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
 * The manifest that this JSON is, with every field checked, and what the fields say of each other.
 * @throws SegmentsCorrupt that names the field
 */
export function parseManifest(json: string, path: string): Manifest {
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

  integer(value: unknown, field: string, least: number, most: number = Number.MAX_SAFE_INTEGER): number {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
      throw new SegmentsCorrupt(this.#path, field, `is not an integer from ${least} to ${most}`);
    return value;
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
