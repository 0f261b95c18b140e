import { SegmentsCorrupt } from './errors.ts';
import { FOOTER_BYTES, GRANULE_BYTES, HEADER_BYTES, TABLES } from './segment/format.ts';
import type { Segment } from './segment/segment.ts';

/**
 * Checks that sections follow each other without a gap, and that documents ascend.
 *
 * @throws SegmentsCorrupt
 */
export function verifyTables({ path, bytes, footer, file, ids, starts, dictionary }: Segment): void {
  const { documents, groupsEnd, symbolsEnd, bodyEnd, textBytes, tables } = footer;
  let end = bodyEnd;
  for (const name of TABLES) {
    if (tables[name].at !== end)
      throw new SegmentsCorrupt(path, `table of ${name}`, 'is not where it should be');
    end += tables[name].bytes;
  }
  const granules = Math.ceil(bodyEnd / GRANULE_BYTES);
  const inOrder = HEADER_BYTES <= groupsEnd && groupsEnd <= symbolsEnd && symbolsEnd <= bodyEnd;
  if (!inOrder || end + FOOTER_BYTES !== bytes || file.checksums.length !== granules)
    throw new SegmentsCorrupt(path, 'footer', 'does not fit the file');
  if (dictionary.end !== bodyEnd)
    throw new SegmentsCorrupt(path, 'dictionary', 'does not end where the lists end');
  for (let docId = 0; docId < documents; docId++) {
    const ascend = docId === 0 || (ids[docId] ?? 0) > (ids[docId - 1] ?? 0);
    if (!ascend || (starts[docId + 1] ?? 0) < (starts[docId] ?? 0))
      throw new SegmentsCorrupt(path, 'table of documents', `does not ascend at document ${docId}`);
  }
  if (2 * (starts[documents] ?? 0) !== textBytes)
    throw new SegmentsCorrupt(path, 'table of documents', `has not ${textBytes} bytes of text`);
}
