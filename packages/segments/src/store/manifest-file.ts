// The manifest names every file of a folder that lives. Writing it is what makes a change of the folder happen: the new
// one takes the place of the old one by a rename, and what neither names are strangers.
import { crc32 } from 'node:zlib';
import { join } from 'node:path';
import type { Disk } from '../disk.ts';
import { SegmentsCorrupt, SegmentsUnsupported } from '../errors.ts';
import { createFile } from './new-file.ts';
import { parseManifest, type Manifest } from './manifest.ts';

export const MANIFEST_NAME = 'manifest';
/** A manifest that has not taken its place yet; one that is found was left by a process that ended while it wrote. */
export const NEW_MANIFEST_NAME = 'manifest.new';
const VERSION = 1;
/** `sitegrep-segments <version> <CRC-32 of all bytes after this line, as 8 hexadecimal digits>`, then JSON. */
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
 * The folder's manifest, or null if the folder is absent or nothing was ever committed in it.
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

/** The bytes of a manifest's file. */
export function encodeManifest(manifest: Manifest): Buffer {
  const json = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  const line = `sitegrep-segments ${VERSION} ${crc32(json).toString(16).padStart(8, '0')}\n`;
  return Buffer.concat([Buffer.from(line), json]);
}

/**
 * Replaces the folder's manifest. When it returns, the manifest and the names of all files that it names are durable; the
 * files' contents must have been synced before. If it throws, the old manifest stands, unless only the last sync of the
 * folder failed: then either may stand after a loss of power, so the files that both name have to be kept.
 */
export function writeManifest(disk: Disk, folder: string, manifest: Manifest): void {
  const path = join(folder, NEW_MANIFEST_NAME);
  if (disk.stat(path) !== null) disk.remove(path);
  disk.close(createFile(disk, path, encodeManifest(manifest)));
  // Before the rename: it must not outlive the names that the manifest refers to.
  disk.syncFolder(folder);
  disk.rename(path, join(folder, MANIFEST_NAME));
  disk.syncFolder(folder);
}

/** The file's bytes, or null if there is none. Another one may take its place meanwhile: they are all of one file. */
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
