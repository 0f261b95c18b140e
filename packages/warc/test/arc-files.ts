/**
 * The first record of an ARC, version 1 or 2 (archive.org/web/researcher/ArcFileFormat.php, "The Version Block"): the line of
 * the file, the version with its origin, the names of the fields, an empty line.
 */
export function versionBlock(version: 1 | 2): string {
  const fields =
    version === 1
      ? 'URL IP-address Archive-date Content-type Archive-length'
      : 'URL IP-address Archive-date Content-type Result-code Checksum Location Offset Filename Archive-length';
  const block = `${version} 0 InternetArchive\n${fields}\n`;
  const second = version === 1 ? '' : '200 - - 0 test.arc ';
  return `filedesc://test.arc 0.0.0.0 19960923142103 text/plain ${second}${block.length}\n${block}\n`;
}

interface ArcFields {
  readonly address?: string;
  readonly date?: string;
  readonly contentType?: string;
  /** Fields of version 2, with blanks between them. */
  readonly second?: string;
  readonly length?: number | string;
}

/** A record: the line with its fields, the block, and the line end before the next record. */
export function arcRecord(
  url: string,
  block: string | Buffer,
  {
    address = '192.0.2.7',
    date = '20040301120000',
    contentType = 'text/html',
    second,
    length,
  }: ArcFields = {},
): Buffer {
  const bytes = Buffer.from(block);
  const fields = [
    url,
    address,
    date,
    contentType,
    ...(second === undefined ? [] : [second]),
    length ?? bytes.length,
  ];
  return Buffer.concat([Buffer.from(`${fields.join(' ')}\n`), bytes, Buffer.from('\n')]);
}
